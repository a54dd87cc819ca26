import { loadAll } from '../../crud/loader.ts'
import {
  builder,
  defineEnum,
  type InputFieldBuilder,
  limits,
  notNull,
  optional,
  optionalTime,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { addExternalIdsField, externalIdFields, externalIdWhere } from '../external-ids/graphql.ts'
import { Person } from '../people/graphql.ts'
import { addMergeCount } from '../people/graphql-merge.ts'
import { loadPerson } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { appointmentFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

const AppointmentStatus = defineEnum('AppointmentStatus', 'The status of an appointment.', {
  scheduled: 'The appointment is scheduled.',
  completed: 'The appointment took place.',
  cancelled: 'The appointment was cancelled.',
})

const timeZoneOptions = {
  type: 'TimeZone',
  description: 'The time zone for displaying times.',
} as const

const statusOptions = { type: AppointmentStatus, description: "The appointment's status." }

export const Appointment = builder.objectRef<operations.AppointmentRow>('Appointment').implement({
  description: 'An appointment with people and users.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: "The appointment's title." }),
    description: t.exposeString('description', optional("The appointment's details.")),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'The start time, in UTC.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'The end time, in UTC.' }),
    timeZone: t.expose('timeZone', timeZoneOptions),
    place: t.exposeString('place', optional('The meeting place.')),
    status: t.expose('status', statusOptions),
    outcome: t.exposeString('outcome', optional('The outcome.')),
    completedAt: t.expose('completedAt', optionalTime('The completion time.')),
    cancelledAt: t.expose('cancelledAt', optionalTime('The cancellation time.')),
    cancellationReason: t.exposeString('cancellationReason', optional('The cancellation reason.')),
    peopleIds: t.idList({
      description: 'The ids of the invited people whom the caller can view.',
      ...relationField(operations.invitedPeople.load, 'id', (people) => people ?? []),
    }),
    people: t.field({
      type: [Person],
      ...optional('The invited people whom the caller can view.'),
      extensions: { ...requiredScopes('people.view'), ...readsColumns('id') },
      resolve: relationField(operations.invitedPeople.load, 'id', (ids, ctx) =>
        loadAll(ctx, ids, loadPerson),
      ).resolve,
    }),
    userIds: t.idList({
      description: 'The ids of the invited users.',
      ...relationField(operations.invitedUsers.load, 'id', (users) => users ?? []),
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

addExternalIdsField(Appointment, 'appointment')
addMergeCount('appointments', 'appointments.manage', operations.countAppointmentsOfPeople)

const { addListTo: addAppointmentsTo } = registerRecord(Appointment, {
  filterSpec: appointmentFilterSpec,
  filterTypes: { status: AppointmentStatus, ...externalIdWhere },
  load: operations.loadAppointment,
  one: { description: 'Returns an appointment by id.', get: operations.getAppointment },
  many: {
    name: 'appointments',
    description: 'Returns appointments, newest first.',
    list: operations.appointments,
  },
})

addAppointmentsTo(Person, 'appointments', operations.appointmentsOfPerson)

const invitationsDescription = 'The appointments to which the user is invited, newest first.'
addAppointmentsTo(User, 'appointments', operations.appointmentsOfUser, invitationsDescription)

const idListLimits = limits({ type: 'array', maxItems: 100 })

const appointmentFields = <R extends boolean>(
  t: InputFieldBuilder,
  required: R,
  descriptions: Record<'peopleIds' | 'userIds', string>,
) => ({
  title: t.field({
    type: 'ShortText',
    required,
    description: "The appointment's title.",
    extensions: notNull,
  }),
  description: t.field({ type: 'LongText', description: "The appointment's details." }),
  startsAt: t.field({
    type: 'DateTime',
    required,
    description: 'The start time.',
    extensions: notNull,
  }),
  endsAt: t.field({
    type: 'DateTime',
    required,
    description: 'The end time, at most 31 days after the start.',
    extensions: notNull,
  }),
  place: t.field({ type: 'ShortText', description: 'The meeting place.' }),
  peopleIds: t.idList({ description: descriptions.peopleIds, extensions: idListLimits }),
  userIds: t.idList({ description: descriptions.userIds, extensions: idListLimits }),
  ...externalIdFields(t),
})

const CompleteAppointmentInput = builder.inputType('CompleteAppointmentInput', {
  description: 'Input for completing an appointment.',
  fields: (t) => ({ outcome: t.field({ type: 'ShortText', description: 'The outcome.' }) }),
})

const CancelAppointmentInput = builder.inputType('CancelAppointmentInput', {
  description: 'Input for cancelling an appointment.',
  fields: (t) => ({
    reason: t.field({ type: 'ShortText', description: 'The cancellation reason.' }),
  }),
})

const mutations = new RecordMutations({
  type: Appointment,
  noun: 'appointment',
  scope: 'appointments.manage',
})

mutations.create('createAppointment', {
  description: 'Creates a scheduled appointment.',
  input: (t) => ({
    ...appointmentFields(t, true, {
      peopleIds: 'The ids of up to 100 people to invite.',
      userIds: 'The ids of up to 100 users to invite; by default the caller.',
    }),
    timeZone: t.field({ ...timeZoneOptions, defaultValue: 'UTC' }),
  }),
  resolve: operations.createAppointment,
})
mutations.update('updateAppointment', {
  actions: [{ action: 'update', isPossible: (_, { status }) => status !== 'cancelled' }],
  description:
    'Updates an appointment. Errors: CONFLICT (the appointment is cancelled, or `outcome` is set before completion).',
  input: (t) => ({
    ...appointmentFields(t, false, {
      peopleIds: 'The ids of the invited people, up to 100. Hidden people remain invited.',
      userIds: 'The ids of the invited users, up to 100.',
    }),
    timeZone: t.field({
      type: 'TimeZone',
      description: 'The time zone for displaying times; `null` resets it to UTC.',
    }),
    outcome: t.field({ type: 'ShortText', description: 'The outcome of a completed appointment.' }),
  }),
  resolve: operations.updateAppointment,
})
mutations.action('completeAppointment', {
  actions: [{ action: 'complete', isPossible: (_, { status }) => status === 'scheduled' }],
  description: 'Completes an appointment. Errors: CONFLICT (the appointment is cancelled).',
  args: (t) => ({ input: t.arg({ type: CompleteAppointmentInput, description: 'The outcome.' }) }),
  resolve: (ctx, id, { input }) => operations.completeAppointment(ctx, id, input?.outcome ?? null),
})
mutations.action('cancelAppointment', {
  actions: [{ action: 'cancel', isPossible: (_, { status }) => status === 'scheduled' }],
  description: 'Cancels an appointment. Errors: CONFLICT (the appointment is completed).',
  args: (t) => ({
    input: t.arg({ type: CancelAppointmentInput, description: 'The reason for the cancellation.' }),
  }),
  resolve: (ctx, id, { input }) => operations.cancelAppointment(ctx, id, input?.reason ?? null),
})
mutations.delete('deleteAppointment', { resolve: operations.deleteAppointment })
