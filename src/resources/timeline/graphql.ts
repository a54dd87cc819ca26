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
  type Item,
  positionOf,
  recordIdOf,
  summaryOf,
  timelineOf,
  titleOf,
} from './operations.ts'

const TimelineType = builder.enumType('TimelineType', {
  description: 'What happened. Each kind is shown only to a key that has its scope.',
  values: {
    activity: {
      value: 'activity',
      description: 'An activity was logged. Needs `activities.view`.',
    },
    appointment: {
      value: 'appointment',
      description: 'An appointment starts, or is to start. Needs `appointments.manage`.',
    },
    dealMoved: {
      value: 'dealMoved',
      description:
        'A deal of theirs was created in a stage, or moved to another. Needs `deals.view`.',
    },
    stageChanged: {
      value: 'stageChanged',
      description:
        'The person was created in a lifecycle stage, or came into another; Trash is one of them.',
    },
    taskCompleted: {
      value: 'taskCompleted',
      description: 'A task about them was completed. Needs `tasks.manage`.',
    },
    taskCreated: {
      value: 'taskCreated',
      description: 'A task about them was created. Needs `tasks.manage`.',
    },
  } as const,
})

const TimelineItem = builder.objectRef<Item>('TimelineItem').implement({
  description:
    'Something that happened around a person. The record behind it is in the field of its kind; the other ones are null.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The id of the item: its type and the id of what happened. A task is two items once it is completed.',
    }),
    type: t.expose('type', { type: TimelineType, description: 'What happened.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When it happened; of an appointment, when it starts, which may be yet to come.',
    }),
    title: t.string({
      description: 'What happened, in a few English words.',
      resolve: (item, _, ctx) => titleOf(ctx, item),
    }),
    summary: t.string({
      nullable: true,
      description:
        'The beginning, up to 200 characters, of what was written about it: content, outcome or description.',
      resolve: summaryOf,
    }),
    actorId: t.id({
      nullable: true,
      description:
        'The id of the user who did it; null for the server itself, and where it is not known.',
      resolve: (item, _, ctx) => actorOf(ctx, item),
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user who logged, created, completed or moved it.',
      resolve: async (item, _, ctx) => userOf(ctx, await actorOf(ctx, item)),
    }),
    actorName: t.string({
      nullable: true,
      description: "The user's full name.",
      resolve: async (item, _, ctx) => {
        const user = await userOf(ctx, await actorOf(ctx, item))
        return user ? fullNameOf(user) : null
      },
    }),
    recordId: t.id({
      description:
        'The id of the record behind it, for `node`: an activity, an appointment, a deal, a task, or the person.',
      resolve: recordIdOf,
    }),
    activity: t.field({
      type: Activity,
      nullable: true,
      description: 'The activity that was logged.',
      resolve: (item) => (item.type === 'activity' ? item.row : null),
    }),
    appointment: t.field({
      type: Appointment,
      nullable: true,
      description: 'The appointment that starts.',
      resolve: (item) => (item.type === 'appointment' ? item.row : null),
    }),
    task: t.field({
      type: Task,
      nullable: true,
      description: 'The task that was created or completed.',
      resolve: (item) =>
        item.type === 'taskCreated' || item.type === 'taskCompleted' ? item.row : null,
    }),
    deal: t.field({
      type: Deal,
      nullable: true,
      description: 'The deal that was moved.',
      resolve: (item, _, ctx) =>
        item.type === 'dealMoved' ? loadDeal(ctx, item.row.dealId) : null,
    }),
    dealMove: t.field({
      type: DealStageChange,
      nullable: true,
      description: 'From where to where the deal was moved.',
      resolve: (item) => (item.type === 'dealMoved' ? item.row : null),
    }),
    stageChange: t.field({
      type: PersonStageChange,
      nullable: true,
      description: 'From which lifecycle stage to which the person came.',
      resolve: (item) => (item.type === 'stageChanged' ? item.row : null),
    }),
  }),
})

const userOf = async (ctx: Parameters<typeof loadUser>[0], id: string | null) =>
  id ? loadUser(ctx, id) : null

const TimelineConnection = connectionType('TimelineItem', TimelineItem)

builder.objectField(Person, 'timeline', (t) =>
  t.field({
    type: TimelineConnection,
    nullable: true,
    description:
      'All that happened around the person, newest first: activities, appointments, tasks, moves of deals and changes of stage. It has what the caller sees; kinds whose scope the key lacks are left out. Needs `people.view`.',
    extensions: needs('people.view'),
    args: {
      ...pageArgs(t),
      types: t.arg({
        type: [TimelineType],
        description: 'Only items of these kinds; all, unless told otherwise.',
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
