import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { isIn } from '../../store/sql.ts'
import type { AccessPath } from '../../store/ways.ts'
import { canViewReferencedPerson, viewablePeopleIds } from '../people/policy.ts'

/**
 * A task is visible to whoever's reach covers its assignee or creator, and to those who see its
 * person. None: every task is.
 */
export function taskAccessPaths(p: AccessParams, sight: AccessScope): AccessPath[] {
  if (sight.role) return []
  const about = sql`select "about"."id" from (${viewablePeopleIds(p)}) as "seen" cross join "tasks" as "about" where "about"."companyId" = ${p.companyId} and "about"."personId" = "seen"."id"`
  return [
    { column: 'assignedTo', users: p.roleReach },
    { column: 'createdBy', users: p.roleReach },
    { ids: about },
  ]
}

/** The same for one task at a time. */
export const canViewTask = (p: AccessParams, sight: AccessScope): RawBuilder<boolean> =>
  sight.role
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(${isIn('tasks.assignedTo', p.roleReach)} or ${isIn('tasks.createdBy', p.roleReach)} or ${canViewReferencedPerson(p, sight, 'tasks.personId')})`
