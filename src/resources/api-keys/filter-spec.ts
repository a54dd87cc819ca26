import { sql } from 'kysely'
import type { FilterParams, FilterSpec } from '../../filtering/filter-spec.ts'
import * as filters from '../../filtering/filter-spec.ts'
import { apiKeyPolicy } from './policy.ts'

const { name, byName, computedColumns } = filters.nameFilters('apiKeys.name')

const hasExpired = (p: FilterParams) =>
  sql<boolean>`("apiKeys"."expiresAt" is not null and "apiKeys"."expiresAt" <= ${p.now})`

export const apiKeyFilterSpec: FilterSpec<'apiKeys'> = {
  table: 'apiKeys',
  prefix: 'key',
  policy: apiKeyPolicy,
  fields: {
    id: filters.id,
    name,
    userId: filters.indexed('ID', 'userId', 'The id of the user.'),
    createdById: filters.unindexed('ID?', 'createdBy', 'The id of the creator.'),
    revoked: filters.hasValueFilter('apiKeys.revokedAt', 'Whether the key is revoked.'),
    expired: filters.booleanFilter('Whether the key has expired.', hasExpired),
    expiresAt: filters.indexed('DateTime?', 'expiresAt', 'The time of expiry.'),
    createdAt: filters.createdAt,
  },
  relations: {},
  orders: {
    createdAt: filters.orderByCreation,
    name: byName,
    expiresAt: filters.ascending('expiresAt', 'The time of expiry.', { nullable: true }),
  },
  computedColumns,
}
