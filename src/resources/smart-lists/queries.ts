import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { smartListPolicy } from './policy.ts'
import type { SmartListRow } from './table.ts'

/** A list, and whether the caller sees and may change it. */
export const smartListFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  SmartListRow & { visible: number; editable: number }
>((k, p, scope) =>
  k
    .selectFrom('smartLists')
    .selectAll()
    .select(sql<number>`${smartListPolicy.canView(p, scope)}`.as('visible'))
    .select(sql<number>`${smartListPolicy.canEdit(p, scope)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleSmartLists = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  SmartListRow
>((k, p, scope) =>
  k
    .selectFrom('smartLists')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(smartListPolicy.canView(p, scope)),
)
