import * as filters from '../../filtering/filter-spec.ts'
import { tagPolicy } from './policy.ts'

export const tagFilterSpec: filters.FilterSpec<'tags'> = {
  table: 'tags',
  prefix: 'tag',
  policy: tagPolicy,
  fields: {
    id: filters.id,
    name: filters.indexedKey('tags', 'nameKey', "The tag's name, ignoring case."),
    createdAt: filters.createdAt,
  },
  orders: {
    createdAt: filters.orderByCreation,
    name: filters.ascending('nameKey', "The tag's name."),
  },
}
