import { fold } from './names.ts'

/** Compares names of people. */
export interface Name {
  firstName: string
  lastName: string
}

/** The folded words of a full name; an apostrophe does not separate words. */
const wordsOf = ({ firstName, lastName }: Name): string[] =>
  fold(`${firstName} ${lastName}`)
    .replaceAll(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const hasName = (name: Name): boolean => wordsOf(name).length > 0

/** Generational suffixes, which may be the only difference between father and son. */
const generation = /^(jr|junior|sr|senior|ii|iii|iv)$/

/** Whether a word is one letter of a script with capitals; Chinese names can have one letter. */
const isInitial = (word: string): boolean => /^\p{Ll}$/u.test(word)

const fits = (one: string, other: string): boolean =>
  one === other || ((isInitial(one) || isInitial(other)) && one[0] === other[0])

/** Equal in any order of first and last name, without regard to case, accents and punctuation. */
export const namesEqual = (one: Name, other: Name): boolean =>
  [...wordsOf(one)].sort().join(' ') === [...wordsOf(other)].sort().join(' ')

/**
 * Whether two names do not contradict each other: each word of the shorter one is a word of the
 * other or its initial, and they share at least one whole word. So `A. Lee`, `Lee, Ann` and `Ann`
 * agree with `Ann Marie Lee`; `Anna Lee`, `Ann Smith` and `Ann Lee Jr.` do not.
 */
export function namesAgree(one: Name, other: Name): boolean {
  if (namesEqual(one, other)) return true
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  // Whole words match first, so that an initial does not use up a whole word.
  const shared = shorter.filter((word) => !isInitial(word) && longer.includes(word))
  const rest = longer.filter((word) => !shared.includes(word))
  for (const word of shorter.filter((each) => !shared.includes(each))) {
    const place = rest.findIndex((each) => fits(word, each))
    if (place < 0) return false
    rest.splice(place, 1)
  }
  return shared.length > 0 && !rest.some((word) => generation.test(word))
}
