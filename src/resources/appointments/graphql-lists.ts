import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { externalIdWhere } from '../external-ids/graphql-input.ts'
import { Appointment, AppointmentConnection, AppointmentStatus } from './graphql.ts'
import { appointmentKind } from './kind.ts'
import { appointments, getAppointment } from './operations.ts'

const AppointmentWhere = whereInput('Appointment', appointmentKind, {
  status: AppointmentStatus,
  ...externalIdWhere,
})
const AppointmentOrder = orderInput('Appointment', appointmentKind)

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
