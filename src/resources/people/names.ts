/** Indexes the words of people's names for search, and compares names. */
import { sql } from 'kysely'
import { fold } from '../../lib/text.ts'
import type { Db } from '../../store/db.ts'
import { encodeListParam, query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'

/** The maximum length of an indexed word, which cursors contain. Folding can lengthen a word. */
const maxWordLength = 100

export function toSearchWords(foldedName: string): string[] {
  const words = foldedName.split(' ').filter(Boolean)
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))]
}

/** The minimum length of a word for which search tolerates one typo. */
export const minTypoLength = 4

/** Returns a word and its variants without one letter. Words one typo apart share a variant. */
export function listDeletionVariants(word: string): string[] {
  const letters = [...word]
  return [
    ...new Set([
      word,
      ...letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join('')),
    ]),
  ]
}

/** Returns whether the words differ by at most one letter or by one swap of adjacent letters. */
export function isOneTypoApart(one: string, other: string): boolean {
  if (one === other) return true
  const [shorter, longer] = [[...one], [...other]].sort((x, y) => x.length - y.length) as [
    string[],
    string[],
  ]
  if (longer.length - shorter.length > 1) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start++
  const suffix = (letters: string[], from: number) => letters.slice(from).join('')
  if (longer.length > shorter.length) return suffix(shorter, start) === suffix(longer, start + 1)
  if (suffix(shorter, start + 1) === suffix(longer, start + 1)) return true
  return (
    shorter[start] === longer[start + 1] &&
    shorter[start + 1] === longer[start] &&
    suffix(shorter, start + 2) === suffix(longer, start + 2)
  )
}

export type Name = { firstName: string; lastName: string }

/** Returns the folded words of a full name; an apostrophe does not separate words. */
const toComparableWords = ({ firstName, lastName }: Name): string[] =>
  fold(`${firstName} ${lastName}`)
    .replaceAll(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const hasName = (name: Name): boolean => toComparableWords(name).length > 0

/** Matches generational suffixes, which may be the only difference between father and son. */
const generationalSuffix = /^(jr|junior|sr|senior|ii|iii|iv)$/

/** Returns whether a word is a single letter of a script with upper and lower case. */
const isInitial = (word: string): boolean => /^\p{Ll}$/u.test(word)

const isWordMatch = (one: string, other: string): boolean =>
  one === other || ((isInitial(one) || isInitial(other)) && one[0] === other[0])

/** Compares names in any word order, ignoring case, accents and punctuation. */
export const areNamesEqual = (one: Name, other: Name): boolean =>
  [...toComparableWords(one)].sort().join(' ') === [...toComparableWords(other)].sort().join(' ')

/**
 * Returns whether two names can be of the same person: each word of the shorter name is a word of
 * the longer name, or one is the other's initial, and a whole word is shared. `A. Lee`, `Lee, Ann`
 * and `Ann` are compatible with `Ann Marie Lee`; `Anna Lee`, `Ann Smith` and `Ann Lee Jr.` are not.
 */
export function areNamesCompatible(one: Name, other: Name): boolean {
  if (areNamesEqual(one, other)) return true
  const [shorterWords, longerWords] = [toComparableWords(one), toComparableWords(other)].sort(
    (a, b) => a.length - b.length,
  ) as [string[], string[]]
  // Whole words match first, so that an initial does not use up a whole word.
  const sharedWords = shorterWords.filter((word) => !isInitial(word) && longerWords.includes(word))
  const unmatchedWords = longerWords.filter((word) => !sharedWords.includes(word))
  for (const word of shorterWords.filter((shorterWord) => !sharedWords.includes(shorterWord))) {
    const matchIndex = unmatchedWords.findIndex((unmatchedWord) => isWordMatch(word, unmatchedWord))
    if (matchIndex < 0) return false
    unmatchedWords.splice(matchIndex, 1)
  }
  return sharedWords.length > 0 && !unmatchedWords.some((word) => generationalSuffix.test(word))
}

type WordsParams = { companyId: string; words: string }

const unusedNameWords = query(
  (_, p: WordsParams) =>
    sql<{ word: string }>`select "word" from "nameWords"
      where "companyId" = ${p.companyId} and ${isIn('word', p.words)}
      and not exists (select 1 from "personWords" where "companyId" = "nameWords"."companyId" and "word" = "nameWords"."word")`,
)

const existingNameWords = query(
  (_, p: WordsParams) =>
    sql<{ word: string }>`select "word" from "nameWords"
      where "companyId" = ${p.companyId} and ${isIn('word', p.words)}`,
)

const nameWordsOfPerson = query(
  (_, p: { companyId: string; personId: string }) =>
    sql<{ word: string }>`select "word" from "personWords"
      where "companyId" = ${p.companyId} and "personId" = ${p.personId}`,
)

export const readNameWords = async (db: Db, companyId: string, personId: string) =>
  (await db.all(nameWordsOfPerson, { companyId, personId })).map(({ word }) => word)

/** Updates the indexed words of a person's name, and the company's distinct words and variants. */
export async function indexName(db: Db, companyId: string, personId: string, nameKey: string) {
  const oldWords = await readNameWords(db, companyId, personId)
  const newWords = toSearchWords(nameKey)
  const removedWords = oldWords.filter((word) => !newWords.includes(word))
  for (const word of removedWords) await db.delete('personWords', { companyId, personId, word })
  for (const word of newWords)
    if (!oldWords.includes(word)) await db.insert('personWords', { companyId, word, personId })
  await addNameWords(db, companyId, newWords)
  await removeUnusedNameWords(db, companyId, removedWords)
}

async function addNameWords(db: Db, companyId: string, words: string[]): Promise<void> {
  const rows = await db.all(existingNameWords, { companyId, words: encodeListParam(words) })
  const existingWords = new Set(rows.map(({ word }) => word))
  for (const word of words) {
    if (existingWords.has(word)) continue
    await db.insert('nameWords', { companyId, word })
    for (const variant of listDeletionVariants(word))
      await db.insert('nameVariants', { companyId, variant, word })
  }
}

export async function removeUnusedNameWords(db: Db, companyId: string, words: string[]) {
  if (words.length === 0) return
  const params = { companyId, words: encodeListParam(words) }
  for (const { word } of await db.all(unusedNameWords, params)) {
    await db.delete('nameVariants', { companyId, word })
    await db.delete('nameWords', { companyId, word })
  }
}
