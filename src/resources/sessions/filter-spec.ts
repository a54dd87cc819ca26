import { sql } from 'kysely'
import {
  createdAt,
  type FilterParams,
  type FilterSpec,
  id,
  indexed,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { sessionPolicy } from './policy.ts'

const hasExpired = (p: FilterParams) => sql<boolean>`"sessions"."expiresAt" <= ${p.now}`

export const sessionFilterSpec: FilterSpec<'sessions'> = {
  table: 'sessions',
  prefix: 'session',
  policy: sessionPolicy,
  fields: {
    id,
    userId: indexed('ID', 'userId', 'The id of the user.'),
    identityId: indexed('ID', 'identityId', 'The id of the identity.'),
    revoked: {
      description: 'Whether the session is revoked.',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"sessions"."revokedAt" is not null`
          : sql<boolean>`"sessions"."revokedAt" is null`,
    },
    expired: {
      description: 'Whether the session has expired.',
      type: 'Boolean',
      predicate: (p, _s, _value, operator) =>
        operator === 'isTrue' ? hasExpired(p) : sql<boolean>`not ${hasExpired(p)}`,
    },
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation },
}
