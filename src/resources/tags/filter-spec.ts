import { createdAt, ids, orderByCreation, visibleToCompany } from '../../filtering/common-fields.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

export const tagFilterSpec = {
  table: 'tags',
  prefix: 'tag',
  ...visibleToCompany,
  fields: {
    ids,
    name: {
      description: 'Matches the tag with this name, ignoring case.',
      type: 'String',
      column: 'nameKey',
      indexed: true,
      normalize: tagKey,
    },
    names: {
      description: 'Matches tags with one of these names, ignoring case.',
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
