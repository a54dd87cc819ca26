import { builder, defineEnum, notNull, optional } from '../../graphql/schema/builder.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { addExternalIdsField, externalIdFields, externalIdWhere } from '../external-ids/graphql.ts'
import { Person, personField } from '../people/graphql.ts'
import { addMergeCount, sumCounts } from '../people/graphql-merge.ts'
import { activityFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

const ActivityType = defineEnum('ActivityType', 'The type of an activity.', {
  call: 'A phone call.',
  email: 'An email.',
  note: 'A note.',
  meeting: 'A meeting.',
  sms: 'A text message.',
  activity: 'Any other activity.',
})

const ActivityDirection = defineEnum('ActivityDirection', 'The direction of an activity.', {
  inbound: 'The person contacted the company.',
  outbound: 'The company contacted the person.',
})

export const Activity = builder.objectRef<operations.ActivityRow>('Activity').implement({
  description: 'A logged interaction with a person.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    personId: t.exposeID('personId', { description: "The person's id." }),
    person: t.field(personField('personId', 'The person involved.')),
    type: t.expose('type', { type: ActivityType, description: 'The activity type.' }),
    channel: t.exposeString('channel', { description: 'The channel, such as `call` or `email`.' }),
    direction: t.expose('direction', {
      type: ActivityDirection,
      ...optional("The activity's direction; null if not applicable."),
    }),
    content: t.exposeString('content', optional('The notes.')),
    createdByName: t.exposeString('agentName', {
      description: "The creator's full name at the time of creation.",
    }),
    starred: t.exposeBoolean('starred', { description: 'Whether the activity is starred.' }),
  }),
})

addExternalIdsField(Activity, 'activity')
addMergeCount('activities', 'activities.view', sumCounts(operations.activitiesOfPerson))

const { addListTo: addActivitiesTo } = registerRecord(Activity, {
  filterSpec: activityFilterSpec,
  filterTypes: { type: ActivityType, direction: ActivityDirection, ...externalIdWhere },
  load: operations.loadActivity,
  one: { description: 'Returns an activity by id.', get: operations.getActivity },
  many: {
    name: 'activities',
    description: 'Returns activities, newest first.',
    list: operations.activities,
  },
})

addActivitiesTo(Person, 'activities', operations.activitiesOfPerson)

const contentOptions = { type: 'LongText', description: 'The notes.' } as const
const directionOptions = { type: ActivityDirection, description: "The activity's direction." }
const starredOptions = { description: 'Whether the activity is starred.' }

const mutations = new RecordMutations({
  type: Activity,
  noun: 'activity',
  scope: 'activities.create',
})

mutations.create('createActivity', {
  description: 'Logs an activity for a person.',
  input: (t) => ({
    personId: t.id({ required: true, description: "The person's id." }),
    channel: t.field({
      type: 'Channel',
      required: true,
      description: 'The channel, which determines the default of `type`.',
    }),
    type: t.field({
      type: ActivityType,
      description: 'The activity type; by default derived from the channel.',
    }),
    direction: t.field(directionOptions),
    content: t.field(contentOptions),
    starred: t.boolean({ ...starredOptions, defaultValue: false }),
    ...externalIdFields(t),
  }),
  inputType: { description: 'Input for logging an activity.' },
  resolve: operations.createActivity,
})
mutations.update('updateActivity', {
  input: (t) => ({
    content: t.field(contentOptions),
    type: t.field({ type: ActivityType, description: 'The activity type.', extensions: notNull }),
    direction: t.field(directionOptions),
    starred: t.boolean({ ...starredOptions, extensions: notNull }),
    ...externalIdFields(t),
  }),
  resolve: operations.updateActivity,
})
mutations.delete('deleteActivity', { resolve: operations.deleteActivity })
