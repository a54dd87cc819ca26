import {
  builder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { externalIdFields } from '../external-ids/graphql-inputs.ts'
import { Appointment } from './graphql.ts'
import {
  type AppointmentInput,
  cancelAppointment,
  completeAppointment,
  createAppointment,
  deleteAppointment,
  updateAppointment,
} from './operations.ts'

const upTo100 = limits({ type: 'array', maxItems: 100 })

const shared = {
  description: { type: 'LongText', description: 'More about it; up to 5000 characters.' },
  place: {
    type: 'ShortText',
    description: 'Where it takes place: an address, a room, a link; up to 200 characters.',
  },
} as const

const CreateAppointmentInput = builder.inputType('CreateAppointmentInput', {
  description: 'A new appointment.',
  fields: (t) => ({
    title: t.field({ type: 'ShortText', required: true, description: 'What it is about.' }),
    description: t.field(shared.description),
    startsAt: t.field({ type: 'DateTime', required: true, description: 'When it starts.' }),
    endsAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'When it ends: after the start, and at most 31 days after.',
    }),
    timeZone: t.field({
      type: 'TimeZone',
      description: 'The time zone in which to show its times; UTC unless told otherwise.',
    }),
    place: t.field(shared.place),
    peopleIds: t.idList({
      description: 'The people invited, up to 100, whom the caller sees.',
      extensions: upTo100,
    }),
    userIds: t.idList({
      description:
        'The users invited, up to 100; the caller alone where it is left out, nobody where it is `null` or empty.',
      extensions: upTo100,
    }),
    ...externalIdFields(t),
  }),
})

const UpdateAppointmentInput = builder.inputType('UpdateAppointmentInput', {
  extensions: someField,
  description:
    'What to change of an appointment: fields that are left out stay as they are, `null` clears, lists replace what was there.',
  fields: (t) => ({
    title: t.field({ type: 'ShortText', description: 'What it is about.', extensions: notNull }),
    description: t.field(shared.description),
    startsAt: t.field({
      type: 'DateTime',
      description: 'When it starts: before the end, and at most 31 days before.',
      extensions: notNull,
    }),
    endsAt: t.field({
      type: 'DateTime',
      description: 'When it ends: after the start, and at most 31 days after.',
      extensions: notNull,
    }),
    timeZone: t.field({
      type: 'TimeZone',
      description:
        'The time zone in which to show its times; `null` is UTC again. It moves no times.',
    }),
    place: t.field(shared.place),
    outcome: t.field({
      type: 'ShortText',
      description: 'What came of it; up to 200 characters. CONFLICT while it is not completed.',
    }),
    peopleIds: t.idList({
      description: 'All people invited, up to 100. Those whom the caller does not see stay.',
      extensions: upTo100,
    }),
    userIds: t.idList({ description: 'All users invited, up to 100.', extensions: upTo100 }),
    ...externalIdFields(t),
  }),
})

const CompleteAppointmentInput = builder.inputType('CompleteAppointmentInput', {
  description: 'What came of an appointment.',
  fields: (t) => ({
    outcome: t.field({ type: 'ShortText', description: 'What came of it; up to 200 characters.' }),
  }),
})

const CancelAppointmentInput = builder.inputType('CancelAppointmentInput', {
  description: 'Why an appointment is called off.',
  fields: (t) => ({
    reason: t.field({ type: 'ShortText', description: 'Why; up to 200 characters.' }),
  }),
})

builder.mutationFields((t) => {
  const args = {
    id: t.arg.id({ required: true, description: "The appointment's id.", extensions: idSchema }),
    ...versionArgs(t),
  }
  const common = {
    type: Appointment,
    nullable: true,
    extensions: needs('appointments.manage'),
  } as const
  return {
    createAppointment: t.field({
      ...common,
      description: 'Creates an appointment; it is scheduled. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({
          type: CreateAppointmentInput,
          required: true,
          description: 'The new appointment.',
        }),
      },
      resolve: (_, { input }, ctx) =>
        createAppointment(ctx, input as AppointmentInput & Parameters<typeof createAppointment>[1]),
    }),
    updateAppointment: t.field({
      ...common,
      description:
        'Changes the given fields of an appointment that is scheduled or completed; at least one. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (it is cancelled; or an outcome is given before it is completed).',
      args: {
        ...args,
        input: t.arg({
          type: UpdateAppointmentInput,
          required: true,
          description: 'What to change.',
        }),
      },
      resolve: (_, { id, input }, ctx) => updateAppointment(ctx, id, input as AppointmentInput),
    }),
    completeAppointment: t.field({
      ...common,
      description:
        'Says that an appointment took place, and what came of it. One that is completed stays as it is (updateAppointment puts its outcome right). Errors: NOT_FOUND, FORBIDDEN, CONFLICT (it is cancelled).',
      args: {
        ...args,
        input: t.arg({ type: CompleteAppointmentInput, description: 'What came of it.' }),
      },
      resolve: (_, { id, input }, ctx) => completeAppointment(ctx, id, input?.outcome ?? null),
    }),
    cancelAppointment: t.field({
      ...common,
      description:
        'Calls an appointment off; it stays in the lists as cancelled. One that is cancelled keeps its first time and reason. Errors: NOT_FOUND, FORBIDDEN, CONFLICT (it is completed).',
      args: { ...args, input: t.arg({ type: CancelAppointmentInput, description: 'Why.' }) },
      resolve: (_, { id, input }, ctx) => cancelAppointment(ctx, id, input?.reason ?? null),
    }),
    deleteAppointment: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('appointments.manage'),
      description:
        'Deletes an appointment for good, whatever its status. Errors: NOT_FOUND, FORBIDDEN.',
      args,
      resolve: (_, { id }, ctx) => deleteAppointment(ctx, id),
    }),
  }
})
