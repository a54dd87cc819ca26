import type { Context } from '../../context.ts'
import { isDifferent } from '../../events/changes.ts'
import { eventPatterns } from '../../events/types.ts'
import { builder, limits, needs } from '../../graphql/schema/builder.ts'
import { RecordKind } from '../../graphql/schema/event-types.ts'
import { changedRecordField } from '../../graphql/schema/node.ts'
import {
  type Connection,
  decodeCursor,
  defaultPageSize,
  encodeCursor,
  PageInfo,
  pageLimits,
} from '../../graphql/schema/paging.ts'
import {
  fromSubscriptionSource,
  type SubscriptionSource,
} from '../../graphql/subscription-stream.ts'
import { apiKeyField } from '../api-keys/graphql.ts'
import { FieldChange } from '../audit/graphql.ts'
import { userField } from '../users/graphql.ts'
import * as operations from './operations.ts'

/** The scope of feed cursors, which is independent of the types in the request. */
const cursorScope = ['events']

export const Event = builder.objectRef<operations.VisibleEvent>('Event').implement({
  description: 'A change of a record, reduced to the data that the caller can view.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The id of the event, the same in the feed, in streams and in webhooks, for detecting duplicates.',
    }),
    cursor: t.string({
      description: 'The position in the feed; pass it as `after` to continue after this event.',
      resolve: ({ sequence }, _, ctx) => encodeCursor(ctx, cursorScope, String(sequence)),
    }),
    sequence: t.exposeInt('sequence', {
      description: 'The sequence number of the event in the company.',
    }),
    type: t.expose('type', { type: 'EventType', description: 'The type.' }),
    recordKind: t.expose('recordKind', {
      type: RecordKind,
      description: 'The kind of the record.',
    }),
    recordId: t.exposeID('recordId', { description: 'The id of the record.' }),
    recordVersion: t.exposeInt('recordVersion', {
      description: 'The version of the record after the change; the last one if it was deleted.',
    }),
    record: t.field(changedRecordField),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'The id of the user who made the change; null if the server made it.',
    }),
    actor: t.field(
      userField('actorId', 'The user who made the change; null if the server made it.'),
    ),
    apiKeyId: t.exposeID('keyId', {
      nullable: true,
      description: 'The id of the API key that was used.',
    }),
    apiKey: t.field(apiKeyField('keyId', 'The API key that was used.')),
    changes: t.field({
      type: [FieldChange],
      description:
        'The fields that changed, without the ids of records that the caller cannot view. Empty if a deal was moved to its current place.',
      resolve: ({ changes }) => changes.filter(isDifferent),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of the change.' }),
  }),
})

type Page = Connection<operations.VisibleEvent>

const EventEdge = builder
  .objectRef<{ row: operations.VisibleEvent; page: Page }>('EventEdge')
  .implement({
    description: 'An event in the feed, with its cursor.',
    fields: (t) => ({
      node: t.field({ type: Event, description: 'The event.', resolve: ({ row }) => row }),
      cursor: t.string({
        description: 'The position in the feed.',
        resolve: ({ row, page }) => page.cursor(row),
      }),
    }),
  })

const EventConnection = builder.objectRef<Page>('EventConnection').implement({
  description: 'A page of the feed, oldest first.',
  fields: (t) => ({
    nodes: t.field({ type: [Event], description: 'The events.', resolve: ({ rows }) => rows }),
    edges: t.field({
      type: [EventEdge],
      description: 'The events with their cursors.',
      resolve: (page) => page.rows.map((row) => ({ row, page })),
    }),
    pageInfo: t.field({
      type: PageInfo,
      description:
        'The cursors of the page. An empty page can have a next page, since events that the caller cannot view are omitted.',
      resolve: (page) => page as unknown as Connection<{ id: string }>,
    }),
  }),
})

/** A list of patterns of event types, as an argument or an input field. */
export const eventPatternList = limits({
  type: 'array',
  minItems: 1,
  maxItems: 50,
  items: {
    type: 'string',
    // Evaluated after all kinds of records have declared their event types.
    get enum() {
      return eventPatterns()
    },
  },
})

const typesOptions = {
  type: ['EventPattern'] as ['EventPattern'],
  description:
    'Up to 50 patterns: types such as `deal.moved`, all of a kind such as `deal.*`, or `*` (default). Errors: VALIDATION_ERROR for a pattern that matches no event type.',
  extensions: eventPatternList,
}

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'Returns the events of the records that the caller can view, oldest first. Continue from the last cursor: no event is skipped or repeated. Events of records that need a scope that the key lacks are omitted.',
    extensions: needs(),
    args: {
      types: t.arg(typesOptions),
      first: t.arg.int({
        defaultValue: defaultPageSize,
        description: 'Maximum results, 1–100.',
        extensions: pageLimits,
      }),
      after: t.arg.string({
        description:
          'The cursor of the last event read; by default the feed starts with the first event.',
      }),
    },
    resolve: async (_, { types, first, after }, ctx): Promise<Page> => {
      operations.checkPatterns(types ?? [], 'types')
      const afterSequence =
        after == null ? 0 : Number(decodeCursor(ctx, cursorScope, after, 'after'))
      const {
        rows,
        hasNext,
        endSequence: end,
      } = await operations.readEvents(
        ctx,
        types ?? undefined,
        afterSequence,
        first ?? defaultPageSize,
      )
      const toCursor = (sequence: number) => encodeCursor(ctx, cursorScope, String(sequence))
      return {
        rows,
        hasNext,
        hasPrevious: afterSequence > 0,
        endCursor: toCursor(end),
        cursor: (row) => toCursor(row.sequence),
        total: async () => 0,
      }
    },
  }),
)

/** Streams the events after a cursor; by default, the events after the newest one. */
async function followEvents(
  { types, after }: { types?: string[] | null; after?: string | null },
  ctx: Context,
): Promise<SubscriptionSource<operations.VisibleEvent>> {
  const { companyId } = ctx.viewer
  operations.checkPatterns(types ?? [], 'types')
  return {
    start:
      after == null
        ? await operations.newestSequence(ctx.db, companyId)
        : Number(decodeCursor(ctx, cursorScope, after, 'after')),
    newest: (db) => operations.newestSequence(db, companyId),
    read: (now, from, limit) => operations.readEvents(now, types ?? undefined, from, limit),
    numberOf: (event) => event.sequence,
    cursor: (now, at) => encodeCursor(now, cursorScope, String(at)),
  }
}

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description:
      'Streams the events of the records that the caller can view, in the order of the feed: the events after `after`, then new ones. Send the operation by POST or GET to /graphql; the response is a stream of server-sent events (GraphQL over SSE, distinct connections), or a multipart response if the client accepts it (the protocol of Apollo Client). The `id` of each message is the cursor of its event: after an interruption, continue with it as `after` or as the header Last-Event-ID, and receive each event once. A comment is sent as a heartbeat, by default every 15 seconds. The stream ends, with a reason, when the key becomes invalid, when the client reads too slowly, and when the server stops.',
    extensions: needs(),
    args: {
      types: t.arg(typesOptions),
      after: t.arg.string({
        description:
          'A cursor of the feed or of a stream; by default the stream starts with new events.',
      }),
    },
    subscribe: fromSubscriptionSource(followEvents),
    resolve: (event) => event as operations.VisibleEvent,
  }),
)
