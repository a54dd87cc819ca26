import { sql } from 'kysely'
import {
  booleanFilter,
  createdAt,
  type FilterSpec,
  hasValueFilter,
  id,
  indexed,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { sessionPolicy } from './policy.ts'

export const sessionFilterSpec: FilterSpec<'sessions'> = {
  table: 'sessions',
  prefix: 'session',
  policy: sessionPolicy,
  fields: {
    id,
    userId: indexed('ID', 'userId', 'The id of the user.'),
    identityId: indexed('ID', 'identityId', 'The id of the identity.'),
    revoked: hasValueFilter('sessions.revokedAt', 'Whether the session is revoked.'),
    expired: booleanFilter(
      'Whether the session has expired.',
      (p) => sql`"sessions"."expiresAt" <= ${p.now}`,
    ),
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation },
}
