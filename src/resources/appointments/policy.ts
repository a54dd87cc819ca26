import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { isIn, listRows } from '../../store/sql.ts'
import type { AccessPath } from '../../store/ways.ts'
import { canViewReferencedPerson, viewablePeopleIds } from '../people/policy.ts'

/**
 * An appointment is visible to whoever's reach covers its creator or one of the users invited, and
 * to those who see one of its people. None: every appointment is.
 */
export function appointmentAccessPaths(p: AccessParams, sight: AccessScope): AccessPath[] {
  if (sight.role) return []
  return [
    { column: 'createdBy', users: p.roleReach },
    {
      ids: sql`select distinct "link"."appointmentId" as "id" from ${listRows(p.roleReach, 'user')} cross join "appointmentUsers" as "link"
        where "link"."companyId" = ${p.companyId} and "link"."userId" = "user"."value"`,
    },
    {
      ids: sql`select distinct "link"."appointmentId" as "id" from (${viewablePeopleIds(p)}) as "seen" cross join "appointmentPeople" as "link"
        where "link"."companyId" = ${p.companyId} and "link"."personId" = "seen"."id"`,
    },
  ]
}

/** The same for one appointment at a time. */
export function canViewAppointment(p: AccessParams, sight: AccessScope): RawBuilder<boolean> {
  if (sight.role) return sql<boolean>`1 = 1`
  const link = (table: 'appointmentPeople' | 'appointmentUsers') =>
    sql`select 1 from ${sql.table(table)} as "link" where "link"."companyId" = ${p.companyId} and "link"."appointmentId" = "appointments"."id"`
  return sql<boolean>`(${isIn('appointments.createdBy', p.roleReach)}
    or exists (${link('appointmentUsers')} and ${isIn('link.userId', p.roleReach)})
    or exists (${link('appointmentPeople')} and ${canViewReferencedPerson(p, sight, 'link.personId')}))`
}
