import type { CountryCode } from 'libphonenumber-js'
import type { NameList } from './name-list.ts'
import { easternNames } from './names-east.ts'
import { europeanNames } from './names-europe.ts'
import { westernNames } from './names-west.ts'

/** Names from one culture, and the country of some phone numbers of people with such names. */
export interface Culture {
  /** The relative frequency of people with these names. */
  weight: number
  country: CountryCode
  first: Name[]
  last: Name[]
}

/** A name, and its spelling in Latin script for email addresses. */
export interface Name {
  text: string
  latin: string
}

function parseNames(list: string): Name[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [text = '', latin = text] = entry.split('/').map((part) => part.replaceAll('_', ' '))
      return { text: text.normalize('NFC'), latin }
    })
}

const toCulture = ({ weight, country, first, last }: NameList): Culture => ({
  weight,
  country,
  first: parseNames(first),
  last: parseNames(last),
})

export const cultures: Culture[] = [...westernNames, ...europeanNames, ...easternNames].map(
  toCulture,
)
