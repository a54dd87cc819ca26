import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  type FilterSpec,
  id,
  indexed,
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
    name: {
      ...indexed('String', 'nameKey', 'The name, ignoring case.'),
      text: sql.ref('smartLists.nameKey'),
      normalize: (name) => name.normalize('NFC').trim().toLowerCase(),
    },
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation, name: ascending('nameKey', 'The name, ignoring case.') },
}
