import { afterAll, expect } from 'vitest'
import { takeBlockedConnections } from './loopback-only.ts'

/**
 * Fails a test file if the file, or a program that it starts, tries to connect to another machine.
 */
afterAll(() => expect(takeBlockedConnections(), 'connections to other machines').toBe(''))
