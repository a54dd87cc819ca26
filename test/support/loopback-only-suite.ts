import { afterAll, expect } from 'vitest'
import { takeEscapes } from './loopback-only.ts'

/** Fails a test file that reaches beyond this machine, by itself or by a program that it starts. */
afterAll(() => expect(takeEscapes(), 'connections beyond this machine').toBe(''))
