import { loadAll } from '../../crud/loader.ts'
import { builder, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { addChildList, registerRecord } from '../../graphql/schema/record-fields.ts'
import { addExternalIds, externalIdWhere } from '../external-ids/graphql.ts'
import { Person } from '../people/graphql.ts'
import { addMergeCount } from '../people/graphql-merge.ts'
import { loadPerson } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { appointmentFilterSpec } from './filter-spec.ts'
import {
  type AppointmentRow,
  type appointmentStatuses,
  appointments,
  appointmentsOfPerson,
  countAppointmentsOfPeople,
  getAppointment,
  invitedPeople,
  invitedUsers,
  loadAppointment,
} from './operations.ts'

export const AppointmentStatus = builder.enumType('AppointmentStatus', {
  description: 'The status of an appointment. Completion and cancellation are final.',
  values: {
    scheduled: {
      value: 'scheduled',
      description: 'The appointment is scheduled, or has not been completed yet.',
    },
    completed: {
      value: 'completed',
      description: 'The appointment took place. It can still be updated, but not cancelled.',
    },
    cancelled: {
      value: 'cancelled',
      description: 'The appointment was cancelled. It can only be deleted.',
    },
  } satisfies Record<(typeof appointmentStatuses)[number], object>,
})

export const Appointment = builder.objectRef<AppointmentRow>('Appointment').implement({
  description:
    'An appointment with invited people and users. Visible to Owner and Admin, its creator, the invited users and the Team Leaders of both, and everyone who can view one of its people.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    description: t.exposeString('description', { nullable: true, description: 'The details.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'The start time, in UTC.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'The end time, in UTC, at most 31 days after the start.',
    }),
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
      ...relationField(invitedPeople.load, 'id', (found) => found ?? []),
    }),
    people: t.field({
      type: [Person],
      nullable: true,
      description: 'The invited people whom the caller can view. Needs `people.view`.',
      extensions: { ...needs('people.view'), ...readsColumns('id') },
      resolve: relationField(invitedPeople.load, 'id', (ids, ctx) => loadAll(ctx, ids, loadPerson))
        .resolve,
    }),
    userIds: t.idList({
      description: 'The ids of the invited users.',
      ...relationField(invitedUsers.load, 'id', (found) => found ?? []),
    }),
    users: t.field({
      type: [User],
      description: 'The invited users.',
      ...relationField(invitedUsers.load, 'id', (ids, ctx) => loadAll(ctx, ids, loadUser)),
    }),
    createdBy: t.exposeID('createdBy', {
      nullable: true,
      description: 'The id of the user who created the appointment.',
    }),
    creator: t.field({
      type: User,
      nullable: true,
      description: 'The user who created the appointment.',
      ...relationField(loadUser, 'createdBy'),
    }),
  }),
})

addExternalIds(Appointment, 'appointment')
addMergeCount('appointments', 'appointments.manage', countAppointmentsOfPeople)

const { connection: AppointmentConnection } = registerRecord(Appointment, {
  filterSpec: appointmentFilterSpec,
  filterTypes: { status: AppointmentStatus, ...externalIdWhere },
  load: loadAppointment,
  one: {
    description: 'Returns an appointment by its id. Errors: NOT_FOUND, FORBIDDEN.',
    get: getAppointment,
  },
  many: {
    name: 'appointments',
    description:
      'Returns the appointments that the caller can view, newest first by default. For a calendar, use `where: {during: {from, before}}, orderBy: {field: startsAt}`.',
    list: appointments,
  },
})

addChildList(Person, 'appointments', {
  connection: AppointmentConnection,
  scope: 'appointments.manage',
  description:
    'The appointments to which the person is invited and that the caller can view, most recently created first.',
  children: appointmentsOfPerson,
})
