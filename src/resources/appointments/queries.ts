import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { appointmentPolicy } from './policy.ts'

const fromPerson = (
  p: AccessParams,
  parent: RawBuilder<string>,
  sight: AccessScope,
) => sql`from "appointmentPeople" cross join "appointments"
  where "appointmentPeople"."companyId" = ${p.companyId} and "appointmentPeople"."personId" = ${parent}
  and "appointments"."companyId" = ${p.companyId} and "appointments"."id" = "appointmentPeople"."appointmentId" and ${appointmentPolicy.canView(p, sight)}`

export const appointmentsByPerson = childrenOf<'appointments', AccessParams, AccessScope>({
  table: 'appointments',
  from: fromPerson,
  id: 'appointmentPeople.appointmentId',
})

/** In the order of their start, sorted as they are read: a person has few. */
export const appointmentsByPersonAndStart = childrenOf<'appointments', AccessParams, AccessScope>({
  table: 'appointments',
  from: fromPerson,
  id: 'appointments.id',
  time: 'appointments.startsAt',
})

/** Counts the visible appointments to which at least one of the people is invited. */
export const appointmentsOfPeople = queryFamily<
  AccessScope,
  AccessParams & { people: string },
  { total: number }
>(
  (_, p, sight) => sql<{
    total: number
  }>`select count(*) as "total" from "appointments" where "appointments"."companyId" = ${p.companyId} and ${appointmentPolicy.canView(p, sight)}
    and "appointments"."id" in (select "appointmentId" from "appointmentPeople" where "companyId" = ${p.companyId} and ${isIn('personId', p.people)})`,
)
