import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { listOf } from '../../store/page.ts'
import { query, queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { activityPolicy } from './policy.ts'
import type { ActivityRow } from './table.ts'

export const activityList = listOf<'activities', AccessParams, AccessScope>({
  table: 'activities',
  visible: activityPolicy.accessPaths,
})

/** An activity, and whether the caller sees and may change it. */
export const activityFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  ActivityRow & { visible: number; editable: number }
>((k, p, sight) =>
  k
    .selectFrom('activities')
    .selectAll()
    .select(sql<number>`${activityPolicy.canView(p, sight)}`.as('visible'))
    .select(sql<number>`${activityPolicy.canEdit(p, sight)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleActivities = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  ActivityRow
>((k, p, sight) =>
  k
    .selectFrom('activities')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(activityPolicy.canView(p, sight)),
)

/** The activities of each of many people. */
export const activitiesByPerson = childrenOf<'activities', AccessParams, AccessScope>({
  table: 'activities',
  from: (p, parent, sight) =>
    sql`from "activities" where "activities"."companyId" = ${p.companyId} and "activities"."personId" = ${parent} and ${activityPolicy.canView(p, sight)}`,
  id: 'activities.id',
  parent: 'personId',
})

/**
 * Notes on a person when their newest activity was. It is no change of the person, whose version
 * stays.
 */
export const noteLatest = query((k, p: { companyId: string; personId: string }) =>
  k
    .updateTable('people')
    .set((eb) => ({
      lastActivityAt: eb
        .selectFrom('activities')
        .select('createdAt')
        .where('companyId', '=', p.companyId)
        .where('personId', '=', p.personId)
        .orderBy('id', 'desc')
        .limit(1),
    }))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.personId),
)
