import { sql } from 'kysely'
import { createdAt, ids, orderByCreation } from '../../filtering/common-fields.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { contains } from '../../store/sql.ts'
import './table.ts'
import { smartListPolicy } from './policy.ts'

/** What smart lists can be filtered and sorted by. */
export const smartListFilterSpec = {
  table: 'smartLists',
  prefix: 'smartlist',
  accessPaths: smartListPolicy.accessPaths,
  canView: smartListPolicy.canView,
  fields: {
    ids,
    ownerId: { description: 'Kept by this user.', type: 'ID', column: 'ownerId', indexed: true },
    shared: {
      description: 'Shared with the company (true), or private (false).',
      type: 'Boolean',
      column: 'shared',
    },
    name: {
      description: 'A part of the name; case does not matter.',
      type: 'String',
      normalize: (name) => name.normalize('NFC').trim().toLowerCase(),
      predicate: (_p, _s, value) => contains(sql.ref('smartLists.nameKey'), value),
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: { description: 'The name; case does not matter.', column: 'nameKey', descending: false },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'smartLists' }

export const smartListsFound = filteredQueries(smartListFilterSpec)
