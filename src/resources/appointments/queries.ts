import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { listOf } from '../../store/page.ts'
import { query, shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { canViewReferencedPerson } from '../people/policy.ts'
import './table.ts'
import { appointmentAccessPaths, canViewAppointment } from './policy.ts'
import type { AppointmentRow } from './table.ts'

export const appointmentList = listOf<'appointments', AccessParams, AccessScope>({
  table: 'appointments',
  visible: appointmentAccessPaths,
})

/** An appointment, and whether the caller sees it. */
export const appointmentFor = shaped<
  AccessScope,
  AccessParams & { id: string },
  AppointmentRow & { visible: number }
>((k, p, sight) =>
  k
    .selectFrom('appointments')
    .selectAll()
    .select(sql<number>`${canViewAppointment(p, sight)}`.as('visible'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleAppointments = shaped<
  AccessScope,
  AccessParams & { ids: string },
  AppointmentRow
>((k, p, sight) =>
  k
    .selectFrom('appointments')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(canViewAppointment(p, sight)),
)

const fromPerson = (
  p: AccessParams,
  parent: RawBuilder<string>,
  sight: AccessScope,
) => sql`from "appointmentPeople" cross join "appointments"
  where "appointmentPeople"."companyId" = ${p.companyId} and "appointmentPeople"."personId" = ${parent}
  and "appointments"."companyId" = ${p.companyId} and "appointments"."id" = "appointmentPeople"."appointmentId" and ${canViewAppointment(p, sight)}`

/** The appointments of each of many people. */
export const appointmentsByPerson = childrenOf<'appointments', AccessParams, AccessScope>({
  table: 'appointments',
  from: fromPerson,
  id: 'appointmentPeople.appointmentId',
})

/**
 * The same by the time at which they start. A person's are few, so they are put in order as they
 * are read.
 */
export const appointmentsInTimeByPerson = childrenOf<'appointments', AccessParams, AccessScope>({
  table: 'appointments',
  from: fromPerson,
  id: 'appointments.id',
  time: 'appointments.startsAt',
})

/** How many appointments name one of some people. */
export const appointmentsOfPeople = shaped<
  AccessScope,
  AccessParams & { people: string },
  { total: number }
>(
  (_, p, sight) => sql<{
    total: number
  }>`select count(*) as "total" from "appointments" where "appointments"."companyId" = ${p.companyId} and ${canViewAppointment(p, sight)}
    and "appointments"."id" in (select "appointmentId" from "appointmentPeople" where "companyId" = ${p.companyId} and ${isIn('personId', p.people)})`,
)

/** The people invited whom the caller sees, in the order in which they were given. */
export const visiblePeopleOfAppointments = shaped<
  AccessScope,
  AccessParams & { ids: string },
  { appointmentId: string; personId: string }
>((k, p, sight) =>
  k
    .selectFrom('appointmentPeople')
    .select(['appointmentId', 'personId'])
    .where('companyId', '=', p.companyId)
    .where(isIn('appointmentId', p.ids))
    .where(canViewReferencedPerson(p, sight, 'appointmentPeople.personId'))
    .orderBy('appointmentId')
    .orderBy('position'),
)

/** The people invited, the hidden ones too. */
export const allPeopleOfAppointment = query((k, p: { companyId: string; appointmentId: string }) =>
  k
    .selectFrom('appointmentPeople')
    .select('personId')
    .where('companyId', '=', p.companyId)
    .where('appointmentId', '=', p.appointmentId)
    .orderBy('position'),
)

export const usersOfAppointments = query((k, p: { companyId: string; ids: string }) =>
  k
    .selectFrom('appointmentUsers')
    .select(['appointmentId', 'userId'])
    .where('companyId', '=', p.companyId)
    .where(isIn('appointmentId', p.ids))
    .orderBy('appointmentId')
    .orderBy('position'),
)
