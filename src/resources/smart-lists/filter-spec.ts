import * as filters from '../../filtering/filter-spec.ts'
import { smartListPolicy } from './policy.ts'

export const smartListFilterSpec: filters.FilterSpec<'smartLists'> = {
  table: 'smartLists',
  prefix: 'smartlist',
  policy: smartListPolicy,
  fields: {
    id: filters.id,
    ownerId: filters.indexed('ID', 'ownerId', "The owner's id."),
    shared: filters.unindexed('Boolean', 'shared', 'Whether the list is shared.'),
    name: filters.indexedKey('smartLists', 'nameKey', "The list's name, ignoring case."),
    createdAt: filters.createdAt,
  },
  orders: {
    createdAt: filters.orderByCreation,
    name: filters.ascending('nameKey', "The list's name, ignoring case."),
  },
}
