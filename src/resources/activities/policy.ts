import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { isIn } from '../../store/sql.ts'
import type { AccessPath } from '../../store/ways.ts'
import { canViewReferencedPerson, viewablePeopleIds } from '../people/policy.ts'

/** An activity is visible to those who see its person. */
export const activityAccessPaths = (p: AccessParams, sight: AccessScope): AccessPath[] =>
  sight.people
    ? []
    : [
        {
          ids: sql`select "of"."id" from (${viewablePeopleIds(p)}) as "seen" cross join "activities" as "of" where "of"."companyId" = ${p.companyId} and "of"."personId" = "seen"."id"`,
        },
      ]

export const canViewActivity = (p: AccessParams, sight: AccessScope): RawBuilder<boolean> =>
  canViewReferencedPerson(p, sight, 'activities.personId')

/** It is changed by its author, by a leader of the author, and by Owner and Admin. */
export const canEditActivity = (p: AccessParams, sight: AccessScope): RawBuilder<boolean> =>
  sight.role ? sql<boolean>`1 = 1` : isIn('activities.createdBy', p.roleReach)
