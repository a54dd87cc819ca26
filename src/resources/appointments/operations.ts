import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import { requireVisible } from '../../crud/records.ts'
import { finder } from '../../filtering/find.ts'
import { childCounts, childPages } from '../../filtering/list.ts'
import { after } from '../../store/maybe.ts'
import { listParam } from '../../store/sql.ts'
import { appointmentKind, appointmentsFound } from './kind.ts'
import {
  appointmentFor,
  appointmentList,
  appointmentsByPerson,
  appointmentsInTimeByPerson,
  appointmentsOfPeople,
  usersOfAppointments,
  visibleAppointments,
  visiblePeopleOfAppointments,
} from './queries.ts'
import { type AppointmentRow, appointmentStatuses } from './table.ts'

/** Reading appointments: one, a list, and what hangs on them. */
export { type AppointmentRow, appointmentStatuses }

/** An appointment by its id. @throws NOT_FOUND, FORBIDDEN */
export async function getAppointment(ctx: Context, id: string): Promise<AppointmentRow> {
  requireScope(ctx.viewer, 'appointments.manage')
  return requireVisible(
    'Appointment',
    await ctx.db.first(appointmentFor(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      id,
    }),
  )
}

/** An appointment that the caller sees, for an edge or `node`; nothing where there is none. */
export const loadAppointment = createLoader<AppointmentRow>((ctx, ids) =>
  after(
    ctx.db.all(visibleAppointments(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    byId,
  ),
)

/** The appointments that the caller sees, as asked for. */
export const appointments = finder({
  kind: appointmentKind,
  queries: appointmentsFound,
  plain: appointmentList,
  options: (ctx) => accessScopeOf(ctx.viewer),
  needs: 'appointments.manage',
})

const sight = (ctx: Context) => accessScopeOf(ctx.viewer)

/** The appointments of a person, as an edge. */
export const appointmentsOfPerson = {
  pages: childPages(appointmentsByPerson, sight),
  counts: childCounts(appointmentsByPerson, sight),
}

/** The same by the time at which they start. */
export const appointmentsInTimeOfPerson = {
  pages: childPages(appointmentsInTimeByPerson, sight),
  counts: childCounts(appointmentsInTimeByPerson, sight),
}

function grouped<R extends { appointmentId: string }>(
  rows: R[],
  id: (row: R) => string,
): Map<string, string[]> {
  return new Map(
    [...Map.groupBy(rows, (row) => row.appointmentId)].map(([appointmentId, group]) => [
      appointmentId,
      group.map(id),
    ]),
  )
}

/** The ids of the people invited whom the caller sees. */
export const loadInvitedPeople = createLoader<string[]>(async (ctx, ids) =>
  grouped(
    await ctx.db.all(visiblePeopleOfAppointments(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    (row) => row.personId,
  ),
)

/** The ids of the users invited. */
export const loadInvitedUsers = createLoader<string[]>(async (ctx, ids) =>
  grouped(
    await ctx.db.all(usersOfAppointments, { companyId: ctx.viewer.companyId, ids: listParam(ids) }),
    (row) => row.userId,
  ),
)

/** How many appointments that the caller sees name one of some people. */
export const countAppointmentsOfPeople = async (
  ctx: Context,
  people: readonly string[],
): Promise<number> =>
  (
    await ctx.db.first(appointmentsOfPeople(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      people: listParam(people),
    })
  )?.total ?? 0
