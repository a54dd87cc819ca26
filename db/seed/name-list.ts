import type { CountryCode } from 'libphonenumber-js'

/**
 * Names of one culture as text, separated by spaces. Each is `Name`, or `Name/latin` if it is in
 * another script. An underscore represents a space within a name.
 */
export interface NameList {
  weight: number
  country: CountryCode
  first: string
  last: string
}
