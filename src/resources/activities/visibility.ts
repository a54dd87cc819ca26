import { type RawBuilder, sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { isIn } from '../../store/sql.ts'
import type { Way } from '../../store/ways.ts'
import { seesPersonOf, visiblePeople } from '../people/visibility.ts'

/** An activity is visible to those who see its person. */
export const waysToSeeActivities = (p: SightParams, sight: Sight): Way[] =>
  sight.people
    ? []
    : [
        {
          ids: sql`select "of"."id" from (${visiblePeople(p)}) as "seen" cross join "activities" as "of" where "of"."companyId" = ${p.companyId} and "of"."personId" = "seen"."id"`,
        },
      ]

export const seesActivity = (p: SightParams, sight: Sight): RawBuilder<boolean> =>
  seesPersonOf(p, sight, 'activities.personId')

/** It is changed by its author, by a leader of the author, and by Owner and Admin. */
export const editsActivity = (p: SightParams, sight: Sight): RawBuilder<boolean> =>
  sight.role ? sql<boolean>`1 = 1` : isIn('activities.createdBy', p.roleReach)
