import { sql } from 'kysely'
import '../../deprecation/table.ts'
import { ids } from '../../filtering/common.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { viewableApiKeyIds } from '../api-keys/policy.ts'

/**
 * Filters, orders and visibility of uses of deprecated features. The audit scope is required; a
 * narrowed key can view only the uses of API keys that it can view.
 */
export const useKind = {
  table: 'deprecatedUses',
  prefix: 'use',
  ways: (p, sight) =>
    sight.narrowed
      ? [
          {
            column: 'keyId',
            values: sql`select "id" as "value" from (${viewableApiKeyIds(p, sight)}) as "key"`,
          },
        ]
      : [],
  sees: (p, sight) =>
    sight.narrowed
      ? sql<boolean>`"deprecatedUses"."keyId" in (${viewableApiKeyIds(p, sight)})`
      : sql<boolean>`1 = 1`,
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
} as const satisfies FilterSpec as FilterSpec & { table: 'deprecatedUses' }

export const usesFound = filteredQueries(useKind)
