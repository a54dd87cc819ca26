import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { sessionPolicy } from './policy.ts'

export const sessionFilterSpec: filters.FilterSpec<'sessions'> = {
  table: 'sessions',
  prefix: 'session',
  policy: sessionPolicy,
  fields: {
    id: filters.id,
    userId: filters.indexed('ID', 'userId', "The user's id."),
    identityId: filters.indexed('ID', 'identityId', "The identity's id."),
    revoked: filters.hasValueFilter('sessions.revokedAt', 'Whether the session is revoked.'),
    expired: filters.booleanFilter(
      'Whether the session has expired.',
      (p) => sql`"sessions"."expiresAt" <= ${p.now}`,
    ),
    createdAt: filters.createdAt,
  },
  orders: { createdAt: filters.orderByCreation },
}
