import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loads the phone numbering plans of all countries, when a number is first parsed, to save memory. */
export const loadPhoneNumbers = (): typeof import('libphonenumber-js') => load('libphonenumber-js')
