import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * What knows the phone numbers of all countries; loaded when a number is first read, since a server
 * that is only asked need not keep it in memory.
 */
export const loadPhoneNumbers = (): typeof import('libphonenumber-js') => load('libphonenumber-js')
