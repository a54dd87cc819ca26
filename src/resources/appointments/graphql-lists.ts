import { builder, idSchema, needs } from '../../graphql/builder.ts'
import { connect, pageArgs } from '../../graphql/paging.ts'
import { given } from '../../records.ts'
import { Appointment, AppointmentConnection, AppointmentStatus } from './graphql.ts'
import { type AppointmentChoice, countAppointments, getAppointment, listAppointments } from './operations.ts'

const AppointmentWhere = builder.inputType('AppointmentWhere', {
  description: 'Which appointments: all that is given must hold.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Those that end after this moment.' }),
    to: t.field({ type: 'DateTime', description: 'Those that start before this moment.' }),
    personId: t.id({ description: 'One of the people invited, whom the caller sees.' }),
    userId: t.id({ description: 'One of the users invited.' }),
    status: t.field({ type: AppointmentStatus, description: 'How they stand.' }),
  }),
})

builder.queryFields((t) => ({
  appointment: t.field({
    type: Appointment,
    nullable: true,
    description: 'An appointment by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('appointments.manage'),
    args: { id: t.arg.id({ required: true, description: "The appointment's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getAppointment(ctx, id),
  }),
  appointments: t.field({
    type: AppointmentConnection,
    description: 'The appointments that the caller sees, newest first.',
    extensions: needs('appointments.manage'),
    args: { ...pageArgs(t), where: t.arg({ type: AppointmentWhere, description: 'Which appointments.' }) },
    resolve: (_, { where, ...page }, ctx) => {
      const { status, from, to, personId, userId } = where ?? {}
      const choice: AppointmentChoice = {
        filters: given({ status: status ?? undefined }),
        ...{ from: from ?? undefined, to: to ?? undefined, personId: personId ?? undefined, userId: userId ?? undefined },
      }
      return connect(ctx, page, {
        list: ['appointments', choice],
        page: (window) => listAppointments(ctx, choice, window),
        total: () => countAppointments(ctx, choice),
      })
    },
  }),
}))
