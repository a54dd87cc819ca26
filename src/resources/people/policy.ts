import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { isIn, listRows } from '../../store/sql.ts'
import type { AccessPath } from '../../store/ways.ts'

type PeopleParams = Pick<AccessParams, 'companyId' | 'viewerId' | 'peopleReach'>

/**
 * A person is visible to those whose reach covers the assigned agent, and to collaborators. This
 * one predicate serves lists, counts, search, single reads, writes and edges, and everything that
 * hangs on a person.
 */
const collaborations = (p: PeopleParams) =>
  sql`select "personId" as "id" from "collaborators" where "companyId" = ${p.companyId} and "userId" = ${p.viewerId}`

const covers = (p: PeopleParams, reach: string, person: string) =>
  sql<boolean>`(${isIn(`${person}.assignedAgentId`, reach)} or ${sql.ref(`${person}.id`)} in (${collaborations(p)}))`

const always = sql<boolean>`1 = 1`

/** The ways in which a person can be visible; none: every person is. */
export const personAccessPaths = (p: AccessParams, sight: AccessScope): AccessPath[] =>
  sight.people
    ? []
    : [{ column: 'assignedAgentId', users: p.peopleReach }, { ids: collaborations(p) }]

export const canViewPerson = (p: PeopleParams, sight: AccessScope, person = 'people') =>
  sight.people ? always : covers(p, p.peopleReach, person)

/** Whether the caller may change a person: the same, as far as their edit scope reaches. */
export const canEditPerson = (p: AccessParams, sight: AccessScope, person = 'people') =>
  sight.edit ? always : covers(p, p.editReach, person)

/** Whether the person that a column names is visible; for records that hang on a person. */
export const canViewReferencedPerson = (
  p: PeopleParams,
  sight: AccessScope,
  column: string,
): RawBuilder<boolean> =>
  sight.people
    ? sql<boolean>`${sql.ref(column)} is not null`
    : sql<boolean>`exists (select 1 from "people" as "seen" where "seen"."companyId" = ${p.companyId} and "seen"."id" = ${sql.ref(column)} and ${canViewPerson(p, sight, 'seen')})`

/** The ids of all people that the caller sees, for a caller who does not see everybody. */
export const viewablePeopleIds = (p: PeopleParams) =>
  sql`select "mine"."id" from ${listRows(p.peopleReach, 'agent')} cross join "people" as "mine"
    where "mine"."companyId" = ${p.companyId} and "mine"."assignedAgentId" = "agent"."value" union ${collaborations(p)}`
