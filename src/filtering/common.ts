import { type RawBuilder, sql } from 'kysely'
import { fold } from '../store/fold.ts'
import type { Field, Order } from '../store/kinds.ts'
import { contains, folded } from '../store/sql.ts'
import type { FindParams, FindSight } from './filter-spec.ts'

/** What many kinds of records have in common, for their `kind.ts`. */
type FieldOf = Field<FindParams, FindSight>

/** For records that the whole company sees. */
export const seenByAll = { ways: () => [], sees: () => sql<boolean>`1 = 1` }

export const ids: FieldOf = {
  about: 'One of these.',
  type: 'ID',
  list: true,
  column: 'id',
  indexed: true,
}

export const createdAt: FieldOf = {
  about: 'When it was created.',
  type: 'created',
  column: 'id',
  indexed: true,
}

export const byCreation: Order = { about: 'When it was created.', column: 'id', descending: true }

export const byPosition: Order = {
  about: 'The place that it was given.',
  column: 'position',
  descending: false,
}

/** Text of which a part is given; no index serves it. */
export const partOf = (what: string, text: RawBuilder<unknown>): FieldOf => ({
  about: `A part of the ${what}; case and accents do not matter.`,
  type: 'String',
  read: fold,
  when: (_p, _s, value) => contains(folded(text), value),
})

/** A short list by the names in a column: filtered by a part of them, and sorted. */
export function namedBy(column: string): {
  name: FieldOf
  byName: Order
  computed: { nameKey: RawBuilder<unknown> }
} {
  const name = sql.ref(column)
  return {
    name: partOf('name', name),
    byName: {
      about: 'The name, without case and accents.',
      column: 'nameKey',
      unindexed: true,
      descending: false,
    },
    computed: { nameKey: folded(name) },
  }
}
