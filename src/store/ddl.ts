/** Creates tables from declarations, so that migrations run on SQLite and PostgreSQL. */
import { type Kysely, PostgresAdapter } from 'kysely'
import {
  allowDeletions,
  createTrigger,
  enableRowSecurity,
  execute,
  postgresTypes,
} from './postgres/ddl.ts'
import type { ColumnType } from './schema.ts'

export { dropForeignKeys } from './postgres/ddl.ts'

/** A column's type; a trailing `?` allows NULL. */
type Column = ColumnType | `${ColumnType}?`

type Index = string[] | { columns: string[]; where: string }

interface Table {
  columns: Record<string, Column>
  key: string[]
  /** Referenced tables by column. With `cascade`, deleting a referenced row deletes this row. */
  references?: Record<string, string>
  cascade?: Record<string, string>
  unique?: string[][]
  indexes?: Index[]
  oneOf?: Record<string, string[]>
  /** Whether SQLite stores rows in the primary key's B-tree, for child rows read by parent. */
  clustered?: boolean
}

const sqliteTypes: Record<ColumnType, string> = {
  text: 'TEXT',
  time: 'TEXT',
  int: 'INTEGER',
  bool: 'INTEGER',
  real: 'REAL',
  blob: 'BLOB',
}
export const isPostgres = (db: Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter
const getTypes = (db: Kysely<unknown>) => (isPostgres(db) ? postgresTypes : sqliteTypes)
const quoteNames = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

function toTableClauses(name: string, table: Table, types: Record<ColumnType, string>): string[] {
  const columns = Object.entries(table.columns).map(([column, declaredType]) => {
    const baseType = declaredType.replace('?', '') as ColumnType
    const check = baseType === 'bool' ? ` CHECK ("${column}" IN (0, 1))` : ''
    return `"${column}" ${types[baseType]}${declaredType.endsWith('?') ? '' : ' NOT NULL'}${check}`
  })
  const toForeignKeys = (references: Record<string, string> = {}, onDelete = '') =>
    Object.entries(references).map(([column, target]) =>
      column === 'companyId'
        ? `FOREIGN KEY ("companyId") REFERENCES "${target}" ("id")${onDelete}`
        : `FOREIGN KEY ("companyId", "${column}") REFERENCES "${target}" ("companyId", "id")${onDelete}`,
    )
  const checks = Object.entries(table.oneOf ?? {}).map(
    ([column, values]) =>
      `CHECK ("${column}" IN (${values.map((value) => `'${value}'`).join(', ')}))`,
  )
  return [
    ...columns,
    `CONSTRAINT "${name}Key" PRIMARY KEY (${quoteNames(table.key)})`,
    ...toForeignKeys(table.references),
    ...toForeignKeys(table.cascade, ' ON DELETE CASCADE'),
    ...checks,
  ]
}

export async function createTable(db: Kysely<unknown>, name: string, table: Table): Promise<void> {
  const options = isPostgres(db) ? '' : table.clustered ? 'STRICT, WITHOUT ROWID' : 'STRICT'
  const clauses = toTableClauses(name, table, getTypes(db)).join(', ')
  await execute(db, `CREATE TABLE "${name}" (${clauses}) ${options}`)
  if (isPostgres(db)) await enableRowSecurity(db, name, Object.keys(table.columns))
  for (const columns of table.unique ?? []) await createUniqueIndex(db, name, columns)
  for (const index of table.indexes ?? []) await createIndex(db, name, index)
}

/**
 * Creates a unique index. On PostgreSQL, the index includes the company, so that the table can be
 * distributed by company; a plain index then serves lookups without the company.
 */
async function createUniqueIndex(db: Kysely<unknown>, name: string, columns: string[]) {
  const needsCompany = isPostgres(db) && !columns.includes('companyId')
  const uniqueColumns = quoteNames(needsCompany ? ['companyId', ...columns] : columns)
  const indexName = `${name}Unique_${columns.join('_')}`
  await execute(db, `CREATE UNIQUE INDEX "${indexName}" ON "${name}" (${uniqueColumns})`)
  if (needsCompany) await createIndex(db, name, columns)
}

/** Creates an index unless it exists. An operator may have created it in advance. */
export async function createIndex(db: Kysely<unknown>, table: string, index: Index): Promise<void> {
  const { columns, where } = Array.isArray(index) ? { columns: index, where: '' } : index
  const name = `${table}By_${columns.filter((column) => column !== 'companyId').join('_')}${where && '_where'}`
  const condition = where && ` WHERE ${where}`
  await execute(
    db,
    `CREATE INDEX IF NOT EXISTS "${name}" ON "${table}" (${quoteNames(columns)})${condition}`,
  )
}

/** Adds a column, which is NOT NULL with the default `value` or, without `value`, nullable. */
export async function addColumn(
  db: Kysely<unknown>,
  table: string,
  column: string,
  type: ColumnType,
  value?: number | string,
): Promise<void> {
  const literal = typeof value === 'string' ? `'${value}'` : value
  const clause = value === undefined ? '' : ` NOT NULL DEFAULT ${literal}`
  await execute(db, `ALTER TABLE "${table}" ADD COLUMN "${column}" ${getTypes(db)[type]}${clause}`)
}

/** Creates a trigger that rejects `changes`, such as `DELETE ON "events"`, with a message. */
const reject = (db: Kysely<unknown>, name: string, changes: string, message: string) =>
  isPostgres(db)
    ? createTrigger(db, name, changes, `RAISE EXCEPTION '${message}'`)
    : execute(
        db,
        `CREATE TRIGGER "${name}" BEFORE ${changes} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
      )

/** Creates a trigger that rejects changes to a column. */
export const freezeColumn = (db: Kysely<unknown>, table: string, column: string): Promise<void> =>
  reject(
    db,
    `${table}Keep_${column}`,
    `UPDATE OF "${column}" ON "${table}"`,
    `${column} cannot be changed`,
  )

/** Creates triggers that reject changes and deletions of a table's rows. */
export async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
  const message = `${table} is append-only`
  if (isPostgres(db)) return reject(db, `${table}Stay`, `UPDATE OR DELETE ON "${table}"`, message)
  for (const change of ['UPDATE', 'DELETE'])
    await reject(db, `${table}No${change}`, `${change} ON "${table}"`, message)
}

/** Allows deletions from an append-only table if a condition on the row `OLD` is true. */
export async function allowDeletionsIf(db: Kysely<unknown>, table: string, condition: string) {
  if (isPostgres(db)) return allowDeletions(db, table, condition)
  const name = `${table}NoDELETE`
  await execute(db, `DROP TRIGGER "${name}"`)
  await reject(db, name, `DELETE ON "${table}" WHEN NOT ${condition}`, `${table} is append-only`)
}
