import type { CountryCode } from 'libphonenumber-js'
import type { NameList } from './name-list.ts'
import { east } from './names-east.ts'
import { europe } from './names-europe.ts'
import { west } from './names-west.ts'

/** Names that go together, and the country that those who bear them mostly phone from. */
export interface Culture {
  /** How many people of a thousand. */
  weight: number
  country: CountryCode
  first: Name[]
  last: Name[]
}

/** `latin`: how it is written in an email address. */
export interface Name {
  text: string
  latin: string
}

/** Reads a list of names. */
function names(list: string): Name[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [text = '', latin = text] = entry.split('/').map((part) => part.replaceAll('_', ' '))
      return { text: text.normalize('NFC'), latin }
    })
}

const cultureOf = ({ weight, country, first, last }: NameList): Culture => ({
  weight,
  country,
  first: names(first),
  last: names(last),
})

export const cultures: Culture[] = [...west, ...europe, ...east].map(cultureOf)
