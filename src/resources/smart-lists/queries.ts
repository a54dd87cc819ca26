import { sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { listOf } from '../../store/page.ts'
import { shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import type { SmartListRow } from './table.ts'
import { editsList, seesList, waysToSeeLists } from './visibility.ts'

export const smartListList = listOf<'smartLists', SightParams, null>({
  table: 'smartLists',
  visible: waysToSeeLists,
})

/** A list, and whether the caller sees and may change it. */
export const smartListFor = shaped<
  Sight,
  SightParams & { id: string },
  SmartListRow & { visible: number; editable: number }
>((k, p, sight) =>
  k
    .selectFrom('smartLists')
    .selectAll()
    .select(sql<number>`${seesList(p)}`.as('visible'))
    .select(sql<number>`${editsList(p, sight)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleSmartLists = shaped<null, SightParams & { ids: string }, SmartListRow>((k, p) =>
  k
    .selectFrom('smartLists')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(seesList(p)),
)
