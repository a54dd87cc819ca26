import type { CountryCode } from 'libphonenumber-js'

/**
 * Names as they are written down: a list separated by blanks, of `Name`, or `Name/latin` for names
 * in another script; an underscore stands for a blank within a name.
 */
export interface NameList {
  weight: number
  country: CountryCode
  first: string
  last: string
}
