import { getNodeType } from '../../crud/node-types.ts'
import { builder, defineEnum, optional, requiredScopes } from '../../graphql/schema/builder.ts'
import { Node } from '../../graphql/schema/node.ts'
import { createConnectionType, pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { Activity } from '../activities/graphql.ts'
import { Appointment } from '../appointments/graphql.ts'
import { Person } from '../people/graphql.ts'
import { DealStageChange, PersonStageChange } from '../stage-history/graphql.ts'
import { Task } from '../tasks/graphql.ts'
import { User } from '../users/graphql.ts'
import { formatFullName } from '../users/operations.ts'
import * as operations from './operations.ts'

const TimelineTypeEnum = defineEnum('TimelineType', 'The type of a timeline item.', {
  activity: 'An activity was logged.',
  appointment: 'An appointment started or will start.',
  dealMoved: 'A deal was created in a stage or moved to another.',
  stageChanged: 'The person was created in a stage or moved to another.',
  taskCompleted: 'A task about the person was completed.',
  taskCreated: 'A task about the person was created.',
})

const TimelineSubject = builder.unionType('TimelineSubject', {
  description: 'The record or change that a timeline item shows.',
  types: [Activity, Appointment, Task, DealStageChange, PersonStageChange],
  resolveType: (row) =>
    getNodeType(row.id)?.type ?? ('dealId' in row ? 'DealStageChange' : 'PersonStageChange'),
})

const TimelineItemType = builder.objectRef<operations.TimelineItem>('TimelineItem').implement({
  description: "An item of a person's timeline.",
  fields: (t) => ({
    id: t.exposeID('id', { description: "The item's id, made of its type and its subject's id." }),
    type: t.expose('type', { type: TimelineTypeEnum, description: "The item's type." }),
    occurredAt: t.expose('at', {
      type: 'DateTime',
      description: 'The time of the item; for an appointment, its start time.',
    }),
    title: t.string({
      description: 'A short title in English.',
      resolve: (item, _, ctx) => operations.formatTitle(ctx, item),
    }),
    summary: t.string({
      ...optional("The first 200 characters of the subject's text."),
      resolve: operations.summarize,
    }),
    subject: t.field({
      type: TimelineSubject,
      description: 'The record or change that the item shows.',
      resolve: ({ row }) => row,
    }),
    recordId: t.id({ description: "The record's id.", resolve: operations.getRecordId }),
    record: t.field({
      type: Node,
      ...optional('The deal or person whose stage changed; for other items, the subject.'),
      resolve: (item, _, ctx) => operations.loadRecord(ctx, item) as never,
    }),
  }),
})

builder.objectFields(TimelineItemType, (t) => ({
  actorId: t.id({
    ...optional("The actor's id."),
    resolve: (item, _, ctx) => operations.findActorId(ctx, item),
  }),
  actor: t.field({
    type: User,
    ...optional('The user who performed the action; null if the actor is the server or unknown.'),
    resolve: (item, _, ctx) => operations.findActor(ctx, item),
  }),
  actorName: t.string({
    ...optional("The actor's full name."),
    resolve: async (item, _, ctx) => {
      const user = await operations.findActor(ctx, item)
      return user ? formatFullName(user) : null
    },
  }),
}))

const TimelineConnection = createConnectionType('TimelineItem', TimelineItemType)

builder.objectField(Person, 'timeline', (t) =>
  t.field({
    type: TimelineConnection,
    ...optional("The person's timeline, newest first."),
    extensions: requiredScopes('people.view'),
    args: {
      ...pageArgs(t),
      types: t.arg({ type: [TimelineTypeEnum], description: 'Returns only items of these types.' }),
    },
    resolve: (person, { types, ...paging }, ctx) => {
      const filteredTypes = types ? [...new Set(types)].sort() : undefined
      return resolveConnection(ctx, paging, {
        list: ['Person.timeline', person.id, filteredTypes],
        page: (request) => operations.listTimeline(ctx, person.id, filteredTypes, request),
        total: () => operations.countTimeline(ctx, person.id, filteredTypes),
        position: operations.toCursorPosition,
      })
    },
  }),
)
