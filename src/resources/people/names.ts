/** Names of people: the index of their words for search, and the comparison of two names. */

import { fold } from '../../lib/text.ts'
import type { Db } from '../../store/db.ts'
import { listParam } from '../../store/query.ts'
import { existingNameWords, nameWordsOfPerson, unusedNameWords } from './queries.ts'

/** Limits the size of cursors, which hold a word; folding can multiply its length. */
const maxWordLength = 100

export function searchWords(folded: string): string[] {
  const words = folded.split(' ').filter(Boolean)
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))]
}

/** Minimum length of a word for which search tolerates one typo. */
export const minTypoLength = 4

/** Returns the word, and the word without each of its letters. Words one typo apart share one. */
export function deletionVariants(word: string): string[] {
  const letters = [...word]
  return [
    ...new Set([
      word,
      ...letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join('')),
    ]),
  ]
}

/** Returns whether two words differ by at most one missing, added or changed letter or one swap. */
export function isOneTypoApart(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [[...one], [...other]].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (b.length - a.length > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  if (b.length > a.length) return rest(a, start) === rest(b, start + 1)
  if (rest(a, start + 1) === rest(b, start + 1)) return true
  return (
    a[start] === b[start + 1] &&
    a[start + 1] === b[start] &&
    rest(a, start + 2) === rest(b, start + 2)
  )
}

export interface Name {
  firstName: string
  lastName: string
}

/** Returns the folded words of a full name; an apostrophe does not separate words. */
const comparableWords = ({ firstName, lastName }: Name): string[] =>
  fold(`${firstName} ${lastName}`)
    .replaceAll(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const hasName = (name: Name): boolean => comparableWords(name).length > 0

/** Generational suffixes, which may be the only difference between father and son. */
const generation = /^(jr|junior|sr|senior|ii|iii|iv)$/

/** Whether a word is one letter of a script with capitals; Chinese names can have one letter. */
const isInitial = (word: string): boolean => /^\p{Ll}$/u.test(word)

const isWordMatch = (one: string, other: string): boolean =>
  one === other || ((isInitial(one) || isInitial(other)) && one[0] === other[0])

/** Compares names in any word order, ignoring case, accents and punctuation. */
export const namesEqual = (one: Name, other: Name): boolean =>
  [...comparableWords(one)].sort().join(' ') === [...comparableWords(other)].sort().join(' ')

/**
 * Returns whether two names do not contradict each other: each word of the shorter one is a word of
 * the other or its initial, and they share at least one whole word. So `A. Lee`, `Lee, Ann` and
 * `Ann` agree with `Ann Marie Lee`; `Anna Lee`, `Ann Smith` and `Ann Lee Jr.` do not.
 */
export function namesAgree(one: Name, other: Name): boolean {
  if (namesEqual(one, other)) return true
  const [shorter, longer] = [comparableWords(one), comparableWords(other)].sort(
    (a, b) => a.length - b.length,
  ) as [string[], string[]]
  // Whole words match first, so that an initial does not use up a whole word.
  const shared = shorter.filter((word) => !isInitial(word) && longer.includes(word))
  const rest = longer.filter((word) => !shared.includes(word))
  for (const word of shorter.filter((each) => !shared.includes(each))) {
    const place = rest.findIndex((each) => isWordMatch(word, each))
    if (place < 0) return false
    rest.splice(place, 1)
  }
  return shared.length > 0 && !rest.some((word) => generation.test(word))
}

/** Updates the words of a person's name, and the company's distinct words and their variants. */
export async function indexName(db: Db, companyId: string, personId: string, nameKey: string) {
  const before = (await db.all(nameWordsOfPerson, { companyId, personId })).map((row) => row.word)
  const after = searchWords(nameKey)
  for (const word of before)
    if (!after.includes(word)) await db.delete('personWords', { companyId, personId, word })
  for (const word of after)
    if (!before.includes(word)) await db.insert('personWords', { companyId, word, personId })
  await addNameWords(db, companyId, after)
  await removeUnusedNameWords(
    db,
    companyId,
    before.filter((word) => !after.includes(word)),
  )
}

export async function addNameWords(db: Db, companyId: string, words: string[]): Promise<void> {
  const existing = new Set(
    (await db.all(existingNameWords, { companyId, words: listParam(words) })).map(
      (row) => row.word,
    ),
  )
  for (const word of words) {
    if (existing.has(word)) continue
    await db.insert('nameWords', { companyId, word })
    for (const variant of deletionVariants(word))
      await db.insert('nameVariants', { companyId, variant, word })
  }
}

export async function removeUnusedNameWords(db: Db, companyId: string, words: string[]) {
  if (words.length === 0) return
  for (const { word } of await db.all(unusedNameWords, { companyId, words: listParam(words) })) {
    await db.delete('nameVariants', { companyId, word })
    await db.delete('nameWords', { companyId, word })
  }
}
