import { sql } from 'kysely'
import { createdAt, ids, nameFilters, orderByCreation } from '../../filtering/common-fields.ts'
import type { FilterParams, FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'
import { apiKeyPolicy } from './policy.ts'

const { name, byName, computedColumns } = nameFilters('apiKeys.name')

const hasExpired = (p: FilterParams) =>
  sql<boolean>`("apiKeys"."expiresAt" is not null and "apiKeys"."expiresAt" <= ${p.now})`

/** What API keys can be filtered and sorted by. */
export const apiKeyFilterSpec = {
  table: 'apiKeys',
  prefix: 'key',
  accessPaths: apiKeyPolicy.accessPaths,
  canView: apiKeyPolicy.canView,
  fields: {
    ids,
    name,
    userId: { description: 'Of this user.', type: 'ID', column: 'userId', indexed: true },
    createdBy: {
      description: 'Made by this user; those made on the server itself have none.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
    },
    revoked: {
      description: 'Whether it was revoked.',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"apiKeys"."revokedAt" is not null`
          : sql<boolean>`"apiKeys"."revokedAt" is null`,
    },
    expired: {
      description: 'Whether its time is over.',
      type: 'Boolean',
      predicate: (p, _s, _value, operator) =>
        operator === 'isTrue' ? hasExpired(p) : sql<boolean>`not ${hasExpired(p)}`,
    },
    expiresAt: {
      description: 'When it stops working.',
      type: 'time',
      nullable: true,
      column: 'expiresAt',
      indexed: true,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: byName,
    expiresAt: {
      description: 'When it stops working; the earliest first unless told otherwise.',
      column: 'expiresAt',
      nullable: true,
      descending: false,
    },
  },
  computedColumns,
} as const satisfies FilterSpec as FilterSpec & { table: 'apiKeys' }

export const apiKeysFound = filteredQueries(apiKeyFilterSpec)
