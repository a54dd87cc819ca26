import { afterAll, expect } from 'vitest'
import { takeBlockedConnections } from './loopback-only.ts'

/** Fails a test file if it, or a program that it starts, connects beyond this machine. */
afterAll(() => expect(takeBlockedConnections(), 'connections beyond this machine').toBe(''))
