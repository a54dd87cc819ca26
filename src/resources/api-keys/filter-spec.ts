import { sql } from 'kysely'
import {
  ascending,
  booleanFilter,
  createdAt,
  type FilterParams,
  type FilterSpec,
  hasValueFilter,
  id,
  indexed,
  nameFilters,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { apiKeyPolicy } from './policy.ts'

const { name, byName, computedColumns } = nameFilters('apiKeys.name')

const hasExpired = (p: FilterParams) =>
  sql<boolean>`("apiKeys"."expiresAt" is not null and "apiKeys"."expiresAt" <= ${p.now})`

export const apiKeyFilterSpec: FilterSpec<'apiKeys'> = {
  table: 'apiKeys',
  prefix: 'key',
  policy: apiKeyPolicy,
  fields: {
    id,
    name,
    userId: indexed('ID', 'userId', 'The id of the user.'),
    createdById: unindexed('ID?', 'createdBy', 'The id of the creator.'),
    revoked: hasValueFilter('apiKeys.revokedAt', 'Whether the key is revoked.'),
    expired: booleanFilter('Whether the key has expired.', hasExpired),
    expiresAt: indexed('DateTime?', 'expiresAt', 'The time of expiry.'),
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: byName,
    expiresAt: ascending('expiresAt', 'The time of expiry.', { nullable: true }),
  },
  computedColumns,
}
