import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { query, queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { apiKeyPolicy } from './policy.ts'
import type { ApiKeyRow } from './table.ts'

/** A key, and whether the caller sees it. */
export const keyFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  ApiKeyRow & { visible: number }
>((k, p, scope) =>
  k
    .selectFrom('apiKeys')
    .selectAll()
    .select(sql<number>`${apiKeyPolicy.canView(p, scope)}`.as('visible'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleKeys = queryFamily<AccessScope, AccessParams & { ids: string }, ApiKeyRow>(
  (k, p, scope) =>
    k
      .selectFrom('apiKeys')
      .selectAll()
      .where('companyId', '=', p.companyId)
      .where(isIn('id', p.ids))
      .where(apiKeyPolicy.canView(p, scope)),
)

/**
 * Every key of a company with its user's email, newest first; for the server's own command line.
 */
export const keysOfCompany = query((k, p: { companyId: string }) =>
  k
    .selectFrom('apiKeys')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'apiKeys.companyId')
        .onRef('users.id', '=', 'apiKeys.userId'),
    )
    .selectAll('apiKeys')
    .select('users.email')
    .where('apiKeys.companyId', '=', p.companyId)
    .orderBy('apiKeys.id', 'desc'),
)
