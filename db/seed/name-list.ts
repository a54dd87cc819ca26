import type { CountryCode } from 'libphonenumber-js'

/**
 * Names of one culture as source text: separated by blanks, each `Name`, or `Name/latin` if it is
 * in another script. An underscore stands for a blank within a name.
 */
export interface NameList {
  weight: number
  country: CountryCode
  first: string
  last: string
}
