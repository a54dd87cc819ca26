import { createCache } from '../lib/cache.ts'
import { type Builder, type Query, query } from './query.ts'
import type { TableName } from './schema.ts'

/** One-table INSERT, UPDATE and DELETE statements, each built once for its table and columns. */
type Params = Record<string, unknown>
type RowQuery = Query<object, unknown>

/** An update may have any choice of a table's columns. */
const rowQueries = createCache<string, RowQuery>({
  name: 'row_queries',
  bound: { maxEntries: 1000 },
})

const buildOnce = (key: string, build: (k: Builder, p: Params) => unknown): RowQuery =>
  rowQueries.getOrCreate(key, () => query(build as never))

const pick = (p: Params, columns: string[], prefix = '') =>
  Object.fromEntries(columns.map((column) => [column, p[prefix + column]]))

export const insertRow = (table: TableName, columns: string[]): RowQuery =>
  buildOnce(`insert ${table} ${columns}`, (k, p) =>
    k.insertInto(table).values(pick(p, columns) as never),
  )

export const updateRows = (table: TableName, key: string[], columns: string[]): RowQuery =>
  buildOnce(`update ${table} ${key} set ${columns}`, (k, p) => {
    const update = k.updateTable(table).set(pick(p, columns, 'set_') as never)
    return key.reduce(
      (q, column) => q.where(column as never, '=', p[`key_${column}`] as never),
      update,
    )
  })

export const deleteRows = (table: TableName, key: string[]): RowQuery =>
  buildOnce(`delete ${table} ${key}`, (k, p) =>
    key.reduce(
      (q, column) => q.where(column as never, '=', p[column] as never),
      k.deleteFrom(table),
    ),
  )
