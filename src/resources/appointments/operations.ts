import { sightOf, sightParams } from '../../auth/sight.ts'
import { require } from '../../auth/viewer.ts'
import { batch, type Context } from '../../context.ts'
import { childCounts, childPages } from '../../list.ts'
import { seen } from '../../records.ts'
import { type Filters, filterParams, filterShape, type Slice, sliceOf, type Window, windowParams, windowShape } from '../../store/page.ts'
import { listParam } from '../../store/sql.ts'
import {
  type AppointmentListOptions,
  appointmentFor,
  appointmentList,
  appointmentsByPerson,
  appointmentsOfPeople,
  usersOfAppointments,
  visibleAppointments,
  visiblePeopleOfAppointments,
} from './queries.ts'
import { type AppointmentRow, appointmentStatuses } from './table.ts'
import { longest } from './times.ts'

/** Reading appointments: one, a list, and what hangs on them. */
export { type AppointmentRow, appointmentStatuses }

/** An appointment by its id. @throws NOT_FOUND, FORBIDDEN */
export async function getAppointment(ctx: Context, id: string): Promise<AppointmentRow> {
  require(ctx.viewer, 'appointments.manage')
  return seen('Appointment', await ctx.db.first(appointmentFor(sightOf(ctx.viewer)), { ...sightParams(ctx.viewer), id }))
}

/** An appointment that the caller sees, for an edge or `node`; nothing where there is none. */
export const loadAppointment = batch<AppointmentRow>(async (ctx, ids) => {
  const rows = await ctx.db.all(visibleAppointments(sightOf(ctx.viewer)), { ...sightParams(ctx.viewer), ids: listParam(ids) })
  return new Map(rows.map((row) => [row.id, row]))
})

export interface AppointmentChoice {
  filters: Filters
  personId?: string | undefined
  userId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const shapeOf = (ctx: Context, { filters, personId, userId, from, to }: AppointmentChoice) => ({
  filters: filterShape(filters),
  options: {
    sight: sightOf(ctx.viewer),
    ...(personId && { person: true }),
    ...(userId && { user: true }),
    ...(from && { from: true }),
    ...(to && { to: true }),
  } as AppointmentListOptions,
})

const paramsOf = (ctx: Context, { filters, personId = '', userId = '', from = '', to = '' }: AppointmentChoice) => ({
  ...sightParams(ctx.viewer),
  ...filterParams(filters),
  personId,
  userId,
  from,
  to,
  earliest: from && new Date(Date.parse(from) - longest).toISOString(),
})

/** A page of the appointments that the caller sees, newest first. */
export async function listAppointments(ctx: Context, choice: AppointmentChoice, window: Window): Promise<Slice<AppointmentRow>> {
  require(ctx.viewer, 'appointments.manage')
  const query = appointmentList.page({ ...shapeOf(ctx, choice), ...windowShape(window) })
  return sliceOf(await ctx.db.all(query, { ...paramsOf(ctx, choice), ...windowParams(window) }), window)
}

export async function countAppointments(ctx: Context, choice: AppointmentChoice): Promise<number> {
  return (await ctx.db.first(appointmentList.count(shapeOf(ctx, choice)), paramsOf(ctx, choice)))?.total ?? 0
}

const sight = (ctx: Context) => sightOf(ctx.viewer)

/** The appointments of a person, as an edge. */
export const appointmentsOfPerson = { pages: childPages(appointmentsByPerson, sight), counts: childCounts(appointmentsByPerson, sight) }

function grouped<R extends { appointmentId: string }>(rows: R[], id: (row: R) => string): Map<string, string[]> {
  return new Map([...Map.groupBy(rows, (row) => row.appointmentId)].map(([appointmentId, group]) => [appointmentId, group.map(id)]))
}

/** The ids of the people invited whom the caller sees. */
export const loadInvitedPeople = batch<string[]>(async (ctx, ids) =>
  grouped(await ctx.db.all(visiblePeopleOfAppointments(sightOf(ctx.viewer)), { ...sightParams(ctx.viewer), ids: listParam(ids) }), (row) => row.personId),
)

/** The ids of the users invited. */
export const loadInvitedUsers = batch<string[]>(async (ctx, ids) =>
  grouped(await ctx.db.all(usersOfAppointments, { companyId: ctx.viewer.companyId, ids: listParam(ids) }), (row) => row.userId),
)

/** How many appointments that the caller sees name one of some people. */
export const countAppointmentsOfPeople = async (ctx: Context, people: readonly string[]): Promise<number> =>
  (await ctx.db.first(appointmentsOfPeople(sightOf(ctx.viewer)), { ...sightParams(ctx.viewer), people: listParam(people) }))?.total ?? 0
