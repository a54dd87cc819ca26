import { type Builder, type Query, query } from './query.ts'
import type { TableName } from './schema.ts'

/** Plain one-table INSERT, UPDATE and DELETE, each text built once for its table and columns. */
type Params = Record<string, unknown>
type Any = Query<object, unknown>

/**
 * So many statements of a kind are kept of a table: there are updates for any choice of its
 * columns.
 */
const mostKept = 100

/** The statements of one kind, by their table; those of a table are told apart by their columns. */
type Known = Map<TableName, { columns: readonly string[]; query: Any }[]>

const inserts: Known = new Map()
const updates: Known = new Map()
const deletes: Known = new Map()

function once(
  known: Known,
  table: TableName,
  columns: readonly string[],
  build: (k: Builder, p: Params) => unknown,
): Any {
  const all = known.get(table) ?? []
  const found = all.find(
    (each) =>
      each.columns.length === columns.length &&
      each.columns.every((column, index) => column === columns[index]),
  )
  if (found) return found.query
  const made: Any = query(build as never)
  known.set(table, [...(all.length < mostKept ? all : []), { columns, query: made }])
  return made
}

const pick = (p: Params, columns: string[], prefix = '') =>
  Object.fromEntries(columns.map((column) => [column, p[prefix + column]]))

export const insertRow = (table: TableName, columns: string[]): Any =>
  once(inserts, table, columns, (k, p) => k.insertInto(table).values(pick(p, columns) as never))

export const updateRows = (table: TableName, key: string[], columns: string[]): Any =>
  once(updates, table, [...key, 'set', ...columns], (k, p) => {
    const update = k.updateTable(table).set(pick(p, columns, 'set_') as never)
    return key.reduce(
      (q, column) => q.where(column as never, '=', p[`key_${column}`] as never),
      update,
    )
  })

export const deleteRows = (table: TableName, key: string[]): Any =>
  once(deletes, table, key, (k, p) =>
    key.reduce(
      (q, column) => q.where(column as never, '=', p[column] as never),
      k.deleteFrom(table),
    ),
  )
