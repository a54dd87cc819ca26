import { createdAt, ids, orderByCreation, visibleToCompany } from '../../filtering/common-fields.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** What tags can be filtered and sorted by. The whole company sees them. */
export const tagFilterSpec = {
  table: 'tags',
  prefix: 'tag',
  ...visibleToCompany,
  fields: {
    ids,
    name: {
      description: 'The whole name; case does not matter.',
      type: 'String',
      column: 'nameKey',
      indexed: true,
      normalize: tagKey,
    },
    names: {
      description: 'One of these names; case does not matter.',
      type: 'String',
      list: true,
      column: 'nameKey',
      indexed: true,
      normalize: tagKey,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: { description: 'The name.', column: 'nameKey', descending: false },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'tags' }

export const tagsFound = filteredQueries(tagFilterSpec)
