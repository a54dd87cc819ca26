import {
  ascending,
  createdAt,
  type FilterSpec,
  ids,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { tagPolicy } from './policy.ts'
import './table.ts'

const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

export const tagFilterSpec: FilterSpec<'tags'> = {
  table: 'tags',
  prefix: 'tag',
  policy: tagPolicy,
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
    name: ascending('nameKey', 'The name.'),
  },
}
