import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import type { Client } from './support/client.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { createWorld, type World } from './support/world.ts'

const hourMs = 3_600_000

describe.each([
  ['forward', hourMs],
  ['back', -hourMs],
])('A clock jump of one hour %s', (_, jumpMs) => {
  let world: World
  let owner: Client
  beforeEach(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '40', WEBHOOKS_ALLOW_LOCAL: 'true' })
    owner = world.as('owner')
  })
  afterEach(() => world.stop())

  const createTask = async (title: string, headers = {}) =>
    (await owner.rest('POST', '/v1/tasks', { title }, headers)).body.data.id as string
  const listIds = async (path: string) => {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { data, meta } = (
        await owner.rest('GET', `${path}?limit=2${cursor && `&cursor=${cursor}`}`)
      ).body
      ids.push(...data.map(({ id, recordId }: { id: string; recordId?: string }) => recordId ?? id))
      if (!meta.hasMore) return ids
      cursor = meta.nextCursor
    }
  }

  test('after a clock jump, lists return each record once, and the event feed returns each event once', async () => {
    const createdIds = [await createTask('one'), await createTask('two')]
    world.clock.advance(jumpMs)
    createdIds.push(await createTask('three'), await createTask('four'))
    expect(new Set(createdIds).size).toBe(4)
    expect(await listIds('/v1/tasks')).toEqual([...createdIds].sort().reverse())
    expect((await listIds('/v1/events')).slice(-4)).toEqual(createdIds)
  })

  test('after a clock jump, a new rate limit window starts and a repeated idempotent request is replayed', async () => {
    const idempotencyHeaders = { 'Idempotency-Key': 'same' }
    const firstReply = await owner.rest('POST', '/v1/tasks', { title: 'once' }, idempotencyHeaders)
    for (let n = 0; n < 60; n++) await owner.rest('GET', '/v1/me')
    expect((await owner.rest('GET', '/v1/me')).status).toBe(429)
    world.clock.advance(jumpMs)
    const repeatedReply = await owner.rest(
      'POST',
      '/v1/tasks',
      { title: 'once' },
      idempotencyHeaders,
    )
    expect([repeatedReply.text, repeatedReply.headers.get('idempotent-replayed')]).toEqual([
      firstReply.text,
      'true',
    ])
    expect(Number(repeatedReply.headers.get('x-ratelimit-reset'))).toBe(
      Math.floor(world.clock.now() / 1000) + 3600,
    )
  })

  test('a webhook endpoint receives the events before and after a clock jump', async () => {
    const receiver: Receiver = await startReceiver((_request, response) => void response.end())
    const creationReply = await owner.rest('POST', '/v1/webhook-endpoints', {
      url: receiver.url,
      events: ['task.created'],
    })
    expect(creationReply.status).toBe(201)
    const dispatcher = new Dispatcher(world.deps, { owner: 'test', isOnlyOwner: true })
    await createTask('before')
    await dispatcher.waitUntilIdle()
    world.clock.advance(jumpMs)
    await createTask('after')
    await dispatcher.waitUntilIdle()
    await dispatcher.stop()
    await receiver.stop()
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['task.created', 'task.created'])
  })
})
