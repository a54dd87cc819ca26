import type { Context } from '../../context.ts'
import { listEventPatterns } from '../../events/event-types.ts'
import { type Change, type EventRow, isDifferent } from '../../events/table.ts'
import { builder, limits, optional, requiredScopes } from '../../graphql/schema/builder.ts'
import { RecordKind } from '../../graphql/schema/enums.ts'
import { changedRecordField } from '../../graphql/schema/node.ts'
import {
  type Connection,
  decodeCursor,
  defaultPageSize,
  encodeCursor,
  PageInfo,
  pageSizeLimits,
} from '../../graphql/schema/paging.ts'
import type { PayloadFields } from '../../graphql/schema/payloads.ts'
import {
  createSubscribeResolver,
  type SubscriptionSource,
} from '../../graphql/subscription-stream.ts'
import { idWithPrefix } from '../../lib/ids.ts'
import { apiKeyField } from '../api-keys/graphql.ts'
import { identityField } from '../identities/graphql.ts'
import { userField } from '../users/graphql.ts'
import * as operations from './operations.ts'

/** The list for which feed cursors are signed, without event types: a cursor fits any filter. */
const feedList = ['events']

const toCursor = (ctx: Context, sequence: number): string =>
  encodeCursor(ctx, feedList, String(sequence))

const readCursor = (ctx: Context, cursor: string): number =>
  Number(decodeCursor(ctx, feedList, cursor, 'after'))

export const FieldChange = builder.objectRef<Change>('FieldChange').implement({
  description: 'A changed field.',
  fields: (t) => ({
    field: t.exposeString('field', { description: "The field's name." }),
    from: t.expose('from', { type: 'JSON', ...optional('The previous value, if any.') }),
    to: t.expose('to', { type: 'JSON', ...optional('The new value, if any.') }),
    truncated: t.boolean({
      description: 'Whether a value was truncated to at most 500 characters.',
      resolve: ({ truncated }) => truncated ?? false,
    }),
  }),
})

/** Returns the field options for a credential id; the field is null for ids without the prefix. */
const credentialIdField = (prefix: string, description: string) => ({
  ...optional(description),
  resolve: ({ keyId }: { keyId: string | null }) => idWithPrefix(keyId, prefix),
})

const nullCredential = 'null if none was used, or if the caller cannot view it.'

/** The GraphQL fields that events and audit log entries share. */
export const changeFields: PayloadFields<Omit<EventRow, 'changes' | 'audience'>> = (t) => ({
  recordKind: t.expose('recordKind', { type: RecordKind, description: "The record's kind." }),
  recordId: t.exposeID('recordId', { description: "The record's id." }),
  record: t.field(changedRecordField),
  recordVersion: t.exposeInt('recordVersion', {
    description: "The record's version after the change.",
  }),
  actorId: t.exposeID('actorId', optional("The actor's id.")),
  actor: t.field(userField('actorId', 'The user, or null if the server made the change.')),
  apiKeyId: t.id(credentialIdField('key', "The API key's id.")),
  apiKey: t.field(apiKeyField('keyId', `The API key that was used; ${nullCredential}`)),
  identityId: t.id(credentialIdField('identity', "The identity's id.")),
  identity: t.field(identityField('keyId', `The identity that was used; ${nullCredential}`)),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of the change.' }),
})

export const Event = builder.objectRef<operations.VisibleEvent>('Event').implement({
  description: 'A change to a record, without data that the caller cannot view.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The event's id; `data.eventId` in webhooks." }),
    cursor: t.string({
      description: "The event's cursor, for `after`.",
      resolve: ({ sequence }, _, ctx) => toCursor(ctx, sequence),
    }),
    sequence: t.exposeInt('sequence', { description: "The event's sequence number." }),
    type: t.expose('type', { type: 'EventType', description: 'The event type.' }),
    ...changeFields(t as never),
    changes: t.field({
      type: [FieldChange],
      description: 'The changed fields, without the ids of hidden records.',
      resolve: ({ changes }) => changes.filter(isDifferent),
    }),
  }),
})

type EventPage = Connection<operations.VisibleEvent>

const EventEdge = builder
  .objectRef<{ row: operations.VisibleEvent; page: EventPage }>('EventEdge')
  .implement({
    description: 'An event with a cursor.',
    fields: (t) => ({
      node: t.field({ type: Event, description: 'The event.', resolve: ({ row }) => row }),
      cursor: t.string({
        description: "The event's cursor.",
        resolve: ({ row, page }) => page.cursor(row),
      }),
    }),
  })

const EventConnection = builder.objectRef<EventPage>('EventConnection').implement({
  description: 'A page of events, oldest first.',
  fields: (t) => ({
    nodes: t.field({ type: [Event], description: 'The events.', resolve: ({ rows }) => rows }),
    edges: t.field({
      type: [EventEdge],
      description: 'The events with their cursors.',
      resolve: (page) => page.rows.map((row) => ({ row, page })),
    }),
    pageInfo: t.field({
      type: PageInfo,
      description: 'Information about the page. An empty page can have a next page.',
      resolve: (page) => page as unknown as Connection<{ id: string }>,
    }),
  }),
})

/** The limits of a list of event type patterns, in an argument or input field. */
export const eventPatternListLimits = limits({
  type: 'array',
  minItems: 1,
  maxItems: 50,
  items: {
    type: 'string',
    // This getter runs after all kinds of records have declared their event types.
    get enum() {
      return listEventPatterns()
    },
  },
})

const typesArgument = {
  type: ['EventPattern'] as ['EventPattern'],
  description: 'The event patterns to match, up to 50; by default `*`.',
  extensions: eventPatternListLimits,
}

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description: 'Returns events, oldest first.',
    extensions: requiredScopes(),
    args: {
      types: t.arg(typesArgument),
      first: t.arg.int({
        defaultValue: defaultPageSize,
        description: 'The maximum number of results, 1–100.',
        extensions: pageSizeLimits,
      }),
      after: t.arg.string({
        description:
          'The cursor of the last event read; by default, the feed starts at the oldest event.',
      }),
    },
    resolve: async (_, { types, first, after }, ctx): Promise<EventPage> => {
      operations.checkPatterns(types ?? [], 'types')
      const startSequence = after == null ? 0 : readCursor(ctx, after)
      const limit = first ?? defaultPageSize
      const feed = await operations.readEvents(ctx, types ?? undefined, startSequence, limit)
      return {
        rows: feed.rows,
        hasNext: feed.hasNext,
        hasPrevious: startSequence > 0,
        endCursor: toCursor(ctx, feed.endSequence),
        cursor: (row) => toCursor(ctx, row.sequence),
        total: async () => 0,
      }
    },
  }),
)

/** Streams the events after a cursor, by default the events after the newest one. */
async function followEvents(
  { types, after }: { types?: string[] | null; after?: string | null },
  ctx: Context,
): Promise<SubscriptionSource<operations.VisibleEvent>> {
  const { companyId } = ctx.viewer
  operations.checkPatterns(types ?? [], 'types')
  return {
    start:
      after == null
        ? await operations.readNewestSequence(ctx.db, companyId)
        : readCursor(ctx, after),
    readNewest: (db) => operations.readNewestSequence(db, companyId),
    read: (newCtx, from, limit) => operations.readEvents(newCtx, types ?? undefined, from, limit),
    getNumber: (event) => event.sequence,
    toCursor,
  }
}

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description: 'Streams events, oldest first: those after the cursor `after`, then new events.',
    extensions: requiredScopes(),
    args: {
      types: t.arg(typesArgument),
      after: t.arg.string({
        description: 'The cursor after which to start; by default only new events are sent.',
      }),
    },
    subscribe: createSubscribeResolver(followEvents),
    resolve: (event) => event as operations.VisibleEvent,
  }),
)
