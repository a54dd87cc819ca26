import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { type IdsInput, LinkList } from '../../crud/link-list.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  deleteRecord,
  insertRecord,
  listReferences,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { conflict, createDetail, invalid } from '../../errors.ts'
import { createRelationList } from '../../filtering/child-list.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { createListByParent } from '../../filtering/list-by-parent.ts'
import { dayMs } from '../../lib/time.ts'
import {
  type ExternalIdInput,
  findMissingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { findUnknownPeople } from '../people/operations.ts'
import { personPolicy } from '../people/policy.ts'
import { findUnknownUsers } from '../users/operations.ts'
import { appointmentFilterSpec } from './filter-spec.ts'
import { appointmentPolicy } from './policy.ts'
import { type AppointmentRow, maxAppointmentDays } from './table.ts'

export type { AppointmentRow }

type EditableColumns = Pick<
  AppointmentRow,
  'title' | 'description' | 'startsAt' | 'endsAt' | 'place' | 'outcome'
>

export interface AppointmentInput extends ExternalIdInput, Partial<EditableColumns> {
  /** `null` resets the time zone to UTC. */
  timeZone?: string | null
  peopleIds?: IdsInput
  userIds?: IdsInput
}

type NewAppointment = AppointmentInput & Pick<EditableColumns, 'title' | 'startsAt' | 'endsAt'>

const defaultTimeZone = 'UTC'

const eventFields = [
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
]

const { get, getForUpdate, load } = createRecordReads(appointmentPolicy, 'Appointment')

export { get as getAppointment, load as loadAppointment }

export const appointments = createFilteredList({ spec: appointmentFilterSpec })

export const appointmentsOfUser = createListByParent(appointmentFilterSpec, {
  linkTable: 'appointmentUsers',
  recordColumn: 'userId',
  targetColumn: 'appointmentId',
})

export const appointmentsOfPerson = createRelationList<AppointmentRow>(
  personFilterSpec,
  'appointments',
)
export const appointmentsOfPersonByStart = createRelationList<AppointmentRow>(
  personFilterSpec,
  'appointments',
  'startsAt',
)

export const invitedPeople = new LinkList({
  table: 'appointmentPeople',
  recordColumn: 'appointmentId',
  targetColumn: 'personId',
  field: 'peopleIds',
  canView: (p, scope, column) => personPolicy.canViewReferenced(p, scope, column),
})
export const invitedUsers = new LinkList({
  table: 'appointmentUsers',
  recordColumn: 'appointmentId',
  targetColumn: 'userId',
  field: 'userIds',
})

/** Counts the visible appointments to which at least one of the people is invited. */
export const countAppointmentsOfPeople = invitedPeople.createRecordCounter(appointmentPolicy)

/** Checks the references in an input. @throws VALIDATION_ERROR with all invalid references */
const checkInvitees = (ctx: Context, input: AppointmentInput) =>
  checkReferences(
    findMissingExternalId(input),
    findUnknownPeople(ctx, listReferences('peopleIds', input.peopleIds)),
    findUnknownUsers(ctx, listReferences('userIds', input.userIds)),
  )

/** Replaces the external ids and the lists of invited people and users. */
const replaceLists = async (ctx: Context, id: string, input: AppointmentInput) => [
  ...(await invitedPeople.replace(ctx, id, input.peopleIds)),
  ...(await invitedUsers.replace(ctx, id, input.userIds)),
  ...(await replaceExternalIds(ctx, 'appointment', id, input)),
]

/**
 * Creates an appointment and, by default, invites the caller.
 * @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT if another appointment has the external id
 */
export async function createAppointment(ctx: Context, input: NewAppointment) {
  requireScope(ctx.viewer, 'appointments.manage')
  checkTimes(input, 'endsAt')
  await checkInvitees(ctx, input)
  const row: AppointmentRow = {
    ...newRecord(ctx, 'appointment'),
    title: input.title,
    description: input.description ?? null,
    startsAt: input.startsAt,
    endsAt: input.endsAt,
    timeZone: input.timeZone ?? defaultTimeZone,
    place: input.place ?? null,
    status: 'scheduled',
    outcome: null,
    completedAt: null,
    cancelledAt: null,
    cancellationReason: null,
  }
  const { userIds = [ctx.viewer.userId] } = input
  return insertRecord(ctx, 'appointments', row, 'appointment.created', eventFields, () =>
    replaceLists(ctx, row.id, { ...input, userIds }),
  )
}

/**
 * Checks that an appointment ends after its start and lasts at most `maxAppointmentDays`.
 * @param field the field that the error names @throws VALIDATION_ERROR
 */
function checkTimes(
  { startsAt, endsAt }: Pick<AppointmentRow, 'startsAt' | 'endsAt'>,
  field: 'startsAt' | 'endsAt',
): void {
  const durationMs = Date.parse(endsAt) - Date.parse(startsAt)
  const limitPhrase = field === 'endsAt' ? 'after the start' : 'before the end'
  if (durationMs <= 0) throw invalid(createDetail(field, 'OUT_OF_RANGE', `must be ${limitPhrase}`))
  const message = `must be at most ${maxAppointmentDays} days ${limitPhrase}`
  if (durationMs > maxAppointmentDays * dayMs)
    throw invalid(createDetail(field, 'OUT_OF_RANGE', message))
}

/**
 * Updates an appointment. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT if it is
 * cancelled, if an outcome is set before completion, or if the external id is in use
 */
export async function updateAppointment(ctx: Context, id: string, input: AppointmentInput) {
  const appointment = await getForUpdate(ctx, id)
  const patch: AppointmentInput = requireSomeField(input)
  const { peopleIds, userIds, externalId, externalSource, externalIds, timeZone, ...columns } =
    patch
  if (appointment.status === 'cancelled')
    throw conflict('The appointment is cancelled: create a new one')
  if (columns.outcome != null && appointment.status !== 'completed')
    throw conflict('The appointment is not completed: complete it to set its outcome')
  if (columns.startsAt !== undefined || columns.endsAt !== undefined)
    checkTimes({ ...appointment, ...columns }, columns.endsAt === undefined ? 'startsAt' : 'endsAt')
  await checkInvitees(ctx, patch)
  const columnPatch = {
    ...columns,
    ...(timeZone !== undefined && { timeZone: timeZone ?? defaultTimeZone }),
  }
  const listChanges = await replaceLists(ctx, id, patch)
  const eventType = 'appointment.updated'
  return updateRecord(ctx, 'appointments', appointment, columnPatch, eventType, listChanges)
}

/** Completes a scheduled appointment. @throws NOT_FOUND, FORBIDDEN, CONFLICT if it is cancelled */
export async function completeAppointment(ctx: Context, id: string, outcome: string | null) {
  const appointment = await getForUpdate(ctx, id)
  if (appointment.status === 'cancelled')
    throw conflict('A cancelled appointment cannot be completed')
  if (appointment.status === 'completed') return appointment
  const patch = { status: 'completed', completedAt: timestamp(ctx), outcome } as const
  return updateRecord(ctx, 'appointments', appointment, patch, 'appointment.completed')
}

/** Cancels a scheduled appointment. @throws NOT_FOUND, FORBIDDEN, CONFLICT if it is completed */
export async function cancelAppointment(
  ctx: Context,
  id: string,
  cancellationReason: string | null,
): Promise<AppointmentRow> {
  const appointment = await getForUpdate(ctx, id)
  if (appointment.status === 'completed')
    throw conflict('A completed appointment cannot be cancelled')
  if (appointment.status === 'cancelled') return appointment
  const patch = { status: 'cancelled', cancelledAt: timestamp(ctx), cancellationReason } as const
  return updateRecord(ctx, 'appointments', appointment, patch, 'appointment.cancelled')
}

/** Deletes an appointment permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deleteAppointment(ctx: Context, id: string): Promise<{ id: string }> {
  const appointment = await getForUpdate(ctx, id)
  return deleteRecord(ctx, appointmentPolicy, appointment, 'appointment.deleted', eventFields)
}
