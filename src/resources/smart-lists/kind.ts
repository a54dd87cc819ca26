import { sql } from 'kysely'
import { byCreation, createdAt, ids } from '../../filtering/common.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { contains } from '../../store/sql.ts'
import './table.ts'
import { canViewSmartList, smartListAccessPaths } from './policy.ts'

/** What smart lists can be filtered and sorted by. */
export const smartListKind = {
  table: 'smartLists',
  prefix: 'smartlist',
  ways: smartListAccessPaths,
  sees: canViewSmartList,
  fields: {
    ids,
    ownerId: { about: 'Kept by this user.', type: 'ID', column: 'ownerId', indexed: true },
    shared: {
      about: 'Shared with the company (true), or private (false).',
      type: 'Boolean',
      column: 'shared',
    },
    name: {
      about: 'A part of the name; case does not matter.',
      type: 'String',
      read: (name) => name.normalize('NFC').trim().toLowerCase(),
      when: (_p, _s, value) => contains(sql.ref('smartLists.nameKey'), value),
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: byCreation,
    name: { about: 'The name; case does not matter.', column: 'nameKey', descending: false },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'smartLists' }

export const smartListsFound = filteredQueries(smartListKind)
