import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import {
  applyChanges,
  checkReferences,
  checkVersion,
  listReferences,
  newRecord,
  omitUndefined,
  requireSomeField,
} from '../../crud/records.ts'
import { conflict } from '../../errors.ts'
import { viewersBeforeDeletion } from '../../events/audience.ts'
import { type Change, changesBetween, recordEvent } from '../../events/record-event.ts'
import type { EventType } from '../../events/types.ts'
import {
  type ExternalIdInput,
  missingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { unknownPeople } from '../people/operations.ts'
import { unknownUsers } from '../users/operations.ts'
import { type Invited, invitedTo, replaceInvited } from './links.ts'
import { getAppointment } from './operations.ts'
import type { AppointmentRow } from './table.ts'
import { checkSpan } from './times.ts'

/**
 * Creating, changing and deleting appointments. One is scheduled until it is completed or
 * cancelled, and does not come back from there: what is completed can be put right, what is
 * cancelled stays as it is.
 */
export interface AppointmentInput extends Invited, ExternalIdInput {
  title?: string
  description?: string | null
  startsAt?: string
  endsAt?: string
  /** null: UTC, as where nothing is said */
  timeZone?: string | null
  place?: string | null
  outcome?: string | null
}

type NewAppointment = Omit<AppointmentInput, 'outcome'> & {
  title: string
  startsAt: string
  endsAt: string
}

const usualZone = 'UTC'
const logged = [
  'title',
  'description',
  'startsAt',
  'endsAt',
  'timeZone',
  'place',
  'status',
  'outcome',
  'completedAt',
  'cancelledAt',
  'cancellationReason',
] as const

/**
 * Creates an appointment; where no users are given, the caller is invited. @throws VALIDATION_ERROR
 */
export async function createAppointment(
  ctx: Context,
  input: NewAppointment,
): Promise<AppointmentRow> {
  requireScope(ctx.viewer, 'appointments.manage')
  checkSpan(input, 'endsAt')
  await checkInvited(ctx, input)
  const row: AppointmentRow = {
    ...newRecord(ctx, 'appointment'),
    title: input.title,
    description: input.description ?? null,
    startsAt: input.startsAt,
    endsAt: input.endsAt,
    timeZone: input.timeZone ?? usualZone,
    place: input.place ?? null,
    status: 'scheduled',
    outcome: null,
    completedAt: null,
    cancelledAt: null,
    cancellationReason: null,
    createdBy: ctx.viewer.userId,
  }
  await ctx.db.insert('appointments', row)
  const { peopleIds, userIds = [ctx.viewer.userId] } = input
  const links = await replaceInvited(ctx, row.id, { peopleIds, userIds })
  const ids = await replaceExternalIds(ctx, 'appointment', row.id, input)
  recordEvent(ctx, {
    type: 'appointment.created',
    record: row,
    changes: [...changesBetween({}, row, logged), ...links, ...ids],
  })
  return row
}

const checkInvited = (ctx: Context, { peopleIds, userIds, ...others }: Invited & ExternalIdInput) =>
  checkReferences(
    missingExternalId(others),
    unknownPeople(ctx, listReferences('peopleIds', peopleIds)),
    unknownUsers(ctx, listReferences('userIds', userIds)),
  )

const appointmentToChange = async (ctx: Context, id: string) =>
  checkVersion(ctx, await getAppointment(ctx, id))

/**
 * Changes the given fields; lists replace what was there. @throws VALIDATION_ERROR, CONFLICT for a
 * cancelled one, or an outcome before it is completed
 */
export async function updateAppointment(
  ctx: Context,
  id: string,
  input: AppointmentInput,
): Promise<AppointmentRow> {
  const appointment = await appointmentToChange(ctx, id)
  const { peopleIds, userIds, timeZone, externalId, externalSource, externalIds, ...fields } =
    requireSomeField(input) as AppointmentInput
  const ids = { externalId, externalSource, externalIds }
  if (appointment.status === 'cancelled')
    throw conflict('The appointment was cancelled: create another one')
  if (fields.outcome != null && appointment.status !== 'completed')
    throw conflict('The appointment has no outcome yet: complete it')
  if (fields.startsAt !== undefined || fields.endsAt !== undefined)
    checkSpan({ ...appointment, ...fields }, fields.endsAt === undefined ? 'startsAt' : 'endsAt')
  await checkInvited(ctx, { peopleIds, userIds, ...ids })
  const also = [
    ...(await replaceInvited(ctx, id, { peopleIds, userIds })),
    ...(await replaceExternalIds(ctx, 'appointment', id, ids)),
  ]
  const patch = { ...fields, ...(timeZone !== undefined && { timeZone: timeZone ?? usualZone }) }
  return change(ctx, appointment, patch, 'appointment.updated', also)
}

/**
 * Says that an appointment took place. One that is completed stays as it is, and there is no second
 * event. @throws CONFLICT for a cancelled one
 */
export async function completeAppointment(
  ctx: Context,
  id: string,
  outcome: string | null,
): Promise<AppointmentRow> {
  const appointment = await appointmentToChange(ctx, id)
  if (appointment.status === 'cancelled') throw conflict('The appointment was cancelled')
  if (appointment.status === 'completed') return appointment
  return change(
    ctx,
    appointment,
    { status: 'completed', completedAt: timestamp(ctx), outcome },
    'appointment.completed',
  )
}

/**
 * Calls an appointment off. One that is cancelled keeps its first time and reason, and there is no
 * second event. @throws CONFLICT for a completed one
 */
export async function cancelAppointment(
  ctx: Context,
  id: string,
  reason: string | null,
): Promise<AppointmentRow> {
  const appointment = await appointmentToChange(ctx, id)
  if (appointment.status === 'completed') throw conflict('The appointment is completed')
  if (appointment.status === 'cancelled') return appointment
  return change(
    ctx,
    appointment,
    { status: 'cancelled', cancelledAt: timestamp(ctx), cancellationReason: reason },
    'appointment.cancelled',
  )
}

async function change(
  ctx: Context,
  appointment: AppointmentRow,
  patch: Partial<AppointmentRow>,
  type: EventType,
  also: Change[] = [],
): Promise<AppointmentRow> {
  const { row, changes } = await applyChanges(
    ctx,
    'appointments',
    appointment,
    omitUndefined(patch),
    also,
  )
  if (changes.length > 0) recordEvent(ctx, { type, record: row, changes })
  return row
}

/** Deletes an appointment for good. @throws NOT_FOUND, FORBIDDEN */
export async function deleteAppointment(ctx: Context, id: string): Promise<{ id: string }> {
  const appointment = await appointmentToChange(ctx, id)
  const { companyId } = appointment
  const { people, users } = await invitedTo(ctx, id)
  const audience = await viewersBeforeDeletion(ctx, {
    users: [appointment.createdBy, ...users],
    people,
  })
  await ctx.db.delete('appointments', { companyId, id })
  recordEvent(ctx, {
    type: 'appointment.deleted',
    record: appointment,
    changes: changesBetween(appointment, {}, logged),
    audience,
  })
  return { id }
}
