import { loadAll } from '../../crud/loader.ts'
import {
  atLeastOneField,
  builder,
  defineEnum,
  type InputFieldBuilder,
  limits,
  needs,
  notNull,
} from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { addExternalIds, externalIdFields, externalIdWhere } from '../external-ids/graphql.ts'
import { Person } from '../people/graphql.ts'
import { addMergeCount } from '../people/graphql-merge.ts'
import { loadPerson } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { appointmentFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const AppointmentStatus = defineEnum(
  'AppointmentStatus',
  'The status of an appointment. Completion and cancellation are final.',
  {
    scheduled: 'The appointment is scheduled, or has not been completed yet.',
    completed: 'The appointment took place. It can be updated, not cancelled.',
    cancelled: 'The appointment was cancelled. It can only be deleted.',
  },
)

export const Appointment = builder.objectRef<operations.AppointmentRow>('Appointment').implement({
  description:
    'An appointment with invited people and users. Visible to Owner and Admin, its creator, the invited users, the Team Leaders of the creator and of these users, and everyone who can view one of the invited people.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    description: t.exposeString('description', { nullable: true, description: 'The details.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'The start time, in UTC.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'The end time, in UTC.' }),
    timeZone: t.expose('timeZone', {
      type: 'TimeZone',
      description: 'The time zone in which to show the times.',
    }),
    place: t.exposeString('place', {
      nullable: true,
      description: 'The place, such as an address, a room or a link.',
    }),
    status: t.expose('status', { type: AppointmentStatus, description: 'The status.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'The outcome; null until the appointment is completed.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of completion; null if not completed.',
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of cancellation; null if not cancelled.',
    }),
    cancellationReason: t.exposeString('cancellationReason', {
      nullable: true,
      description: 'The reason for the cancellation.',
    }),
    peopleIds: t.idList({
      description: 'The ids of the invited people whom the caller can view.',
      ...relationField(operations.invitedPeople.load, 'id', (found) => found ?? []),
    }),
    people: t.field({
      type: [Person],
      nullable: true,
      description: 'The invited people whom the caller can view. Requires `people.view`.',
      extensions: { ...needs('people.view'), ...readsColumns('id') },
      resolve: relationField(operations.invitedPeople.load, 'id', (ids, ctx) =>
        loadAll(ctx, ids, loadPerson),
      ).resolve,
    }),
    userIds: t.idList({
      description: 'The ids of the invited users.',
      ...relationField(operations.invitedUsers.load, 'id', (found) => found ?? []),
    }),
    users: t.field({
      type: [User],
      description: 'The invited users.',
      ...relationField(operations.invitedUsers.load, 'id', (ids, ctx) =>
        loadAll(ctx, ids, loadUser),
      ),
    }),
  }),
})

addExternalIds(Appointment, 'appointment')
addMergeCount('appointments', 'appointments.manage', operations.countAppointmentsOfPeople)

const { addListTo: addAppointmentsTo } = registerRecord(Appointment, {
  filterSpec: appointmentFilterSpec,
  filterTypes: { status: AppointmentStatus, ...externalIdWhere },
  load: operations.loadAppointment,
  one: {
    description: 'Returns an appointment by its id. Errors: NOT_FOUND, FORBIDDEN.',
    get: operations.getAppointment,
  },
  many: {
    name: 'appointments',
    description:
      'Returns the appointments that the caller can view, newest first by default. For a calendar, use `where: {time: {gte, lt}}, orderBy: {field: startsAt}`.',
    list: operations.appointments,
  },
})

addAppointmentsTo(
  Person,
  'appointments',
  'The appointments of the person that the caller can view, newest first.',
  operations.appointmentsOfPerson,
)

addAppointmentsTo(
  User,
  'appointments',
  'The appointments to which the user is invited and that the caller can view, newest first.',
  operations.appointmentsOfUser,
)

const listLimits = limits({ type: 'array', maxItems: 100 })

const inputFields = <R extends boolean>(
  t: InputFieldBuilder,
  required: R,
  descriptions: Record<'startsAt' | 'peopleIds' | 'userIds', string>,
) => ({
  title: t.field({ type: 'ShortText', required, description: 'The title.', extensions: notNull }),
  description: t.field({ type: 'LongText', description: 'The details, up to 5,000 characters.' }),
  startsAt: t.field({
    type: 'DateTime',
    required,
    description: descriptions.startsAt,
    extensions: notNull,
  }),
  endsAt: t.field({
    type: 'DateTime',
    required,
    description: 'The end time, at most 31 days after the start.',
    extensions: notNull,
  }),
  place: t.field({
    type: 'ShortText',
    description: 'The place, such as an address, a room or a link, up to 200 characters.',
  }),
  peopleIds: t.idList({ description: descriptions.peopleIds, extensions: listLimits }),
  userIds: t.idList({ description: descriptions.userIds, extensions: listLimits }),
  ...externalIdFields(t),
})

const CreateAppointmentInput = builder.inputType('CreateAppointmentInput', {
  description: 'Input for creating an appointment.',
  fields: (t) => ({
    ...inputFields(t, true, {
      startsAt: 'The start time.',
      peopleIds: 'The ids of up to 100 people to invite. The caller must be able to view them.',
      userIds:
        'The ids of the invited users, up to 100; by default the caller. `null` or an empty list invites no user.',
    }),
    timeZone: t.field({
      type: 'TimeZone',
      defaultValue: 'UTC',
      description: 'The time zone in which to show the times.',
    }),
  }),
})

const UpdateAppointmentInput = builder.inputType('UpdateAppointmentInput', {
  extensions: atLeastOneField,
  description: 'Input for updating an appointment.',
  fields: (t) => ({
    ...inputFields(t, false, {
      startsAt: 'The start time, at most 31 days before the end.',
      peopleIds:
        'The ids of all invited people, up to 100. People whom the caller cannot view remain invited.',
      userIds: 'The ids of all invited users, up to 100.',
    }),
    timeZone: t.field({
      type: 'TimeZone',
      description:
        'The time zone in which to show the times, which do not change; `null` resets it to UTC.',
    }),
    outcome: t.field({
      type: 'ShortText',
      description: 'The outcome, up to 200 characters. Errors: CONFLICT if not completed.',
    }),
  }),
})

const CompleteAppointmentInput = builder.inputType('CompleteAppointmentInput', {
  description: 'Input for completing an appointment.',
  fields: (t) => ({
    outcome: t.field({ type: 'ShortText', description: 'The outcome, up to 200 characters.' }),
  }),
})

const CancelAppointmentInput = builder.inputType('CancelAppointmentInput', {
  description: 'Input for cancelling an appointment.',
  fields: (t) => ({
    reason: t.field({ type: 'ShortText', description: 'The reason, up to 200 characters.' }),
  }),
})

const mutations = recordMutations({
  type: Appointment,
  noun: 'appointment',
  scope: 'appointments.manage',
})

mutations.create('createAppointment', {
  description: 'Creates a scheduled appointment. Errors: VALIDATION_ERROR.',
  input: CreateAppointmentInput,
  resolve: operations.createAppointment,
})
mutations.update('updateAppointment', {
  actions: [{ action: 'update', isPossible: (_, { status }) => status !== 'cancelled' }],
  description:
    'Updates a scheduled or completed appointment. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (the appointment is cancelled, or `outcome` is set before completion).',
  input: UpdateAppointmentInput,
  resolve: operations.updateAppointment,
})
mutations.action('completeAppointment', {
  actions: [{ action: 'complete', isPossible: (_, { status }) => status === 'scheduled' }],
  description:
    'Completes an appointment. A completed appointment is left unchanged; use `updateAppointment` to correct its outcome. Errors: NOT_FOUND, FORBIDDEN, CONFLICT (the appointment is cancelled).',
  args: (t) => ({ input: t.arg({ type: CompleteAppointmentInput, description: 'The outcome.' }) }),
  resolve: (ctx, id, { input }) => operations.completeAppointment(ctx, id, input?.outcome ?? null),
})
mutations.action('cancelAppointment', {
  actions: [{ action: 'cancel', isPossible: (_, { status }) => status === 'scheduled' }],
  description:
    'Cancels an appointment. A cancelled appointment is left unchanged. Errors: NOT_FOUND, FORBIDDEN, CONFLICT (the appointment is completed).',
  args: (t) => ({ input: t.arg({ type: CancelAppointmentInput, description: 'The reason.' }) }),
  resolve: (ctx, id, { input }) => operations.cancelAppointment(ctx, id, input?.reason ?? null),
})
mutations.delete('deleteAppointment', {
  description: 'Deletes an appointment permanently. Errors: NOT_FOUND, FORBIDDEN.',
  resolve: operations.deleteAppointment,
})
