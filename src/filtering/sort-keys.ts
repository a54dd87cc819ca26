/** The sort keys of a list: the fields in the request's `orderBy`, or the default order. */
import { type FilterSpec, type Order, orderByCreation } from './filter-spec.ts'

export interface OrderBy {
  field?: string | null | undefined
  direction?: 'asc' | 'desc' | null | undefined
}

export type SortKey = { name: string; order: Order; isDescending: boolean }

export type SortKeys = readonly [SortKey, ...SortKey[]]

export const getCreationSortKeys = (isDescending: boolean): SortKeys => [
  { name: 'createdAt', order: orderByCreation, isDescending },
]

/** Returns the sort keys. Keys after `createdAt` are omitted, since it sorts by the unique id. */
export function resolveSortKeys(
  { orders, defaultOrder = 'createdAt' }: FilterSpec,
  orderBy: readonly OrderBy[] | null | undefined,
): SortKeys {
  const keys = (orderBy?.length ? orderBy : [{}]).map(({ field, direction }: OrderBy) => {
    const name = field ?? defaultOrder
    const order = orders[name] as Order
    return { name, order, isDescending: direction ? direction === 'desc' : order.isDescending }
  })
  const uniqueKeyIndex = keys.findIndex(({ order }) => order.column === 'id')
  return (uniqueKeyIndex < 0 ? keys : keys.slice(0, uniqueKeyIndex + 1)) as [SortKey]
}

/** Returns a key that identifies an order; null for the list's default order. */
export function toOrderKey({ defaultOrder = 'createdAt' }: FilterSpec, keys: SortKeys): unknown {
  const [{ name, order, isDescending }] = keys
  const hasDefaultKey = name === defaultOrder && isDescending === order.isDescending
  const isDefault = keys.length === 1 && hasDefaultKey
  return isDefault ? null : keys.flatMap((key) => [key.name, key.isDescending])
}

/** Returns a row's sort position: the id, or a JSON array of the sort values and the id. */
export function toPosition(keys: SortKeys, row: { id: string }): string {
  const columns = keys.map(({ order }) => order.column)
  if (columns[0] === 'id') return row.id
  const values = columns.map((column) => (row as Record<string, unknown>)[column] ?? null)
  return JSON.stringify([...values, row.id])
}

/** Returns the sort values of a position, followed by the id. */
export const parsePosition = (position: string): (string | number | null)[] =>
  position.startsWith('[') ? JSON.parse(position) : [position, position]

/** Converts a position to parameters of `ListQueries.sorted`. */
export function toCursorBound(side: 'after' | 'before', position: string | undefined) {
  if (position === undefined) return undefined
  const values = parsePosition(position)
  return {
    areNull: values.map((value) => value === null),
    params: Object.fromEntries(values.map((value, index) => [`${side}${index}`, value])),
  }
}
