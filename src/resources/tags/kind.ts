import { sql } from 'kysely'
import type { Findable } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import './table.ts'

const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** What tags can be filtered and sorted by. The whole company sees them. */
export const tagKind = {
  table: 'tags',
  prefix: 'tag',
  ways: () => [],
  sees: () => sql<boolean>`1 = 1`,
  fields: {
    ids: { about: 'One of these.', type: 'ID', list: true, column: 'id', indexed: true },
    name: { about: 'The whole name; case does not matter.', type: 'String', column: 'nameKey', indexed: true, read: tagKey },
    names: { about: 'One of these names; case does not matter.', type: 'String', list: true, column: 'nameKey', indexed: true, read: tagKey },
    createdAt: { about: 'When it was created.', type: 'created', column: 'id', indexed: true },
  },
  relations: {},
  orders: {
    createdAt: { about: 'When it was created.', column: 'id', descending: true },
    name: { about: 'The name.', column: 'nameKey', descending: false },
  },
} as const satisfies Findable as Findable & { table: 'tags' }

export const tagsFound = findQueries(tagKind)
