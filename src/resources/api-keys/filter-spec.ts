import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  type FilterParams,
  type FilterSpec,
  ids,
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
    ids,
    name,
    userId: indexed('ID', 'userId', 'Matches the keys of this user.'),
    createdBy: unindexed(
      'ID?',
      'createdBy',
      'Matches keys created by this user. Keys created on the server have none.',
    ),
    revoked: {
      description: 'Matches revoked keys (true) or all others (false).',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"apiKeys"."revokedAt" is not null`
          : sql<boolean>`"apiKeys"."revokedAt" is null`,
    },
    expired: {
      description: 'Matches expired keys (true) or all others (false).',
      type: 'Boolean',
      predicate: (p, _s, _value, operator) =>
        operator === 'isTrue' ? hasExpired(p) : sql<boolean>`not ${hasExpired(p)}`,
    },
    expiresAt: indexed('time?', 'expiresAt', 'Matches keys that expire in this range.'),
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
