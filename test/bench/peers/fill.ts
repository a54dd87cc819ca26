/**
 * Copies the tables that PostGraphile uses, with their keys and indexes, from SQLite into a
 * PostgreSQL schema, unless the schema is up to date. Then prints the process id of the PostgreSQL
 * server, if the server runs on this machine.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const { DATABASE = '', COMPANY = '', POSTGRES, SCHEMA = '' } = process.env
const tables = [
  'users',
  'stages',
  'tags',
  'people',
  'personEmails',
  'personPhones',
  'personTags',
  'pipelineStages',
  'deals',
  'dealPeople',
  'tasks',
  'activities',
]
const sqlite = new SQLite(DATABASE, { readonly: true })
const client = new pg.Client({ connectionString: POSTGRES })

interface Column {
  name: string
  type: 'TEXT' | 'INTEGER' | 'REAL'
  notnull: number
  /** The column's position in the primary key, starting at 1; 0 for a column outside the key. */
  pk: number
}
interface Reference {
  id: number
  table: string
  from: string
  to: string
  on_delete: string
}

const quoteNames = (names: string[]) => names.map((name) => `"${name}"`).join(', ')
const readSchema = (table: string) =>
  sqlite
    .prepare<string[], { type: string; sql: string }>(
      'SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL',
    )
    .all(table)
const listColumns = (table: string) => sqlite.pragma(`table_info("${table}")`) as Column[]
const readPrimaryKey = (table: string) =>
  listColumns(table)
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name)

/**
 * Returns the CREATE TABLE statement for PostgreSQL. Text is compared by bytes, as in SQLite, and
 * columns that contain only 0 and 1 become booleans.
 */
function createTableSql(table: string): string {
  const createStatement = readSchema(table).find(({ type }) => type === 'table')?.sql ?? ''
  const getType = ({ name, type }: Column) => {
    if (createStatement.includes(`CHECK ("${name}" IN (0, 1))`)) return 'boolean'
    return { TEXT: 'text COLLATE "C"', INTEGER: 'integer', REAL: 'double precision' }[type]
  }
  const columns = listColumns(table).map(
    (column) => `"${column.name}" ${getType(column)}${column.notnull ? ' NOT NULL' : ''}`,
  )
  return `CREATE TABLE "${table}" (${columns.join(', ')})`
}

/** Returns the statements that create the keys and indexes after the rows have been copied. */
function createKeyStatements(table: string): string[] {
  const indexStatements = readSchema(table).flatMap(({ type, sql }) =>
    type === 'index' ? [sql] : [],
  )
  return [
    `ALTER TABLE "${table}" ADD PRIMARY KEY (${quoteNames(readPrimaryKey(table))})`,
    ...indexStatements,
  ]
}

function createForeignKeyStatements(table: string): string[] {
  const references = Map.groupBy(
    sqlite.pragma(`foreign_key_list("${table}")`) as Reference[],
    ({ id }) => id,
  )
  return [...references.values()].flatMap((columns) => {
    const [{ table: targetTable, on_delete }] = columns as [Reference]
    const [from, to] = [columns.map((column) => column.from), columns.map((column) => column.to)]
    return tables.includes(targetTable)
      ? [
          `ALTER TABLE "${table}" ADD FOREIGN KEY (${quoteNames(from)}) REFERENCES "${targetTable}" (${quoteNames(to)}) ON DELETE ${on_delete}`,
        ]
      : []
  })
}

/**
 * Functions that PostGraphile exposes as computed columns: full names, and relations through link
 * tables.
 */
const functionStatements = [
  `CREATE FUNCTION "people_fullName"(person people) RETURNS text AS $$ SELECT trim(person."firstName" || ' ' || person."lastName") $$ LANGUAGE sql STABLE`,
  `CREATE FUNCTION "users_fullName"(person users) RETURNS text AS $$ SELECT trim(person."firstName" || ' ' || person."lastName") $$ LANGUAGE sql STABLE`,
  `CREATE FUNCTION "people_tags"(person people) RETURNS SETOF tags AS $$ SELECT tags.* FROM ${SCHEMA}."personTags" link
    JOIN ${SCHEMA}.tags ON tags."companyId" = link."companyId" AND tags.id = link."tagId"
    WHERE link."companyId" = person."companyId" AND link."personId" = person.id ORDER BY link.position $$ LANGUAGE sql STABLE`,
  `CREATE FUNCTION "people_deals"(person people) RETURNS SETOF deals AS $$ SELECT deals.* FROM ${SCHEMA}."dealPeople" link
    JOIN ${SCHEMA}.deals ON deals."companyId" = link."companyId" AND deals.id = link."dealId"
    WHERE link."companyId" = person."companyId" AND link."personId" = person.id ORDER BY deals.id DESC $$ LANGUAGE sql STABLE`,
]

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const formatCell = (value: unknown) =>
  value === null
    ? '\\N'
    : String(value).replace(/[\\\n\r\t]/g, (character) => escapes[character] as string)

async function copyTable(table: string): Promise<void> {
  const stream = client.query(copyFrom(`COPY "${table}" FROM STDIN`))
  const finishEvent = once(stream, 'finish')
  const rows = sqlite
    .prepare(
      `SELECT * FROM "${table}" WHERE "companyId" = ? ORDER BY ${quoteNames(readPrimaryKey(table))}`,
    )
    .raw()
  let copyText = ''
  for (const row of rows.iterate(COMPANY) as Iterable<unknown[]>) {
    copyText += `${row.map(formatCell).join('\t')}\n`
    if (copyText.length < 65_536) continue
    if (!stream.write(copyText)) await once(stream, 'drain')
    copyText = ''
  }
  stream.end(copyText)
  await finishEvent
}

const finalStatements = [
  ...tables.flatMap(createKeyStatements),
  ...tables.flatMap(createForeignKeyStatements),
  ...functionStatements,
]

async function fillSchema(hash: string): Promise<void> {
  const personCount =
    sqlite.prepare<[], { count: number }>('SELECT count(*) AS count FROM people').get()?.count ?? 0
  console.error(
    `copying ${personCount} people into PostgreSQL for this and later runs, about ${Math.ceil(personCount / 1500)} s …`,
  )
  await client.query(
    `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}; SET maintenance_work_mem = '256MB'`,
  )
  for (const table of tables) await client.query(createTableSql(table))
  for (const table of tables) await copyTable(table)
  for (const statement of finalStatements) await client.query(statement)
  for (const table of tables) await client.query(`VACUUM ANALYZE "${table}"`)
  await client.query(`COMMENT ON SCHEMA ${SCHEMA} IS '${hash}'`)
}

/** Returns the id of the server's main process, or undefined for a server on another machine. */
async function findServerProcess(): Promise<number | undefined> {
  const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]
  try {
    const [, name, parent] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name?.startsWith('postgres') ? Number(parent) : undefined
  } catch {
    return undefined
  }
}

try {
  await client.connect()
} catch (error) {
  console.error(`PostgreSQL is unreachable: ${(error as Error).message}`)
  process.exit(1)
}
await client.query(`SET search_path = ${SCHEMA}`)
/** The schema is filled again if this hash of its source data and statements changes. */
const contentHash = createHash('sha256')
  .update(
    JSON.stringify([
      COMPANY,
      statSync(`${DATABASE}.json`).mtimeMs,
      tables.map(createTableSql),
      finalStatements,
    ]),
  )
  .digest('hex')
const schemaComment = await client.query(
  "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS mark",
  [SCHEMA],
)
if (schemaComment.rows[0].mark !== contentHash) await fillSchema(contentHash)
console.log(JSON.stringify({ pid: await findServerProcess() }))
await client.end()
