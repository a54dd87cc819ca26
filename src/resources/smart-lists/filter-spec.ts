import { sql } from 'kysely'
import { createdAt, type FilterSpec, ids, orderByCreation } from '../../filtering/filter-spec.ts'
import { contains } from '../../store/sql.ts'
import './table.ts'
import { smartListPolicy } from './policy.ts'

export const smartListFilterSpec: FilterSpec<'smartLists'> = {
  table: 'smartLists',
  prefix: 'smartlist',
  policy: smartListPolicy,
  fields: {
    ids,
    ownerId: {
      description: 'Matches the lists of this owner.',
      type: 'ID',
      column: 'ownerId',
      indexed: true,
    },
    shared: {
      description: 'Matches shared lists (true) or private lists (false).',
      type: 'Boolean',
      column: 'shared',
    },
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
    name: { description: 'The name, ignoring case.', column: 'nameKey', descending: false },
  },
}
