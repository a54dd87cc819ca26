import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loads the phone numbering plans on first use, to save memory until a number is parsed. */
export const loadPhoneNumbers = (): typeof import('libphonenumber-js') =>
  require('libphonenumber-js')
