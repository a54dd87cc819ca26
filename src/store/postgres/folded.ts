import type { Client } from 'pg'

/** Which of these a server has depends on its version and on how it was built; each knows the small letters of all scripts. */
const collations = ['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8']

/** All marks, as ranges of a regular expression. */
function marks(): string {
  const ranges: [number, number][] = []
  for (let point = 0x300; point <= 0x10ffff; point++) {
    if (!/\p{M}/u.test(String.fromCodePoint(point))) continue
    const last = ranges.at(-1)
    if (last && last[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  return ranges.map(([from, to]) => `${String.fromCodePoint(from)}-${String.fromCodePoint(to)}`).join('')
}

const special = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' }
const blanks = '\\s\u00a0\u1680\u2028\u2029\ufeff'

/** The function `folded` in SQL, which does what `fold` does; see there. */
export async function createFolded(client: Client): Promise<void> {
  const { rows } = await client.query("SELECT 1 FROM pg_proc WHERE proname = 'folded' AND pronamespace = current_schema()::regnamespace")
  if (rows.length > 0) return
  const found = (await client.query('SELECT collname FROM pg_collation WHERE collname = ANY($1)', [collations])).rows.map((row) => row.collname as string)
  const collation = collations.find((each) => found.includes(each))
  const small = collation ? `lower(normalize(given, NFKD) COLLATE "${collation}") COLLATE "C"` : 'lower(normalize(given, NFKD))'
  const plain = Object.entries(special).reduce(
    (text, [letter, others]) => `replace(${text}, '${letter}', '${others}')`,
    `regexp_replace(${small}, '[${marks()}]', '', 'g')`,
  )
  const tidy = (text: string) => `btrim(regexp_replace(${text}, '[${blanks}]+', ' ', 'g'))`
  // Nearly all names are of plain letters, which need none of this. (Not STRICT, or it would be called rather than written out in the query.)
  await client.query(
    `CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT CASE WHEN given ~ '^[ -~]*$' THEN ${tidy('lower(given COLLATE "C")')} ELSE ${tidy(plain)} END $$`,
  )
}
