import {
  atLeastOneField,
  builder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { externalIdFields } from '../external-ids/graphql.ts'
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
  description: { type: 'LongText', description: 'The details, up to 5,000 characters.' },
  place: {
    type: 'ShortText',
    description: 'The place, such as an address, a room or a link, up to 200 characters.',
  },
} as const

const CreateAppointmentInput = builder.inputType('CreateAppointmentInput', {
  description: 'Input for creating an appointment.',
  fields: (t) => ({
    title: t.field({ type: 'ShortText', required: true, description: 'The title.' }),
    description: t.field(shared.description),
    startsAt: t.field({ type: 'DateTime', required: true, description: 'The start time.' }),
    endsAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'The end time, at most 31 days after the start.',
    }),
    timeZone: t.field({
      type: 'TimeZone',
      description: 'The time zone in which to show the times; by default UTC.',
    }),
    place: t.field(shared.place),
    peopleIds: t.idList({
      description: 'The ids of the invited people, up to 100, whom the caller can view.',
      extensions: upTo100,
    }),
    userIds: t.idList({
      description:
        'The ids of the invited users, up to 100; by default the caller. `null` or an empty list invites no user.',
      extensions: upTo100,
    }),
    ...externalIdFields(t),
  }),
})

const UpdateAppointmentInput = builder.inputType('UpdateAppointmentInput', {
  extensions: atLeastOneField,
  description: 'Input for updating an appointment.',
  fields: (t) => ({
    title: t.field({ type: 'ShortText', description: 'The title.', extensions: notNull }),
    description: t.field(shared.description),
    startsAt: t.field({
      type: 'DateTime',
      description: 'The start time, at most 31 days before the end.',
      extensions: notNull,
    }),
    endsAt: t.field({
      type: 'DateTime',
      description: 'The end time, at most 31 days after the start.',
      extensions: notNull,
    }),
    timeZone: t.field({
      type: 'TimeZone',
      description:
        'The time zone in which to show the times, which do not change; `null` resets it to UTC.',
    }),
    place: t.field(shared.place),
    outcome: t.field({
      type: 'ShortText',
      description:
        'The outcome, up to 200 characters. Errors: CONFLICT if the appointment is not completed.',
    }),
    peopleIds: t.idList({
      description:
        'The ids of all invited people, up to 100. People whom the caller cannot view stay invited.',
      extensions: upTo100,
    }),
    userIds: t.idList({
      description: 'The ids of all invited users, up to 100.',
      extensions: upTo100,
    }),
    ...externalIdFields(t),
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

builder.mutationFields((t) => {
  const args = {
    id: t.arg.id({
      required: true,
      description: 'The id of the appointment.',
      extensions: idSchema,
    }),
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
      description: 'Creates a scheduled appointment. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({
          type: CreateAppointmentInput,
          required: true,
          description: 'The appointment.',
        }),
      },
      resolve: (_, { input }, ctx) =>
        createAppointment(ctx, input as AppointmentInput & Parameters<typeof createAppointment>[1]),
    }),
    updateAppointment: t.field({
      ...common,
      description:
        'Updates a scheduled or completed appointment. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT (the appointment is cancelled, or has an outcome before it is completed).',
      args: {
        ...args,
        input: t.arg({
          type: UpdateAppointmentInput,
          required: true,
          description: 'The changes.',
        }),
      },
      resolve: (_, { id, input }, ctx) => updateAppointment(ctx, id, input as AppointmentInput),
    }),
    completeAppointment: t.field({
      ...common,
      description:
        'Completes an appointment. A completed appointment is unchanged; use `updateAppointment` to correct its outcome. Errors: NOT_FOUND, FORBIDDEN, CONFLICT (the appointment is cancelled).',
      args: {
        ...args,
        input: t.arg({ type: CompleteAppointmentInput, description: 'The outcome.' }),
      },
      resolve: (_, { id, input }, ctx) => completeAppointment(ctx, id, input?.outcome ?? null),
    }),
    cancelAppointment: t.field({
      ...common,
      description:
        'Cancels an appointment. A cancelled appointment is unchanged. Errors: NOT_FOUND, FORBIDDEN, CONFLICT (the appointment is completed).',
      args: { ...args, input: t.arg({ type: CancelAppointmentInput, description: 'The reason.' }) },
      resolve: (_, { id, input }, ctx) => cancelAppointment(ctx, id, input?.reason ?? null),
    }),
    deleteAppointment: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('appointments.manage'),
      description: 'Deletes an appointment permanently. Errors: NOT_FOUND, FORBIDDEN.',
      args,
      resolve: (_, { id }, ctx) => deleteAppointment(ctx, id),
    }),
  }
})
