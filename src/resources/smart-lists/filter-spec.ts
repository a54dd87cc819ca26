import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  type FilterSpec,
  ids,
  indexed,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { contains } from '../../store/sql.ts'
import './table.ts'
import { smartListPolicy } from './policy.ts'

export const smartListFilterSpec: FilterSpec<'smartLists'> = {
  table: 'smartLists',
  prefix: 'smartlist',
  policy: smartListPolicy,
  fields: {
    ids,
    ownerId: indexed('ID', 'ownerId', 'Matches the lists of this owner.'),
    shared: unindexed('Boolean', 'shared', 'Matches shared lists (true) or private lists (false).'),
    name: {
      description: 'Matches lists whose name contains this text, ignoring case.',
      type: 'String',
      normalize: (name) => name.normalize('NFC').trim().toLowerCase(),
      predicate: (_p, _s, value) => contains(sql.ref('smartLists.nameKey'), value),
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: ascending('nameKey', 'The name, ignoring case.'),
  },
}
