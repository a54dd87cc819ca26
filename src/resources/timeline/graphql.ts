import type { ObjectRef } from '@pothos/core'
import { builder, defineEnum, needs } from '../../graphql/schema/builder.ts'
import { connectionType, pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { Activity } from '../activities/graphql.ts'
import { Appointment } from '../appointments/graphql.ts'
import { Deal } from '../deals/graphql.ts'
import { loadDeal } from '../deals/operations.ts'
import { Person } from '../people/graphql.ts'
import { DealStageChange, PersonStageChange } from '../stage-history/graphql.ts'
import { Task } from '../tasks/graphql.ts'
import { User } from '../users/graphql.ts'
import { formatFullName, loadUser } from '../users/operations.ts'
import * as operations from './operations.ts'

const TimelineTypeEnum = defineEnum(
  'TimelineType',
  'The type of a timeline item. Items are included only if the key has the scope of their type.',
  {
    activity: 'An activity was logged. Requires `activities.view`.',
    appointment: 'An appointment started or will start. Requires `appointments.manage`.',
    dealMoved:
      'A deal of the person was created in a stage or moved to another. Requires `deals.view`.',
    stageChanged:
      'The person was created in a lifecycle stage or moved to another, including Trash.',
    taskCompleted: 'A task about the person was completed. Requires `tasks.manage`.',
    taskCreated: 'A task about the person was created. Requires `tasks.manage`.',
  },
)

type RowOf<T extends operations.TimelineType> = Extract<operations.TimelineItem, { type: T }>['row']

/** Returns the options of the GraphQL field with the record of a timeline item, for some types. */
const rowField = <T extends operations.TimelineType>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, RowOf<T>, RowOf<T>>,
  description: string,
  ...types: T[]
) => ({
  type,
  nullable: true as const,
  description,
  resolve: (item: operations.TimelineItem) =>
    (types as operations.TimelineType[]).includes(item.type) ? (item.row as RowOf<T>) : null,
})

const TimelineItemType = builder.objectRef<operations.TimelineItem>('TimelineItem').implement({
  description:
    'An item of a timeline. The field of its type holds its record; the fields of other types are null.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The id of the item, composed of its type and the id of the record. A completed task is two items.',
    }),
    type: t.expose('type', { type: TimelineTypeEnum, description: 'The type.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description:
        'The time of the item; for an appointment its start, which can be in the future.',
    }),
    title: t.string({
      description: 'A short title in English.',
      resolve: (item, _, ctx) => operations.formatTitle(ctx, item),
    }),
    summary: t.string({
      nullable: true,
      description: 'The first 200 characters of the content, outcome or description.',
      resolve: operations.summarize,
    }),
    actorId: t.id({
      nullable: true,
      description: 'The id of the actor; null for the server or if unknown.',
      resolve: (item, _, ctx) => operations.findActorId(ctx, item),
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user who logged, created, completed or moved the record.',
      resolve: async (item, _, ctx) => findUser(ctx, await operations.findActorId(ctx, item)),
    }),
    actorName: t.string({
      nullable: true,
      description: 'The full name of the actor.',
      resolve: async (item, _, ctx) => {
        const user = await findUser(ctx, await operations.findActorId(ctx, item))
        return user ? formatFullName(user) : null
      },
    }),
    recordId: t.id({
      description: 'The id of the activity, appointment, deal, task or person, for `node`.',
      resolve: operations.getRecordId,
    }),
    activity: t.field(rowField(Activity, 'The activity, for type `activity`.', 'activity')),
    appointment: t.field(
      rowField(Appointment, 'The appointment, for type `appointment`.', 'appointment'),
    ),
    task: t.field(
      rowField(
        Task,
        'The task, for types `taskCreated` and `taskCompleted`.',
        'taskCreated',
        'taskCompleted',
      ),
    ),
    deal: t.field({
      type: Deal,
      nullable: true,
      description: 'The deal, for type `dealMoved`.',
      resolve: (item, _, ctx) =>
        item.type === 'dealMoved' ? loadDeal(ctx, item.row.dealId) : null,
    }),
    dealMove: t.field(
      rowField(DealStageChange, 'The move of the deal, for type `dealMoved`.', 'dealMoved'),
    ),
    stageChange: t.field(
      rowField(PersonStageChange, 'The change of stage, for type `stageChanged`.', 'stageChanged'),
    ),
  }),
})

const findUser = async (ctx: Parameters<typeof loadUser>[0], id: string | null) =>
  id ? loadUser(ctx, id) : null

const TimelineConnection = connectionType('TimelineItem', TimelineItemType)

builder.objectField(Person, 'timeline', (t) =>
  t.field({
    type: TimelineConnection,
    nullable: true,
    description:
      'The activities, appointments, tasks, moves of deals and changes of stage of the person that the caller can view, newest first. Requires `people.view`.',
    extensions: needs('people.view'),
    args: {
      ...pageArgs(t),
      types: t.arg({
        type: [TimelineTypeEnum],
        description: 'Returns only items of these types; by default all.',
      }),
    },
    resolve: (person, { types, ...page }, ctx) => {
      const filteredTypes = types ? [...new Set(types)].sort() : undefined
      return resolveConnection(ctx, page, {
        list: ['Person.timeline', person.id, filteredTypes],
        page: (request) => operations.listTimeline(ctx, person.id, filteredTypes, request),
        total: () => operations.countTimeline(ctx, person.id, filteredTypes),
        position: operations.toCursorPosition,
      })
    },
  }),
)
