import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  type FilterParams,
  type FilterSpec,
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
    revoked: {
      description: 'Whether the key is revoked.',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"apiKeys"."revokedAt" is not null`
          : sql<boolean>`"apiKeys"."revokedAt" is null`,
    },
    expired: {
      description: 'Whether the key has expired.',
      type: 'Boolean',
      predicate: (p, _s, _value, operator) =>
        operator === 'isTrue' ? hasExpired(p) : sql<boolean>`not ${hasExpired(p)}`,
    },
    expiresAt: indexed('DateTime?', 'expiresAt', 'The time of expiry.'),
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: byName,
    expiresAt: ascending('expiresAt', 'The time of expiry.', {
      nullable: true,
    }),
  },
  computedColumns,
}
