import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecord } from '../src/crud/records.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { query } from '../src/store/query.ts'
import { createDeliveries } from '../src/webhooks/create-deliveries.ts'
import { endpointByIdQuery } from '../src/webhooks/queries.ts'
import type { Client } from './support/client.ts'
import {
  companyPlan,
  companyUsers,
  createRandomCompany,
  getListPath,
  kindsByListName,
  listNames,
  type RandomCompany,
  updates,
} from './support/random-company.ts'
import { openStream } from './support/stream.ts'
import { type Caller, canEdit, canView, type RecordFacts } from './support/visibility-model.ts'
import { createWorld, type World } from './support/world.ts'

const listEventTypes = (action: string) =>
  Object.values(kindsByListName).map((kind) => `${kind}.${action}`)

const scopes = ['tasks.manage', 'appointments.manage', 'activities.view', 'users.view']
const callers: Caller[] = [
  ...companyUsers.map((user) => ({ user })),
  { user: 'owner', scopes: ['people.view.own', 'deals.view.all', ...scopes] },
  { user: 'leader', scopes: ['people.view.own', 'deals.view.team', ...scopes] },
  { user: 'leader', scopes: ['people.view.team', 'deals.view.own', ...scopes] },
]

const deliveredSequencesQuery = query((k, p: { companyId: string; endpointId: string }) =>
  k
    .selectFrom('webhookDeliveries')
    .select('eventSequence')
    .where('companyId', '=', p.companyId)
    .where('endpointId', '=', p.endpointId)
    .orderBy('eventSequence'),
)

interface FeedEvent {
  sequence: number
  recordId: string
}

describe('Event visibility', () => {
  let world: World
  const clientsByCaller = new Map<Caller, Client>()
  beforeAll(async () => {
    world = await createWorld()
    for (const caller of callers)
      clientsByCaller.set(caller, await world.createKey(caller.user, caller.scopes))
  })
  afterAll(() => world.stop())

  /** Reads the event feed from a cursor to its end. @returns the events and the last cursor */
  async function readFeed(client: Client, types: string[], fromCursor: string | null = null) {
    const events: FeedEvent[] = []
    for (let afterCursor = fromCursor; ; ) {
      const { body } = await client.gql(
        'query ($types: [EventPattern!], $after: String) { events(first: 100, types: $types, after: $after) { nodes { sequence recordId } pageInfo { hasNextPage endCursor } } }',
        { types, after: afterCursor },
      )
      expect(body.errors).toBeUndefined()
      const { nodes, pageInfo } = body.data.events
      events.push(...nodes)
      afterCursor = pageInfo.endCursor
      if (!pageInfo.hasNextPage) return { events, end: afterCursor as string }
    }
  }

  async function readSubscription(
    client: Client,
    types: string[],
    afterCursor: string,
    eventCount: number,
  ) {
    const stream = await openStream(client, {
      url: world.url,
      query:
        'subscription ($types: [EventPattern!], $after: String) { events(types: $types, after: $after) { sequence recordId } }',
      variables: { types, after: afterCursor },
    })
    const messages = await stream.take(eventCount)
    stream.close()
    return messages.map(({ data }) => data.data.events as FeedEvent)
  }

  /**
   * Creates a webhook endpoint with the permissions of the caller. @returns the sequence numbers of
   * the events that the endpoint receives
   */
  async function deliverEvents({ user, scopes }: Caller, types: string[], fromSequence: number) {
    const endpointKey = { companyId: world.company.id, id: '' }
    await runAsSystem(world.deps, world.company, async (ctx) => {
      const record = newRecord(ctx, 'webhook')
      endpointKey.id = record.id
      await ctx.db.insert('webhookEndpoints', {
        ...record,
        url: 'https://93.184.216.34/hook',
        events: JSON.stringify(types),
        description: null,
        userId: world.users[user].id,
        scopes: scopes ? JSON.stringify(scopes) : null,
        secret: '',
        previousSecret: null,
        previousSecretExpiresAt: null,
        pausedAt: null,
        disabledAt: null,
        disabledReason: null,
        attempts: 0,
        failures: 0,
        failingSince: null,
        lastSequence: fromSequence,
      })
    })
    const { store } = world.deps
    for (let hasMore = true; hasMore; ) {
      const endpoint = await store.allCompanies.read((db) =>
        db.first(endpointByIdQuery, endpointKey),
      )
      hasMore = endpoint !== undefined && (await createDeliveries(world.deps, endpoint))
    }
    const rows = await store.allCompanies.read((db) =>
      db.all(deliveredSequencesQuery, {
        companyId: endpointKey.companyId,
        endpointId: endpointKey.id,
      }),
    )
    return rows.map(({ eventSequence }) => eventSequence ?? 0)
  }

  /** Compares the events that each caller receives with the events that the model permits. */
  async function compareEvents(
    records: RandomCompany,
    types: string[],
    startCursors: Map<Caller, string>,
    isExpected: (caller: Caller, record: RecordFacts) => boolean | 'either',
  ) {
    const completeFeed = await readFeed(clientsByCaller.get(callers[0] as Caller) as Client, types)
    const sequenceBefore = (completeFeed.events[0]?.sequence ?? 1) - 1
    for (const caller of callers) {
      const client = clientsByCaller.get(caller) as Client
      const startCursor = startCursors.get(caller) as string
      const { events } = await readFeed(client, types, startCursor)
      const changedIds = new Set(events.map(({ recordId }) => recordId))
      for (const record of listNames.flatMap((kind) => records[kind])) {
        const expectedVisibility = isExpected(caller, record)
        if (expectedVisibility !== 'either')
          expect(
            { caller, kind: record.kind, id: record.id, isInFeed: changedIds.has(record.id) },
            'compare policy.ts, and getAudience in src/access, with canView in test/support/visibility-model.ts',
          ).toEqual({ caller, kind: record.kind, id: record.id, isInFeed: expectedVisibility })
      }
      expect(await readSubscription(client, types, startCursor, events.length)).toEqual(events)
      const sequences = new Set(events.map(({ sequence }) => sequence))
      const deliveredEvents = await deliverEvents(caller, types, sequenceBefore)
      const isNew = (sequence: number) => sequence >= (events[0]?.sequence ?? Number.MAX_VALUE)
      expect(deliveredEvents.filter(isNew)).toEqual([...sequences])
    }
  }

  const readEndCursors = async () => {
    const endCursors = new Map<Caller, string>()
    for (const [caller, client] of clientsByCaller)
      endCursors.set(caller, (await readFeed(client, ['user.created'])).end)
    return endCursors
  }

  test('exactly the callers who can view a record receive its events in the event feed, subscriptions and webhooks', () =>
    fc.assert(
      fc.asyncProperty(companyPlan, async (plan) => {
        const records = await createRandomCompany(world, plan)
        /** Returns the client of a user who can edit a record, such as a smart list's owner. */
        const getEditor = (record: RecordFacts) =>
          world.as(
            companyUsers.find(
              (user) =>
                canView(records.teams, { user }, record) &&
                canEdit(records.teams, { user }, record),
            ) ?? 'owner',
          )
        const startCursors = await readEndCursors()
        for (const kind of listNames)
          for (const record of records[kind]) {
            const { status, text } = await getEditor(record).rest(
              'PATCH',
              `${getListPath(kind)}/${record.id}`,
              updates[kind],
            )
            expect([kind, status, text]).toEqual([kind, 200, text])
          }
        await compareEvents(records, listEventTypes('updated'), startCursors, (caller, record) =>
          canView(records.teams, caller, record),
        )
        const deletionCursors = await readEndCursors()
        for (const kind of listNames)
          for (const record of records[kind])
            expect(
              (
                await getEditor(record).rest(
                  'DELETE',
                  `${getListPath(kind)}/${record.id}${kind === 'people' ? '?permanent=true' : ''}`,
                )
              ).status,
            ).toBe(200)
        await compareEvents(
          records,
          listEventTypes('deleted'),
          deletionCursors,
          (caller, record) => {
            // The audience of a deletion event consists of users, so the model cannot predict
            // whether a narrowed key receives the event.
            const canUserView = canView(records.teams, { user: caller.user }, record)
            return caller.scopes && canUserView ? 'either' : canUserView
          },
        )
      }),
      { seed: 20260602, numRuns: 4, endOnFailure: true },
    ))
})
