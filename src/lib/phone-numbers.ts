import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loads the phone numbering plans when a number is first parsed, to save memory until then. */
export const loadPhoneNumbers = (): typeof import('libphonenumber-js') => load('libphonenumber-js')
