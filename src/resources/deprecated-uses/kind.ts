import '../../deprecation/table.ts'
import { ids, seenByAll } from '../../find/common.ts'
import type { Findable } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'

/**
 * What uses of deprecated things can be filtered and sorted by. Whoever may read the audit log sees
 * them all.
 */
export const useKind = {
  table: 'deprecatedUses',
  prefix: 'use',
  ...seenByAll,
  fields: {
    ids,
    keyId: { about: 'By this API key.', type: 'ID', column: 'keyId', indexed: true },
    what: {
      about: 'Of this route, by its operation id, or part of the schema, by its coordinate.',
      type: 'String',
      column: 'what',
      indexed: true,
    },
    lastUsedAt: {
      about: 'When it was last used.',
      type: 'time',
      column: 'lastUsedAt',
      indexed: true,
    },
  },
  relations: {},
  orders: {
    lastUsedAt: { about: 'When it was last used.', column: 'lastUsedAt', descending: true },
    calls: {
      about: 'How many requests used it.',
      column: 'calls',
      unindexed: true,
      descending: true,
    },
  },
  usual: 'lastUsedAt',
} as const satisfies Findable as Findable & { table: 'deprecatedUses' }

export const usesFound = findQueries(useKind)
