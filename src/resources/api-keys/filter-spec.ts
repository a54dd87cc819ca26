import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { apiKeyPolicy } from './policy.ts'

const { name, nameOrder, computedColumns } = filters.nameFilters('apiKeys.name', 'API key')

const hasExpired = (p: filters.FilterParams) =>
  sql<boolean>`("apiKeys"."expiresAt" is not null and "apiKeys"."expiresAt" <= ${p.now})`

export const apiKeyFilterSpec: filters.FilterSpec<'apiKeys'> = {
  table: 'apiKeys',
  prefix: 'key',
  policy: apiKeyPolicy,
  fields: {
    id: filters.id,
    name,
    userId: filters.indexed('ID', 'userId', "The id of the key's user."),
    createdById: filters.unindexed('ID?', 'createdBy', "The creator's id."),
    revoked: filters.hasValueFilter('apiKeys.revokedAt', 'Whether the key is revoked.'),
    expired: filters.booleanFilter('Whether the key has expired.', hasExpired),
    expiresAt: filters.indexed('DateTime?', 'expiresAt', 'The expiry time.'),
    createdAt: filters.createdAt,
  },
  orders: {
    createdAt: filters.orderByCreation,
    ...nameOrder,
    expiresAt: filters.ascending('expiresAt', 'The expiry time.', { nullable: true }),
  },
  computedColumns,
}
