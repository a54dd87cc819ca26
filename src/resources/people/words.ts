import type { Db } from '../../store/db.ts'
import { listParam } from '../../store/sql.ts'
import { variantsOf, wordsOf } from './names.ts'
import { knownWords, wordsOfPerson, wordsWithoutPeople } from './queries.ts'

/**
 * Keeps what search by name looks things up in: each person's words, and the distinct words with
 * their variants.
 */
export async function indexName(
  db: Db,
  companyId: string,
  personId: string,
  nameKey: string,
): Promise<void> {
  const before = (await db.all(wordsOfPerson, { companyId, personId })).map((row) => row.word)
  const after = wordsOf(nameKey)
  for (const word of before)
    if (!after.includes(word)) await db.delete('personWords', { companyId, personId, word })
  for (const word of after)
    if (!before.includes(word)) await db.insert('personWords', { companyId, word, personId })
  await addWords(db, companyId, after)
  await forgetWords(
    db,
    companyId,
    before.filter((word) => !after.includes(word)),
  )
}

export async function addWords(db: Db, companyId: string, words: string[]): Promise<void> {
  const known = new Set(
    (await db.all(knownWords, { companyId, words: listParam(words) })).map((row) => row.word),
  )
  for (const word of words) {
    if (known.has(word)) continue
    await db.insert('nameWords', { companyId, word })
    for (const variant of variantsOf(word))
      await db.insert('nameVariants', { companyId, variant, word })
  }
}

/** Leaves no trace of words that nobody's name has any more. */
export async function forgetWords(db: Db, companyId: string, words: string[]): Promise<void> {
  if (words.length === 0) return
  for (const { word } of await db.all(wordsWithoutPeople, { companyId, words: listParam(words) })) {
    await db.delete('nameVariants', { companyId, word })
    await db.delete('nameWords', { companyId, word })
  }
}
