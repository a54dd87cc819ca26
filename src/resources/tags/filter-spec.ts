import {
  ascending,
  createdAt,
  type FilterSpec,
  ids,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { tagPolicy } from './policy.ts'
import './table.ts'

const name = {
  type: 'String',
  column: 'nameKey',
  indexed: true,
  normalize: (name: string) => name.normalize('NFC').trim().toLowerCase(),
} as const

export const tagFilterSpec: FilterSpec<'tags'> = {
  table: 'tags',
  prefix: 'tag',
  policy: tagPolicy,
  fields: {
    ids,
    name: { description: 'Matches the tag with this name, ignoring case.', ...name },
    names: {
      description: 'Matches tags with one of these names, ignoring case.',
      ...name,
      list: true,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: ascending('nameKey', 'The name.'),
  },
}
