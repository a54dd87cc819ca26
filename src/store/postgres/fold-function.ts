import type { Client } from 'pg'
import { letterFoldings } from '../fold.ts'

/**
 * Which of these a server has depends on its version and on how it was built; each knows the small
 * letters of all scripts.
 */
const collations = ['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8']

const points = function* (): Generator<string> {
  for (let point = 0x80; point <= 0x10ffff; point++)
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point)
}

const written = (letter: string) =>
  `\\U${(letter.codePointAt(0) as number).toString(16).padStart(8, '0')}`

/** All that a pattern finds, as ranges of a regular expression. */
function ranges(pattern: RegExp): string {
  const found: [string, string][] = []
  const behind = (letter: string) => (letter.codePointAt(0) as number) - 1
  for (const letter of [
    ...Array.from({ length: 0x80 }, (_, point) => String.fromCodePoint(point)),
    ...points(),
  ]) {
    if (!pattern.test(letter)) continue
    const last = found.at(-1)
    if (last && last[1].codePointAt(0) === behind(letter)) last[1] = letter
    else found.push([letter, letter])
  }
  return found.map(([from, to]) => `${written(from)}-${written(to)}`).join('')
}

const blanks = '\\s\u00a0\u1680\u2028\u2029\ufeff'

/**
 * At the end of a word the small Σ is ς: the rule of Unicode, which PostgreSQL has in some versions
 * and places, by the letters and marks that JavaScript knows.
 */
function withSigma(text: string): string {
  const [letters, between] = [
    ranges(/(?!\p{Case_Ignorable})\p{Cased}/u),
    ranges(/\p{Case_Ignorable}/u),
  ]
  return `replace(regexp_replace(${text}, '(?<=[${letters}][${between}]*)Σ(?![${between}]*[${letters}])', 'ς', 'g'), 'Σ', 'σ')`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The text with letters replaced of which the server knows less than JavaScript: those of a newer
 * Unicode. @param small what it makes of a column `given`
 */
async function withNewer(client: Client, small: string): Promise<string> {
  const own = (letter: string) => letter.normalize('NFKD').toLowerCase()
  const changed = [...points()].filter((letter) => own(letter) !== letter)
  const { rows } = await client.query({
    text: `SELECT ${small} AS small FROM unnest($1::text[]) WITH ORDINALITY AS "letter"(given, place) ORDER BY place`,
    values: [changed],
  })
  const newer = changed.filter((letter, index) => rows[index].small !== own(letter))
  const [single, more] = [
    newer.filter((letter) => [...own(letter)].length === 1),
    newer.filter((letter) => [...own(letter)].length > 1),
  ]
  const replaced = more.reduce(
    (text, letter) => `replace(${text}, ${quoted(letter)}, ${quoted(own(letter))})`,
    'given',
  )
  return single.length === 0
    ? replaced
    : `translate(${replaced}, ${quoted(single.join(''))}, ${quoted(single.map(own).join(''))})`
}

/** The function `folded` in SQL, which does what `fold` does; see there. */
export async function createFoldFunction(client: Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT 1 FROM pg_proc WHERE proname = 'folded' AND pronamespace = current_schema()::regnamespace",
  )
  if (rows.length > 0) return
  const found = (
    await client.query('SELECT collname FROM pg_collation WHERE collname = ANY($1)', [collations])
  ).rows.map((row) => row.collname as string)
  const collation = collations.find((each) => found.includes(each))
  const small = (text: string) =>
    collation ? `lower(${text} COLLATE "${collation}") COLLATE "C"` : `lower(${text})`
  const apart = `normalize(${await withNewer(client, small('normalize(given, NFKD)'))}, NFKD)`
  const tidy = (text: string) => `btrim(regexp_replace(${text}, '[${blanks}]+', ' ', 'g'))`
  const marks = ranges(/\p{M}/u)
  const plain = (text: string) =>
    tidy(
      Object.entries(letterFoldings).reduce(
        (all, [letter, others]) => `replace(${all}, '${letter}', '${others}')`,
        `regexp_replace(${small(text)}, '[${marks}]', '', 'g')`,
      ),
    )
  await client.query(
    `CREATE FUNCTION "foldedLetters"(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
       SELECT CASE WHEN strpos(${apart}, 'Σ') > 0 THEN ${plain(withSigma(apart))} ELSE ${plain(apart)} END $$`,
  )
  // Nearly all names are of plain letters, which need none of that: this one is written out in the
  // queries, for it is not STRICT.
  await client.query(
    `CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT CASE WHEN given ~ '^[ -~]*$' THEN ${tidy('lower(given COLLATE "C")')} ELSE "foldedLetters"(given) END $$`,
  )
}
