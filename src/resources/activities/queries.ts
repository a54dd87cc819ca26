import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { query } from '../../store/query.ts'
import './table.ts'
import { activityPolicy } from './policy.ts'

export const activitiesByPerson = childrenOf<'activities', AccessParams, AccessScope>({
  table: 'activities',
  from: (p, parent, sight) =>
    sql`from "activities" where "activities"."companyId" = ${p.companyId} and "activities"."personId" = ${parent} and ${activityPolicy.canView(p, sight)}`,
  id: 'activities.id',
  parent: 'personId',
})

/** Stores the time of a person's last activity on the person, whose version stays. */
export const updateLastActivityAt = query((k, p: { companyId: string; personId: string }) =>
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
