import { type RawBuilder, sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { isIn } from '../../store/sql.ts'
import type { Way } from '../../store/ways.ts'
import { seesPersonOf, visiblePeople } from '../people/visibility.ts'

/**
 * A task is visible to whoever's reach covers its assignee or creator, and to those who see its
 * person. None: every task is.
 */
export function waysToSeeTasks(p: SightParams, sight: Sight): Way[] {
  if (sight.role) return []
  const about = sql`select "about"."id" from (${visiblePeople(p)}) as "seen" cross join "tasks" as "about" where "about"."companyId" = ${p.companyId} and "about"."personId" = "seen"."id"`
  return [
    { column: 'assignedTo', users: p.roleReach },
    { column: 'createdBy', users: p.roleReach },
    { ids: about },
  ]
}

/** The same for one task at a time. */
export const seesTask = (p: SightParams, sight: Sight): RawBuilder<boolean> =>
  sight.role
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(${isIn('tasks.assignedTo', p.roleReach)} or ${isIn('tasks.createdBy', p.roleReach)} or ${seesPersonOf(p, sight, 'tasks.personId')})`
