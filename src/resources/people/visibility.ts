import { type RawBuilder, sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { elements } from '../../store/sql.ts'

/**
 * A person is visible to those whose reach covers the assigned agent, and to collaborators. This one predicate
 * serves lists, counts, search, single reads, writes and edges, and everything that hangs on a person.
 */
const ways = (p: SightParams, reach: string, person: string): RawBuilder<boolean>[] => [
  sql<boolean>`${sql.ref(`${person}.assignedAgentId`)} in ${elements(reach)}`,
  sql<boolean>`${sql.ref(`${person}.id`)} in (select "personId" from "collaborators" where "companyId" = ${p.companyId} and "userId" = ${p.viewerId})`,
]

/** The ways in which a person can be visible; none: every person is. */
export const waysToSeePeople = (p: SightParams, sight: Sight, person = 'people') => (sight.people ? [] : ways(p, p.peopleReach, person))

const either = (conditions: RawBuilder<boolean>[]) => (conditions.length ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : sql<boolean>`1 = 1`)

export const seesPerson = (p: SightParams, sight: Sight, person = 'people') => either(waysToSeePeople(p, sight, person))

/** Whether the caller may change a person: the same, as far as their edit scope reaches. */
export const editsPerson = (p: SightParams, sight: Sight, person = 'people') => either(sight.edit ? [] : ways(p, p.editReach, person))

/** Whether the person that a column names is visible; for records that hang on a person. */
export const seesPersonOf = (p: SightParams, sight: Sight, column: string) =>
  sight.people
    ? sql<boolean>`${sql.ref(column)} is not null`
    : sql<boolean>`exists (select 1 from "people" as "seen" where "seen"."companyId" = ${p.companyId} and "seen"."id" = ${sql.ref(column)} and ${seesPerson(p, sight, 'seen')})`

/** The ids of all people that the caller sees, as a subquery. */
export const visiblePeople = (p: SightParams, sight: Sight) =>
  sql<string>`(select "seen"."id" from "people" as "seen" where "seen"."companyId" = ${p.companyId} and ${either(waysToSeePeople(p, sight, 'seen'))})`
