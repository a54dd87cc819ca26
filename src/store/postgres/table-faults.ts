import type { Client } from 'pg'
import { fold } from '../fold.ts'
import { progressTable } from '../table-copy.ts'

/** What is not as it should be with the tables. */
export interface TableFaults {
  /** Whether there are tables at all; whether they are ours. */
  empty: boolean
  ours: boolean
  /** Whether a copy was begun in it, and not finished. */
  halfCopied: boolean
  /** Tables that row-level security should guard, and of these the ones that it does not. */
  guarded: number
  unguarded: string[]
  /** Tables that this role may not read and change. */
  withheld: string[]
  /** Tables with many rows of which the planner knows nothing. */
  unanalysed: string[]
  invalidIndexes: string[]
  /** Whether names are folded there as they are here. */
  folds: boolean
}

const many = 10_000
const here = 'relnamespace = current_schema()::regnamespace'
const column = `EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = CASE relname WHEN 'companies' THEN 'id' ELSE 'companyId' END AND NOT attisdropped)`

/** Another policy beside ours would let more be seen: of several, one is enough. */
const policies = `ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = pg_class.oid) = ARRAY['ofCompany']`
const tables = `SELECT relname AS name, ${column} AS "hasCompany", relrowsecurity AND relforcerowsecurity AND ${policies} AS guarded,
    has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') AS granted
  FROM pg_class WHERE ${here} AND relkind IN ('r', 'p') ORDER BY 1`

const unanalysed = `SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = current_schema()
  AND last_analyze IS NULL AND last_autoanalyze IS NULL AND n_live_tup > ${many} ORDER BY 1`
const invalid = `SELECT relname AS name FROM pg_class JOIN pg_index ON indexrelid = oid WHERE ${here} AND NOT indisvalid ORDER BY 1`
interface Table {
  name: string
  hasCompany: number
  guarded: number
  granted: number
}

export async function tableFaultsOf(client: Client): Promise<TableFaults> {
  const names = async (text: string) =>
    (await client.query(text)).rows.map(({ name }) => name as string)
  const found = (await client.query(tables)).rows as Table[]
  const ofCompanies = found.filter(({ hasCompany }) => hasCompany)
  return {
    empty: found.length === 0,
    ours:
      found.some(({ name }) => name === 'companies') &&
      found.some(({ name }) => name === 'kysely_migration'),
    halfCopied: found.some(({ name }) => name === progressTable),
    guarded: ofCompanies.length,
    unguarded: ofCompanies.filter(({ guarded }) => !guarded).map(({ name }) => name),
    withheld: found
      .filter(
        ({ name, hasCompany, granted }) =>
          (hasCompany || ['windows', 'secrets'].includes(name)) && !granted,
      )
      .map(({ name }) => name),
    unanalysed: await names(unanalysed),
    invalidIndexes: await names(invalid),
    folds: await folds(client),
  }
}

const functions = `SELECT prosrc AS source FROM pg_proc WHERE proname IN ('folded', 'foldedLetters') AND pronamespace = current_schema()::regnamespace`
const sample = 'Ärger  ΟΔΟΣ Łódź Straße Ⅷ'

/** Looks first for what the functions need: what failed would end the transaction. */
async function folds(client: Client): Promise<boolean> {
  const sources = (await client.query(functions)).rows.map(({ source }) => source as string)
  const needed = [
    ...new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/COLLATE "(.*?)"/g)].map(([, name]) => name as string),
      ),
    ),
  ]
  const { rows } = await client.query(
    'SELECT DISTINCT collname FROM pg_collation WHERE collname = ANY($1)',
    [needed],
  )
  if (sources.length < 2 || rows.length < needed.length) return false
  return (
    (await client.query('SELECT folded($1) AS small', [sample])).rows[0]?.small === fold(sample)
  )
}
