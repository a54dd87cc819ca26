import { loadAll } from '../../crud/loader.ts'
import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType, pageArgs, resolveChildConnection } from '../../graphql/schema/paging.ts'
import { externalIdWhere } from '../external-ids/graphql-inputs.ts'
import { Person } from '../people/graphql.ts'
import { loadPerson } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { appointmentFilterSpec } from './filter-spec.ts'
import {
  type AppointmentRow,
  type appointmentStatuses,
  appointments,
  appointmentsOfPerson,
  getAppointment,
  invitedPeople,
  invitedUsers,
  loadAppointment,
} from './operations.ts'
import { appointmentPolicy } from './policy.ts'

export const AppointmentStatus = builder.enumType('AppointmentStatus', {
  description:
    'How an appointment stands. It is scheduled until it is completed or cancelled, and does not come back from there.',
  values: {
    scheduled: {
      value: 'scheduled',
      description: 'It is to take place; or it has, and nobody has said so yet.',
    },
    completed: {
      value: 'completed',
      description:
        'It took place. All of it can still be put right, its outcome too; it cannot be cancelled.',
    },
    cancelled: {
      value: 'cancelled',
      description: 'It was called off. It cannot be changed or completed, only deleted.',
    },
  } satisfies Record<(typeof appointmentStatuses)[number], object>,
})

export const Appointment = builder.objectRef<AppointmentRow>('Appointment').implement({
  description:
    'A meeting at a time and place, with the people and users invited. Visible to Owner and Admin; to whoever created it, the users invited, and the Team Leaders of both; to those who see one of its people.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What it is about.' }),
    description: t.exposeString('description', { nullable: true, description: 'More about it.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When it starts, in UTC.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'When it ends, in UTC: after the start, and at most 31 days after.',
    }),
    timeZone: t.expose('timeZone', {
      type: 'TimeZone',
      description: 'The time zone in which to show its times.',
    }),
    place: t.exposeString('place', {
      nullable: true,
      description: 'Where it takes place: an address, a room, a link.',
    }),
    status: t.expose('status', { type: AppointmentStatus, description: 'How it stands.' }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: 'What came of it; null until it is completed.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was completed; null while it is not.',
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was cancelled; null while it is not.',
    }),
    cancellationReason: t.exposeString('cancellationReason', {
      nullable: true,
      description: 'Why it was cancelled, where that was said.',
    }),
    peopleIds: t.idList({
      description: 'The ids of the people invited whom the caller sees, in their order.',
      ...relationField(invitedPeople.load, 'id', (found) => found ?? []),
    }),
    people: t.field({
      type: [Person],
      nullable: true,
      description: 'The people invited whom the caller sees, in their order. Needs `people.view`.',
      extensions: { ...needs('people.view'), ...readsColumns('id') },
      resolve: relationField(invitedPeople.load, 'id', (ids, ctx) => loadAll(ctx, ids, loadPerson))
        .resolve,
    }),
    userIds: t.idList({
      description: 'The ids of the users invited, in their order.',
      ...relationField(invitedUsers.load, 'id', (found) => found ?? []),
    }),
    users: t.field({
      type: [User],
      description: 'The users invited, in their order.',
      ...relationField(invitedUsers.load, 'id', (ids, ctx) => loadAll(ctx, ids, loadUser)),
    }),
    createdBy: t.exposeID('createdBy', {
      nullable: true,
      description: 'The id of the user who created it.',
    }),
    creator: t.field({
      type: User,
      nullable: true,
      description: 'The user who created it.',
      ...relationField(loadUser, 'createdBy'),
    }),
  }),
})

registerNodeType('appointment', {
  type: 'Appointment',
  policy: appointmentPolicy,
  load: loadAppointment,
})

export const AppointmentConnection = connectionType('Appointment', Appointment)

builder.objectField(Person, 'appointments', (t) =>
  t.field({
    type: AppointmentConnection,
    nullable: true,
    description:
      'The appointments to which the person is invited, those that the caller sees, in the order of their creation, newest first. Needs `appointments.manage`.',
    extensions: { ...needs('appointments.manage'), ...readsColumns('id') },
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.appointments', person, args, appointmentsOfPerson),
  }),
)

const AppointmentWhere = whereInput('Appointment', appointmentFilterSpec, {
  status: AppointmentStatus,
  ...externalIdWhere,
})
const AppointmentOrder = orderInput('Appointment', appointmentFilterSpec)

builder.queryFields((t) => ({
  appointment: t.field({
    type: Appointment,
    nullable: true,
    description: 'An appointment by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('appointments.manage'),
    args: {
      id: t.arg.id({ required: true, description: "The appointment's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getAppointment(ctx, id),
  }),
  appointments: t.field({
    type: AppointmentConnection,
    description:
      'The appointments that the caller sees, newest first unless told otherwise. For a calendar: `where: {during: {from, before}}, orderBy: {field: startsAt}`.',
    extensions: needs('appointments.manage'),
    args: listArgs(t, AppointmentWhere, AppointmentOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'appointments', { where, orderBy }, appointments),
  }),
}))
