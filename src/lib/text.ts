/** Formats counts, nouns and suggestions for messages, and checks and folds text. */
import { closestMatch } from 'leven'

/** Formats a count, such as `1,204`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** Formats a count with its noun: `1 delivery`, `1,204 deliveries`. */
export const formatCountOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const uncapitalize = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Matches a visible character. U+2800, U+1D159, U+13441, U+13442 and U+FFFC are blank symbols. */
const visibleCharacter =
  /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{NChar}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/u

export const isVisible = (text: string): boolean => visibleCharacter.test(text)

export const letterFoldings: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** Lowercases text and removes accents to compare and sort names, like `folded` in SQL. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => letterFoldings[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()

/** Returns whether a date exists in the Gregorian calendar; `month` is 1 for January. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth
}

/** Converts the name of a type or kind to a noun: `ApiKey` to `API key`. */
export const toNoun = (name: string): string =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')

/** Adds a capitalized indefinite article before a noun. */
export const withArticle = (noun: string): string =>
  `${/^([aeio]|u(?!s))/i.test(noun) ? 'An' : 'A'} ${noun}`

/** Returns the plural of a noun, such as `API keys`, `activities` or `people`. */
export const toPlural = (noun: string): string =>
  noun === 'person' ? 'people' : `${noun.replace(/([^e])y$/, '$1ie').replace(/s$/, 'se')}s`

const maxNameLength = 60
const maxListedNames = 10

/** Returns a message suffix that suggests the most similar name, or lists all if there are few. */
export function suggestNames(unknownName: string, names: readonly string[]): string {
  const maxDistance = Math.max(2, Math.floor(unknownName.length / 3))
  const nearestName =
    unknownName.length > maxNameLength
      ? undefined
      : closestMatch(unknownName, names, { maxDistance })
  if (nearestName) return `; did you mean ${nearestName}?`
  return names.length <= maxListedNames ? `; its fields are ${names.join(', ')}` : ''
}
