/** Creates policies, triggers and functions on PostgreSQL, for migrations. */
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import { letterFoldings } from '../../lib/text.ts'
import type { ColumnType } from '../schema.ts'
import { allCompanies, companySetting } from './connection.ts'

const textType = 'TEXT COLLATE "C"'

/** Column types that behave as in SQLite: text is compared by bytes, and booleans are 0 or 1. */
export const postgresTypes: Record<ColumnType, string> = {
  text: textType,
  time: textType,
  int: 'BIGINT',
  bool: 'SMALLINT',
  real: 'DOUBLE PRECISION',
  blob: 'BYTEA',
}

/** The transaction's company id, or `*`. The subquery is evaluated once per statement. */
const companySql = `(SELECT current_setting('${companySetting}', true))`

export async function execute(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

/**
 * Enables row-level security, a second layer of isolation between companies: queries read and
 * change only rows of the transaction's company. This also applies to the table owner.
 */
export async function enableRowSecurity(db: Kysely<unknown>, table: string, columns: string[]) {
  if (table !== 'companies' && !columns.includes('companyId')) return
  const column = table === 'companies' ? 'id' : 'companyId'
  await execute(db, `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`)
  await execute(
    db,
    `CREATE POLICY "ofCompany" ON "${table}" USING ("${column}" = ${companySql} OR ${companySql} = '${allCompanies}')`,
  )
}

/** Creates a row trigger that runs before `events`, and the trigger's function from `body`. */
export async function createTrigger(
  db: Kysely<unknown>,
  name: string,
  events: string,
  body: string,
): Promise<void> {
  await execute(
    db,
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$`,
  )
  await execute(
    db,
    `CREATE TRIGGER "${name}" BEFORE ${events} FOR EACH ROW EXECUTE FUNCTION "${name}"()`,
  )
}

/** Allows deletions from an append-only table if a condition on the row `OLD` is true. */
export const allowDeletions = (db: Kysely<unknown>, table: string, condition: string) =>
  execute(
    db,
    `CREATE OR REPLACE FUNCTION "${table}Stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'DELETE' AND ${condition} THEN RETURN OLD; END IF;
        RAISE EXCEPTION '${table} is append-only'; END $$`,
  )

/** Drops a table's foreign keys to another table. */
export async function dropForeignKeys(db: Kysely<unknown>, table: string, target: string) {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where contype = 'f' and conrelid = cast(${`"${table}"`} as regclass)
      and confrelid = cast(${`"${target}"`} as regclass)`.execute(db)
  for (const { name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
}

/** Collations that lowercase letters of all scripts, best first. A server may lack some. */
const collations = ['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8']

const blockSize = 256

/**
 * Returns blocks of consecutive characters that contain all letters and marks of Unicode. Planes 4
 * to 13 are unassigned, and planes 15 and 16 are for private use.
 */
const listBlocks = (): string[] =>
  [0, 1, 2, 3, 14]
    .flatMap((plane) => Array.from({ length: 256 }, (_, block) => plane * 256 + block))
    .map((block) => block * blockSize)
    .filter((firstCodePoint) => firstCodePoint < 0xd800 || firstCodePoint > 0xdfff)
    .map((first) =>
      String.fromCodePoint(...Array.from({ length: blockSize }, (_, index) => first + index)),
    )

const escapeCharacter = (character: string) =>
  `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`

/**
 * Returns matched characters as ranges for a PostgreSQL regular expression.
 * @param runs a global pattern for runs of consecutive characters
 */
const toRegexRanges = (runs: RegExp): string =>
  [...listBlocks().join('').matchAll(runs)]
    .map(([run]) => [...run])
    .map((run) => `${escapeCharacter(run[0] as string)}-${escapeCharacter(run.at(-1) as string)}`)
    .join('')

const blanks = '\\s\u00a0\u1680\u2028\u2029\ufeff'

/**
 * Returns SQL that lowercases Σ, which becomes ς at the end of a word. PostgreSQL does so only in
 * some versions and collations.
 */
function toLowerSigmaSql(text: string): string {
  const casedLetters = toRegexRanges(/(?:(?!\p{Case_Ignorable})\p{Cased})+/gu)
  const ignoredCharacters = toRegexRanges(/\p{Case_Ignorable}+/gu)
  return `replace(regexp_replace(${text}, '(?<=[${casedLetters}][${ignoredCharacters}]*)Σ(?![${ignoredCharacters}]*[${casedLetters}])', 'ς', 'g'), 'Σ', 'σ')`
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns SQL that replaces the letters of `given` whose lowercase differs from JavaScript's. */
async function replaceDifferentLetters(client: Client, loweredSql: string): Promise<string> {
  const toLower = (letter: string) => letter.normalize('NFKD').toLowerCase()
  // Most blocks contain no letter that changes.
  const letters = listBlocks()
    .filter((block) => toLower(block) !== block)
    .flatMap((block) => [...block])
    .filter((letter) => letter > '\u007f' && toLower(letter) !== letter)
  const { rows } = await client.query({
    text: `SELECT ${loweredSql} AS lowered FROM unnest($1::text[]) WITH ORDINALITY AS "letter"(given, place) ORDER BY place`,
    values: [letters],
  })
  const changedLetters = letters.filter((letter, index) => rows[index].lowered !== toLower(letter))
  const hasOneLetterLowercase = (letter: string) => [...toLower(letter)].length === 1
  const replacedSql = changedLetters
    .filter((letter) => !hasOneLetterLowercase(letter))
    .reduce(
      (text, letter) => `replace(${text}, ${quote(letter)}, ${quote(toLower(letter))})`,
      'given',
    )
  const singleLetters = changedLetters.filter(hasOneLetterLowercase)
  return singleLetters.length === 0
    ? replacedSql
    : `translate(${replacedSql}, ${quote(singleLetters.join(''))}, ${quote(singleLetters.map(toLower).join(''))})`
}

/**
 * Creates the function `folded`, the equivalent of `fold` in JavaScript, unless it exists.
 * Depending on version and build, servers lowercase some letters differently, so the function
 * replaces these letters itself.
 */
export async function createFoldFunction(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_proc WHERE proname = 'folded' AND pronamespace = current_schema()::regnamespace",
  )
  if (rowCount) return
  const { rows } = await client.query(
    'SELECT collname FROM pg_collation WHERE collname::text = ANY($1::text[]) ORDER BY array_position($1::text[], collname::text) LIMIT 1',
    [collations],
  )
  const collation = rows[0]?.collname as string | undefined
  const toLowerSql = (text: string) =>
    collation ? `lower(${text} COLLATE "${collation}") COLLATE "C"` : `lower(${text})`
  const decomposedSql = `normalize(${await replaceDifferentLetters(client, toLowerSql('normalize(given, NFKD)'))}, NFKD)`
  const toTrimSql = (text: string) => `btrim(regexp_replace(${text}, '[${blanks}]+', ' ', 'g'))`
  const marks = toRegexRanges(/\p{M}+/gu)
  const toUnmarkedSql = (text: string) =>
    `regexp_replace(${toLowerSql(text)}, '[${marks}]', '', 'g')`
  const toFoldSql = (text: string) =>
    toTrimSql(
      Object.entries(letterFoldings).reduce(
        (result, [letter, replacement]) => `replace(${result}, '${letter}', '${replacement}')`,
        toUnmarkedSql(text),
      ),
    )
  await client.query(
    `CREATE FUNCTION "foldedLetters"(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
       SELECT CASE WHEN strpos(${decomposedSql}, 'Σ') > 0 THEN ${toFoldSql(toLowerSigmaSql(decomposedSql))} ELSE ${toFoldSql(decomposedSql)} END $$`,
  )
  // Almost all names are ASCII. PostgreSQL can inline this function, since it is not STRICT.
  await client.query(
    `CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT CASE WHEN given ~ '^[ -~]*$' THEN ${toTrimSql('lower(given COLLATE "C")')} ELSE "foldedLetters"(given) END $$`,
  )
}
