import { type RawBuilder, sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { elements } from '../../store/sql.ts'
import { seesPersonOf, visiblePeople } from '../people/visibility.ts'

const ways = (p: SightParams, sight: Sight, byPerson: RawBuilder<boolean>): RawBuilder<boolean>[] =>
  sight.role
    ? []
    : [
        sql<boolean>`"tasks"."assignedTo" in ${elements(p.roleReach)}`,
        sql<boolean>`"tasks"."createdBy" in ${elements(p.roleReach)}`,
        byPerson,
      ]

/** A task is visible to whoever's reach covers its assignee or creator, and to those who see its person. */
export const waysToSeeTasks = (p: SightParams, sight: Sight) =>
  ways(p, sight, sql<boolean>`"tasks"."personId" in ${visiblePeople(p, sight)}`)

export function seesTask(p: SightParams, sight: Sight): RawBuilder<boolean> {
  const found = ways(p, sight, seesPersonOf(p, sight, 'tasks.personId'))
  return found.length ? sql<boolean>`(${sql.join(found, sql` or `)})` : sql<boolean>`1 = 1`
}
