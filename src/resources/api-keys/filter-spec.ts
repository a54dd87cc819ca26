import { sql } from 'kysely'
import {
  createdAt,
  type FilterParams,
  type FilterSpec,
  ids,
  nameFilters,
  orderByCreation,
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
    userId: {
      description: 'Matches the keys of this user.',
      type: 'ID',
      column: 'userId',
      indexed: true,
    },
    createdBy: {
      description: 'Matches keys created by this user. Keys created on the server have none.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
    },
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
    expiresAt: {
      description: 'The time of expiry.',
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
      description: 'The time of expiry; by default earliest first.',
      column: 'expiresAt',
      nullable: true,
      descending: false,
    },
  },
  computedColumns,
}
