import { builder, needs } from '../../graphql/schema/builder.ts'
import { connectionType, pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { Activity } from '../activities/graphql.ts'
import { Appointment } from '../appointments/graphql.ts'
import { Deal } from '../deals/graphql.ts'
import { loadDeal } from '../deals/operations.ts'
import { Person } from '../people/graphql.ts'
import { DealStageChange, PersonStageChange } from '../stage-history/graphql.ts'
import { Task } from '../tasks/graphql.ts'
import { User } from '../users/graphql.ts'
import { fullNameOf, loadUser } from '../users/operations.ts'
import {
  actorOf,
  countTimeline,
  positionOf,
  recordIdOf,
  summaryOf,
  type TimelineItem,
  timelineOf,
  titleOf,
} from './operations.ts'

const TimelineType = builder.enumType('TimelineType', {
  description:
    'The type of a timeline item. Items are included only if the key has the scope of their type.',
  values: {
    activity: {
      value: 'activity',
      description: 'An activity was logged. Needs `activities.view`.',
    },
    appointment: {
      value: 'appointment',
      description: 'An appointment started or will start. Needs `appointments.manage`.',
    },
    dealMoved: {
      value: 'dealMoved',
      description:
        'A deal of the person was created in a stage or moved to another. Needs `deals.view`.',
    },
    stageChanged: {
      value: 'stageChanged',
      description:
        'The person was created in a lifecycle stage or moved to another, including Trash.',
    },
    taskCompleted: {
      value: 'taskCompleted',
      description: 'A task about the person was completed. Needs `tasks.manage`.',
    },
    taskCreated: {
      value: 'taskCreated',
      description: 'A task about the person was created. Needs `tasks.manage`.',
    },
  } as const,
})

const TimelineItemType = builder.objectRef<TimelineItem>('TimelineItem').implement({
  description:
    'An item of a timeline. The field of its type holds its record; the fields of other types are null.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The id of the item, composed of its type and the id of the record. A completed task is two items.',
    }),
    type: t.expose('type', { type: TimelineType, description: 'The type.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description:
        'The time of the item; for an appointment its start, which can be in the future.',
    }),
    title: t.string({
      description: 'A short title in English.',
      resolve: (item, _, ctx) => titleOf(ctx, item),
    }),
    summary: t.string({
      nullable: true,
      description: 'The first 200 characters of the content, outcome or description.',
      resolve: summaryOf,
    }),
    actorId: t.id({
      nullable: true,
      description: 'The id of the actor; null for the server or if unknown.',
      resolve: (item, _, ctx) => actorOf(ctx, item),
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user who logged, created, completed or moved the record.',
      resolve: async (item, _, ctx) => userOf(ctx, await actorOf(ctx, item)),
    }),
    actorName: t.string({
      nullable: true,
      description: 'The full name of the actor.',
      resolve: async (item, _, ctx) => {
        const user = await userOf(ctx, await actorOf(ctx, item))
        return user ? fullNameOf(user) : null
      },
    }),
    recordId: t.id({
      description: 'The id of the activity, appointment, deal, task or person, for `node`.',
      resolve: recordIdOf,
    }),
    activity: t.field({
      type: Activity,
      nullable: true,
      description: 'The activity, for type `activity`.',
      resolve: (item) => (item.type === 'activity' ? item.row : null),
    }),
    appointment: t.field({
      type: Appointment,
      nullable: true,
      description: 'The appointment, for type `appointment`.',
      resolve: (item) => (item.type === 'appointment' ? item.row : null),
    }),
    task: t.field({
      type: Task,
      nullable: true,
      description: 'The task, for types `taskCreated` and `taskCompleted`.',
      resolve: (item) =>
        item.type === 'taskCreated' || item.type === 'taskCompleted' ? item.row : null,
    }),
    deal: t.field({
      type: Deal,
      nullable: true,
      description: 'The deal, for type `dealMoved`.',
      resolve: (item, _, ctx) =>
        item.type === 'dealMoved' ? loadDeal(ctx, item.row.dealId) : null,
    }),
    dealMove: t.field({
      type: DealStageChange,
      nullable: true,
      description: 'The move of the deal, for type `dealMoved`.',
      resolve: (item) => (item.type === 'dealMoved' ? item.row : null),
    }),
    stageChange: t.field({
      type: PersonStageChange,
      nullable: true,
      description: 'The change of stage, for type `stageChanged`.',
      resolve: (item) => (item.type === 'stageChanged' ? item.row : null),
    }),
  }),
})

const userOf = async (ctx: Parameters<typeof loadUser>[0], id: string | null) =>
  id ? loadUser(ctx, id) : null

const TimelineConnection = connectionType('TimelineItem', TimelineItemType)

builder.objectField(Person, 'timeline', (t) =>
  t.field({
    type: TimelineConnection,
    nullable: true,
    description:
      'The activities, appointments, tasks, moves of deals and changes of stage of the person that the caller can view, newest first. Needs `people.view`.',
    extensions: needs('people.view'),
    args: {
      ...pageArgs(t),
      types: t.arg({
        type: [TimelineType],
        description: 'Returns only items of these types; by default all.',
      }),
    },
    resolve: (person, { types, ...page }, ctx) => {
      const chosen = types ? [...new Set(types)].sort() : undefined
      return resolveConnection(ctx, page, {
        list: ['Person.timeline', person.id, chosen],
        page: (window) => timelineOf(ctx, person.id, chosen, window),
        total: () => countTimeline(ctx, person.id, chosen),
        position: positionOf,
      })
    },
  }),
)
