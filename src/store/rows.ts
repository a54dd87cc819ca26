import { type Builder, type Query, query } from './query.ts'
import type { TableName } from './schema.ts'

/** Plain one-table INSERT, UPDATE and DELETE, each text built once for its table and columns. */
type Params = Record<string, unknown>
type Any = Query<object, unknown>

const known = new Map<string, Any>()

function once(key: string, build: (k: Builder, p: Params) => unknown): Any {
  let found = known.get(key)
  if (!found) {
    found = query(build as never)
    known.set(key, found)
  }
  return found
}

const pick = (p: Params, columns: string[], prefix = '') => Object.fromEntries(columns.map((column) => [column, p[prefix + column]]))

export const insertRow = (table: TableName, columns: string[]): Any =>
  once(`insert ${table} ${columns}`, (k, p) => k.insertInto(table).values(pick(p, columns) as never))

export const updateRows = (table: TableName, key: string[], columns: string[]): Any =>
  once(`update ${table} ${key} set ${columns}`, (k, p) => {
    const update = k.updateTable(table).set(pick(p, columns, 'set_') as never)
    return key.reduce((q, column) => q.where(column as never, '=', p[`key_${column}`] as never), update)
  })

export const deleteRows = (table: TableName, key: string[]): Any =>
  once(`delete ${table} ${key}`, (k, p) => key.reduce((q, column) => q.where(column as never, '=', p[column] as never), k.deleteFrom(table)))
