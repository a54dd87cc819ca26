import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { listOf } from '../../store/page.ts'
import { queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { canEditSmartList, canViewSmartList, smartListAccessPaths } from './policy.ts'
import type { SmartListRow } from './table.ts'

export const smartListList = listOf<'smartLists', AccessParams, null>({
  table: 'smartLists',
  visible: smartListAccessPaths,
})

/** A list, and whether the caller sees and may change it. */
export const smartListFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  SmartListRow & { visible: number; editable: number }
>((k, p, sight) =>
  k
    .selectFrom('smartLists')
    .selectAll()
    .select(sql<number>`${canViewSmartList(p)}`.as('visible'))
    .select(sql<number>`${canEditSmartList(p, sight)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleSmartLists = queryFamily<null, AccessParams & { ids: string }, SmartListRow>(
  (k, p) =>
    k
      .selectFrom('smartLists')
      .selectAll()
      .where('companyId', '=', p.companyId)
      .where(isIn('id', p.ids))
      .where(canViewSmartList(p)),
)
