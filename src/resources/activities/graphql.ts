import { builder, idSchema, needs, notNull, versionArgs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType, pageArgs, resolveChildConnection } from '../../graphql/schema/paging.ts'
import { externalIdFields, externalIdWhere } from '../external-ids/graphql-inputs.ts'
import { Person } from '../people/graphql.ts'
import { loadPerson } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { activityFilterSpec } from './filter-spec.ts'
import {
  type ActivityInput,
  type ActivityPatch,
  type ActivityRow,
  activities,
  activitiesOfPerson,
  createActivity,
  deleteActivity,
  getActivity,
  loadActivity,
  updateActivity,
} from './operations.ts'
import { activityPolicy } from './policy.ts'

const ActivityType = builder.enumType('ActivityType', {
  description: 'What kind of contact it was.',
  values: {
    call: { description: 'A phone call.' },
    email: { description: 'An email.' },
    note: { description: 'Something that was noted down.' },
    meeting: { description: 'A meeting.' },
    sms: { description: 'A text message.' },
    activity: { description: 'Whatever the others do not fit.' },
  },
})

const Direction = builder.enumType('ActivityDirection', {
  description: 'Who got in touch.',
  values: {
    inbound: { description: 'The person got in touch.' },
    outbound: { description: 'We got in touch.' },
  },
})

export const Activity = builder.objectRef<ActivityRow>('Activity').implement({
  description:
    'A logged contact with a person: a call, an email, a note … Visible to those who see the person.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    personId: t.exposeID('personId', { description: 'The id of the person.' }),
    person: t.field({
      type: Person,
      nullable: true,
      description: 'The person. Needs `people.view`.',
      extensions: { ...needs('people.view'), ...readsColumns('personId') },
      resolve: relationField(loadPerson, 'personId').resolve,
    }),
    type: t.expose('type', { type: ActivityType, description: 'What kind of contact it was.' }),
    channel: t.exposeString('channel', { description: 'The channel, as it was given.' }),
    direction: t.expose('direction', {
      type: Direction,
      nullable: true,
      description: 'Who got in touch; null where it does not apply.',
    }),
    content: t.exposeString('content', { nullable: true, description: 'Notes.' }),
    agentName: t.exposeString('agentName', {
      description: "The author's full name when it was logged.",
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'The user who logged it.',
      ...relationField(loadUser, 'createdBy'),
    }),
    starred: t.exposeBoolean('starred', { description: 'Marked as important.' }),
  }),
})

registerNodeType('activity', {
  type: 'Activity',
  policy: activityPolicy,
  load: loadActivity,
})

const ActivityConnection = connectionType('Activity', Activity)

const ActivityWhere = whereInput('Activity', activityFilterSpec, {
  type: ActivityType,
  types: ActivityType,
  direction: Direction,
  ...externalIdWhere,
})
const ActivityOrder = orderInput('Activity', activityFilterSpec)

builder.queryFields((t) => ({
  activity: t.field({
    type: Activity,
    nullable: true,
    description: 'An activity by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('activities.view'),
    args: {
      id: t.arg.id({ required: true, description: "The activity's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getActivity(ctx, id),
  }),
  activities: t.field({
    type: ActivityConnection,
    description:
      'The activities that the caller sees, newest first unless told otherwise. Errors: NOT_FOUND or FORBIDDEN for the person named in `where`.',
    extensions: needs('activities.view'),
    args: {
      ...listArgs(t, ActivityWhere, ActivityOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'activities', { where, orderBy }, activities),
  }),
}))

const CreateActivityInput = builder.inputType('CreateActivityInput', {
  description: 'An activity to log.',
  fields: (t) => ({
    personId: t.id({ required: true, description: 'The person.' }),
    channel: t.field({
      type: 'Channel',
      required: true,
      description:
        'The channel; call, phone, email, note, meeting, appointment, sms and text decide the type.',
    }),
    type: t.field({
      type: ActivityType,
      description: 'The kind, where it should not follow the channel.',
    }),
    direction: t.field({ type: Direction, description: 'Who got in touch.' }),
    content: t.field({ type: 'LongText', description: 'Notes; up to 5000 characters.' }),
    starred: t.boolean({ description: 'Whether it is important.' }),
    ...externalIdFields(t),
  }),
})

const UpdateActivityInput = builder.inputType('UpdateActivityInput', {
  extensions: someField,
  description:
    'What to change of an activity: fields that are left out stay as they are, `null` clears.',
  fields: (t) => ({
    content: t.field({ type: 'LongText', description: 'Notes; up to 5000 characters.' }),
    type: t.field({ type: ActivityType, description: 'The kind.', extensions: notNull }),
    direction: t.field({ type: Direction, description: 'Who got in touch.' }),
    starred: t.boolean({ description: 'Whether it is important.', extensions: notNull }),
    ...externalIdFields(t),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The activity's id.", extensions: idSchema })
  const common = { type: Activity, nullable: true, extensions: needs('activities.create') } as const
  const who = 'Only for its author, a leader of the author, Owner and Admin.'
  return {
    createActivity: t.field({
      ...common,
      description: 'Logs an activity of a person whom the caller sees. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({ type: CreateActivityInput, required: true, description: 'The activity.' }),
      },
      resolve: (_, { input }, ctx) => createActivity(ctx, input as ActivityInput),
    }),
    updateActivity: t.field({
      ...common,
      description: `Changes the given fields of an activity; at least one. ${who} Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.`,
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateActivityInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) => updateActivity(ctx, args.id, args.input as ActivityPatch),
    }),
    deleteActivity: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('activities.create'),
      description: `Deletes an activity for good. ${who} Errors: NOT_FOUND, FORBIDDEN.`,
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => deleteActivity(ctx, args.id),
    }),
  }
})

builder.objectField(Person, 'activities', (t) =>
  t.field({
    type: ActivityConnection,
    nullable: true,
    description: "The person's activities, newest first. Needs `activities.view`.",
    extensions: { ...needs('activities.view'), ...readsColumns('id') },
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.activities', person, args, activitiesOfPerson),
  }),
)
