import { byCreation, createdAt, ids, seenByAll } from '../../filtering/common.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** What tags can be filtered and sorted by. The whole company sees them. */
export const tagKind = {
  table: 'tags',
  prefix: 'tag',
  ...seenByAll,
  fields: {
    ids,
    name: {
      about: 'The whole name; case does not matter.',
      type: 'String',
      column: 'nameKey',
      indexed: true,
      read: tagKey,
    },
    names: {
      about: 'One of these names; case does not matter.',
      type: 'String',
      list: true,
      column: 'nameKey',
      indexed: true,
      read: tagKey,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: byCreation,
    name: { about: 'The name.', column: 'nameKey', descending: false },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'tags' }

export const tagsFound = filteredQueries(tagKind)
