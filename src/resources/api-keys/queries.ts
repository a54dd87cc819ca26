import { sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { listOf } from '../../store/page.ts'
import { query, shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import type { ApiKeyRow } from './table.ts'
import { seesKey, waysToSeeKeys } from './visibility.ts'

export const keyList = listOf<'apiKeys', SightParams, Sight>({
  table: 'apiKeys',
  visible: waysToSeeKeys,
})

/** A key, and whether the caller sees it. */
export const keyFor = shaped<Sight, SightParams & { id: string }, ApiKeyRow & { visible: number }>(
  (k, p, sight) =>
    k
      .selectFrom('apiKeys')
      .selectAll()
      .select(sql<number>`${seesKey(p, sight)}`.as('visible'))
      .where('companyId', '=', p.companyId)
      .where('id', '=', p.id),
)

export const visibleKeys = shaped<Sight, SightParams & { ids: string }, ApiKeyRow>((k, p, sight) =>
  k
    .selectFrom('apiKeys')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(seesKey(p, sight)),
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
