import type { CountryCode } from 'libphonenumber-js'

/**
 * Names from one culture as text, separated by spaces. Each entry is `Name`, or `Name/latin` for a
 * name in another script. An underscore represents a space within a name.
 */
export interface NameList {
  weight: number
  country: CountryCode
  first: string
  last: string
}
