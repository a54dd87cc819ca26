/** Fields and orders that the filter specs of several kinds of records share. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '../access/access-scope.ts'
import { fold } from '../store/fold.ts'
import type { Field, Order } from '../store/kinds.ts'
import { contains, sqlFold } from '../store/sql.ts'
import type { FilterParams } from './filter-spec.ts'

type FieldOf = Field<FilterParams, AccessScope>

/** For records that the whole company sees. */
export const visibleToCompany = { accessPaths: () => [], canView: () => sql<boolean>`1 = 1` }

export const ids: FieldOf = {
  description: 'One of these.',
  type: 'ID',
  list: true,
  column: 'id',
  indexed: true,
}

export const createdAt: FieldOf = {
  description: 'When it was created.',
  type: 'created',
  column: 'id',
  indexed: true,
}

export const orderByCreation: Order = {
  description: 'When it was created.',
  column: 'id',
  descending: true,
}

export const orderByPosition: Order = {
  description: 'The place that it was given.',
  column: 'position',
  descending: false,
}

/** Text of which a part is given; no index serves it. */
export const containsFilter = (what: string, text: RawBuilder<unknown>): FieldOf => ({
  description: `A part of the ${what}; case and accents do not matter.`,
  type: 'String',
  normalize: fold,
  predicate: (_p, _s, value) => contains(sqlFold(text), value),
})

/** A short list by the names in a column: filtered by a part of them, and sorted. */
export function nameFilters(column: string): {
  name: FieldOf
  byName: Order
  computedColumns: { nameKey: RawBuilder<unknown> }
} {
  const name = sql.ref(column)
  return {
    name: containsFilter('name', name),
    byName: {
      description: 'The name, without case and accents.',
      column: 'nameKey',
      unindexed: true,
      descending: false,
    },
    computedColumns: { nameKey: sqlFold(name) },
  }
}
