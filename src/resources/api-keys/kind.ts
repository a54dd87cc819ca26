import { sql } from 'kysely'
import { byCreation, createdAt, ids, namedBy } from '../../filtering/common.ts'
import type { FilterSpec, FindParams } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'
import { apiKeyAccessPaths, canViewApiKey } from './policy.ts'

const { name, byName, computed } = namedBy('apiKeys.name')

const hasExpired = (p: FindParams) =>
  sql<boolean>`("apiKeys"."expiresAt" is not null and "apiKeys"."expiresAt" <= ${p.now})`

/** What API keys can be filtered and sorted by. */
export const apiKeyKind = {
  table: 'apiKeys',
  prefix: 'key',
  ways: apiKeyAccessPaths,
  sees: canViewApiKey,
  fields: {
    ids,
    name,
    userId: { about: 'Of this user.', type: 'ID', column: 'userId', indexed: true },
    createdBy: {
      about: 'Made by this user; those made on the server itself have none.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
    },
    revoked: {
      about: 'Whether it was revoked.',
      type: 'Boolean',
      when: (_p, _s, _value, form) =>
        form === 'yes'
          ? sql<boolean>`"apiKeys"."revokedAt" is not null`
          : sql<boolean>`"apiKeys"."revokedAt" is null`,
    },
    expired: {
      about: 'Whether its time is over.',
      type: 'Boolean',
      when: (p, _s, _value, form) =>
        form === 'yes' ? hasExpired(p) : sql<boolean>`not ${hasExpired(p)}`,
    },
    expiresAt: {
      about: 'When it stops working.',
      type: 'time',
      nullable: true,
      column: 'expiresAt',
      indexed: true,
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: byCreation,
    name: byName,
    expiresAt: {
      about: 'When it stops working; the earliest first unless told otherwise.',
      column: 'expiresAt',
      nullable: true,
      descending: false,
    },
  },
  computed,
} as const satisfies FilterSpec as FilterSpec & { table: 'apiKeys' }

export const apiKeysFound = filteredQueries(apiKeyKind)
