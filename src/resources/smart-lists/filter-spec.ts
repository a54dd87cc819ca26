import {
  ascending,
  createdAt,
  type FilterSpec,
  id,
  indexed,
  indexedKey,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import './table.ts'
import { smartListPolicy } from './policy.ts'

export const smartListFilterSpec: FilterSpec<'smartLists'> = {
  table: 'smartLists',
  prefix: 'smartlist',
  policy: smartListPolicy,
  fields: {
    id,
    ownerId: indexed('ID', 'ownerId', 'The id of the owner.'),
    shared: unindexed('Boolean', 'shared', 'Whether the list is shared.'),
    name: indexedKey('smartLists', 'nameKey', 'The name, ignoring case.'),
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation, name: ascending('nameKey', 'The name, ignoring case.') },
}
