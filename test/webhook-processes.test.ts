import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '../src/context.ts'
import { createDeps } from '../src/create-deps.ts'
import type { MaybePromise } from '../src/lib/async.ts'
import { issueKey } from '../src/resources/api-keys/operations.ts'
import { createCompany, runAsSystem } from '../src/resources/companies/operations.ts'
import { createWebhookSecret, encryptSecret } from '../src/resources/webhooks/secrets.ts'
import { readSettings } from '../src/settings.ts'
import { openStore } from '../src/store/open.ts'
import { query } from '../src/store/query.ts'
import { type Client, createHttpClient } from './support/client.ts'
import { dispatch, serve } from './support/command.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

const eventsQuery = query((k, p: { type: string }) =>
  k.selectFrom('events').select(['id', 'sequence']).where('type', '=', p.type).orderBy('sequence'),
)
const undeliveredQuery = query((k, _: object) =>
  k.selectFrom('webhookDeliveries').select('id').where('status', '!=', 'delivered'),
)
const leasedQuery = query((k, _: object) =>
  k.selectFrom('webhookDeliveries').select('id').where('leasedUntil', 'is not', null),
)

describe('Webhooks in real processes', () => {
  let folder = ''
  let env: Record<string, string>
  let receiver: Receiver
  let secret = ''
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dealgraph-webhooks-'))
    env = {
      DATABASE_URL: `sqlite:${join(folder, 'test.db')}`,
      DEMO: 'false',
      WEBHOOKS_ALLOW_LOCAL: 'true',
      RATE_LIMIT_PER_HOUR: '1000000',
    }
    receiver = await startReceiver((_, response) => void setTimeout(() => response.end(), 5))
    await withDatabase(setUpCompany)
  })
  afterEach(async () => {
    await receiver.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function withDatabase<T>(action: (deps: Deps) => MaybePromise<T>): Promise<T> {
    const store = await openStore({ url: env['DATABASE_URL'] as string })
    try {
      return await action(
        await createDeps(store, readSettings(env), { log: pino({ level: 'silent' }) }),
      )
    } finally {
      await store.close()
    }
  }

  /** Creates a company with a webhook endpoint that receives `person.created` events. */
  async function setUpCompany(deps: Deps): Promise<void> {
    const newCompany = await deps.store.allCompanies.write((db) =>
      createCompany(deps, db, {
        name: 'Acme',
        region: 'US',
        owner: { email: 'o@acme.test', firstName: 'O', lastName: 'O' },
      }),
    )
    secret = (
      await runAsSystem(deps, newCompany.company, (ctx) =>
        issueKey(ctx, { userId: newCompany.owner.id, name: 'test', scopes: null, expiresAt: null }),
      )
    ).secret
    const [companyId, id, nowIso] = [
      newCompany.company.id,
      deps.newId('webhook'),
      new Date(deps.now()).toISOString(),
    ]
    const encryptedSecret = encryptSecret(deps, { companyId, id }, createWebhookSecret(deps))
    const row = {
      companyId,
      id,
      version: 1,
      createdAt: nowIso,
      updatedAt: nowIso,
      url: receiver.url,
      events: '["person.created"]',
      userId: newCompany.owner.id,
      attempts: 0,
      failures: 0,
    }
    await deps.store.allCompanies.write((db) =>
      db.insert('webhookEndpoints', { ...row, secret: encryptedSecret, lastSequence: 0 }),
    )
  }

  /** Creates people concurrently until the server stops or the returned `stop` is called. */
  function startLoad(client: Client) {
    let createdCount = 0
    let isStopped = false
    const createPeople = async () => {
      while (!isStopped) {
        const { status } = await client.rest('POST', '/v1/people', { firstName: 'Load' })
        if (status === 201) createdCount++
      }
    }
    const loadLoops = Array.from({ length: 4 }, () => createPeople().catch(() => undefined))
    /** Waits until at least `count` people are created. */
    const waitForCount = (count: number) =>
      expect.poll(() => createdCount, { interval: 5 }).toBeGreaterThanOrEqual(count)
    const stop = async () => {
      isStopped = true
      await Promise.all(loadLoops)
      return createdCount
    }
    return { waitForCount, stop }
  }

  const readCommittedEvents = () =>
    withDatabase((deps) =>
      deps.store.allCompanies.readLatest((db) => db.all(eventsQuery, { type: 'person.created' })),
    )

  /**
   * Expects that the receiver received each committed event and no other event, and that all
   * requests for an event had the same message id.
   */
  async function expectEachEventOnce(): Promise<void> {
    const events = await readCommittedEvents()
    const messageIdsByEvent = new Map<string, Set<string>>()
    for (const { id, body } of receiver.received)
      messageIdsByEvent.set(
        body.data.eventId,
        (messageIdsByEvent.get(body.data.eventId) ?? new Set()).add(id),
      )
    expect([...messageIdsByEvent.keys()].sort()).toEqual(events.map(({ id }) => id).sort())
    for (const ids of messageIdsByEvent.values()) expect(ids.size).toBe(1)
    expect(
      await withDatabase((deps) =>
        deps.store.allCompanies.readLatest((db) => db.all(undeliveredQuery, {})),
      ),
    ).toEqual([])
  }

  const waitForEvents = async (messageCount: number) => {
    while (new Set(receiver.received.map(({ body }) => body.data.eventId)).size < messageCount)
      await receiver.waitForCount(receiver.received.length + 1)
  }

  test('a repeatedly killed server sends webhooks for exactly the committed events', async () => {
    let createdCount = 0
    for (const countBeforeKill of [5, 40, 20, 80]) {
      const server = await serve(env)
      const load = startLoad(createHttpClient(server.url, secret))
      await load.waitForCount(countBeforeKill)
      await server.stop('SIGKILL')
      createdCount += await load.stop()
    }
    const events = await readCommittedEvents()
    expect(events.length).toBeGreaterThanOrEqual(createdCount)
    const lastServer = await serve(env)
    await waitForEvents(events.length)
    expect((await lastServer.stop()).code).toBe(0)
    await expectEachEventOnce()
  })

  test('a dispatcher process separate from the server sends each webhook once and exits with code 0', async () => {
    const [server, dispatcher] = [await serve(env), await dispatch(env)]
    const load = startLoad(createHttpClient(server.url, secret))
    await load.waitForCount(200)
    const createdCount = await load.stop()
    await waitForEvents(createdCount)
    expect((await dispatcher.stop()).code).toBe(0)
    expect((await server.stop()).code).toBe(0)
    expect(receiver.received).toHaveLength(createdCount)
    expect(
      await withDatabase((deps) =>
        deps.store.allCompanies.readLatest((db) => db.all(leasedQuery, {})),
      ),
    ).toEqual([])
    await expectEachEventOnce()
  })
})
