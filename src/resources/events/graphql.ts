import type { Context } from '../../context.ts'
import { nodeTypeOf } from '../../crud/node-types.ts'
import { isDifferent } from '../../events/changes.ts'
import { eventPatterns } from '../../events/types.ts'
import { builder, limits, needs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import { Node } from '../../graphql/schema/node.ts'
import {
  type Connection,
  decodeCursor,
  encodeCursor,
  firstLimits,
  PageInfo,
} from '../../graphql/schema/paging.ts'
import {
  fromSubscriptionSource,
  type SubscriptionSource,
} from '../../graphql/subscriptions/subscription-stream.ts'
import { FieldChange } from '../audit/graphql.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { checkPatterns, newestSequence, readEvents, type VisibleEvent } from './operations.ts'

/** Any place in the feed serves it, whichever types are asked for. */
const feed = ['events']

export const Event = builder.objectRef<VisibleEvent>('Event').implement({
  description: 'Something that happened to a record, as far as the caller sees it.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        "The event's id: the same wherever it is told, so that what comes twice can be known.",
    }),
    cursor: t.string({
      description: 'Its place in the feed: pass it as `after` to go on behind it.',
      resolve: ({ sequence }, _, ctx) => encodeCursor(ctx, feed, String(sequence)),
    }),
    sequence: t.exposeInt('sequence', {
      description:
        "Its number among the company's events, which only grows: by it a receiver restores the order.",
    }),
    type: t.exposeString('type', {
      description: 'What happened: `deal.moved`, `person.created` …',
    }),
    recordKind: t.exposeString('recordKind', {
      description: 'The kind of the record: person, deal, task …',
    }),
    recordId: t.exposeID('recordId', { description: 'The id of the record.' }),
    recordVersion: t.exposeInt('recordVersion', {
      description: 'Its version after the change; of one that was deleted, its last.',
    }),
    record: t.field({
      type: Node,
      nullable: true,
      description: 'The record as it is now; null for one that is gone.',
      resolve: async ({ recordId }, _, ctx) =>
        ((await nodeTypeOf(recordId)?.load(ctx, recordId)) ?? null) as { id: string } | null,
    }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'The id of the user who did it; null where the server itself did.',
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user who did it; null where the server itself did.',
      ...relationField(loadUser, 'actorId'),
    }),
    keyId: t.exposeID('keyId', {
      nullable: true,
      description: 'The id of the API key with which it was done.',
    }),
    changes: t.field({
      type: [FieldChange],
      description:
        'The fields that changed, without the ids of records that the caller cannot view. Empty if a deal was moved to its current place.',
      resolve: ({ changes }) => changes.filter(isDifferent),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
})

type Page = Connection<VisibleEvent>

const EventEdge = builder.objectRef<{ row: VisibleEvent; page: Page }>('EventEdge').implement({
  description: 'An Event in the feed, with its cursor.',
  fields: (t) => ({
    node: t.field({ type: Event, description: 'The event.', resolve: ({ row }) => row }),
    cursor: t.string({
      description: 'Its place in the feed.',
      resolve: ({ row, page }) => page.cursor(row),
    }),
  }),
})

const EventConnection = builder.objectRef<Page>('EventConnection').implement({
  description: 'A part of the feed of events, oldest first.',
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
        'Where to go on. A page may be empty and have a next one all the same: much happened that the caller does not see.',
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
    // Read once all kinds of records have declared theirs.
    get enum() {
      return eventPatterns()
    },
  },
})

const ofTypes = {
  description:
    'The events to return: types such as `deal.moved`, all of a kind such as `deal.*`, or `*`; up to 50. All by default. Errors: VALIDATION_ERROR for a pattern that matches no event type.',
  extensions: eventPatternList,
}

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'What happened, oldest first, of the records that the caller sees: for catching up. Keep the last cursor and ask again from there; nothing is left out, nothing comes twice. Each event takes the scope that reading its record does; those that the key lacks are left out.',
    extensions: needs(),
    args: {
      types: t.arg.stringList(ofTypes),
      first: t.arg.int({
        description: 'How many: 1 to 100, default 10.',
        extensions: firstLimits(),
      }),
      after: t.arg.string({
        description: 'The cursor behind which to go on; without it, from the very first event.',
      }),
    },
    resolve: async (_, { types, first, after }, ctx): Promise<Page> => {
      checkPatterns(types ?? [], 'types')
      const from = after == null ? 0 : Number(decodeCursor(ctx, feed, after, 'after'))
      const { rows, hasNext, end } = await readEvents(ctx, types ?? undefined, from, first ?? 10)
      const at = (sequence: number) => encodeCursor(ctx, feed, String(sequence))
      return {
        rows,
        hasNext,
        hasPrevious: from > 0,
        end: at(end),
        cursor: (row) => at(row.sequence),
        total: async () => 0,
      }
    },
  }),
)

/** The feed from a place on, to be followed: from now on unless told otherwise. */
async function followEvents(
  { types, after }: { types?: string[] | null; after?: string | null },
  ctx: Context,
): Promise<SubscriptionSource<VisibleEvent>> {
  const { companyId } = ctx.viewer
  checkPatterns(types ?? [], 'types')
  return {
    start:
      after == null
        ? await newestSequence(ctx.db, companyId)
        : Number(decodeCursor(ctx, feed, after, 'after')),
    newest: (db) => newestSequence(db, companyId),
    read: (now, from, limit) => readEvents(now, types ?? undefined, from, limit),
    numberOf: (event) => event.sequence,
    cursor: (now, at) => encodeCursor(now, feed, String(at)),
  }
}

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description:
      'What happens, as it happens, of the records that the caller sees, in the order of the feed: first all behind `after`, then what comes. Send the operation by POST or GET to /graphql; the answer is a stream of server-sent events (GraphQL over SSE, distinct connections), or of parts where they are asked for (the multipart protocol of Apollo Client). The `id` of each message is the cursor of its event: whoever loses the stream takes it up again with it as `after`, or as the header Last-Event-ID, and has each event once. A comment comes as heartbeat, every 15 seconds unless the server is set otherwise. The stream ends, with a reason, when the key is no longer good, when it is read too slowly, and when the server stops.',
    extensions: needs(),
    args: {
      types: t.arg.stringList(ofTypes),
      after: t.arg.string({
        description:
          'The cursor behind which to go on: any of the feed or of a stream. Without it, only what happens from now on.',
      }),
    },
    subscribe: fromSubscriptionSource(followEvents),
    resolve: (event) => event as VisibleEvent,
  }),
)
