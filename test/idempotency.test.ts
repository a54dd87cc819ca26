import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Idempotency keys', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  let next = 0
  const key = () => ({ 'Idempotency-Key': `key-${next++}` })
  const count = async () =>
    (await world.as('agent').gql('{ tasks { totalCount } }')).body.data.tasks.totalCount as number

  test('a repeated request with the same key has one effect and the same response bytes, even after the deletion of the record', async () => {
    const header = key()
    const first = await world
      .as('agent')
      .rest('POST', '/v1/tasks', { title: 'Once', priority: 'high' }, header)
    await world.as('agent').rest('DELETE', `/v1/tasks/${first.body.data.id}`)
    const before = await count()
    const repeated = await world
      .as('agent')
      .rest('POST', '/v1/tasks', { priority: 'high', title: 'Once' }, header)
    expect(repeated.status).toBe(201)
    expect(repeated.text).toBe(first.text)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect(repeated.headers.get('location')).toBe(first.headers.get('location'))
    expect(repeated.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await count()).toBe(before)
  })

  test('another request with the same key is refused with 422', async () => {
    const header = key()
    await world.as('agent').rest('POST', '/v1/tasks', { title: 'One' }, header)
    for (const [method, path, body] of [
      ['POST', '/v1/tasks', { title: 'Two' }],
      ['POST', '/v1/tasks/task_aaaaaaaa/complete', undefined],
    ] as const) {
      const reply = await world.as('agent').rest(method, path, body, header)
      expect([reply.status, reply.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  test('concurrent requests with the same key have one effect and receive the same response or 409', async () => {
    const header = key()
    const before = await count()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.as('agent').rest('POST', '/v1/tasks', { title: 'Race' }, header),
      ),
    )
    expect(await count()).toBe(before + 1)
    const successes = replies.filter((reply) => reply.status === 201)
    expect(new Set(successes.map((reply) => reply.text)).size).toBe(1)
    for (const reply of replies.filter((each) => each.status !== 201)) {
      expect(reply.status).toBe(409)
      expect(reply.headers.get('retry-after')).toBe('1')
    }
  })

  test('a failed request is not stored, and its key can be used again', async () => {
    const header = key()
    expect((await world.as('agent').rest('POST', '/v1/tasks', { title: '' }, header)).status).toBe(
      400,
    )
    expect(
      (
        await world
          .as('agent')
          .rest('POST', '/v1/tasks', { title: 'x', personId: 'person_aaaaaaaa' }, header)
      ).status,
    ).toBe(400)
    expect(
      (await world.as('agent').rest('POST', '/v1/tasks', { title: 'Right' }, header)).status,
    ).toBe(201)
  })

  test('an idempotency key belongs to the API key that sent it', async () => {
    const header = key()
    const first = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Mine' }, header)
    const second = await (await world.createKey('agent')).rest(
      'POST',
      '/v1/tasks',
      { title: 'Mine' },
      header,
    )
    expect(second.body.data.id).not.toBe(first.body.data.id)
    expect(second.headers.get('idempotent-replayed')).toBeNull()
    const other = await world.as('owner').rest('POST', '/v1/tasks', { title: 'Mine' }, header)
    expect(other.body.data.id).not.toBe(first.body.data.id)
  })

  test('an idempotency key is forgotten after 24 hours', async () => {
    const header = key()
    const first = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Old' }, header)
    world.clock.advance(24 * 3_600_000)
    const second = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Old' }, header)
    expect(second.body.data.id).not.toBe(first.body.data.id)
  })

  test('GraphQL mutations accept an idempotency key and compare the printed operation and its variables', async () => {
    const header = key()
    const query = 'mutation Add($title: TaskTitle!) { createTask(input: { title: $title }) { id } }'
    const first = await world.as('agent').gql(query, { title: 'G' }, header)
    const repeated = await world
      .as('agent')
      .gql(query.replace(' {', '\n  {'), { title: 'G' }, header)
    expect(repeated.text).toBe(first.text)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect((await world.as('agent').gql(query, { title: 'H' }, header)).status).toBe(422)
  })

  test('an invalid idempotency key returns BAD_REQUEST', async () => {
    for (const bad of ['', ' ', 'with space', 'x'.repeat(256), 'ümlaut']) {
      const reply = await world
        .as('agent')
        .rest('POST', '/v1/tasks', { title: 'Bad key' }, { 'Idempotency-Key': bad })
      expect([bad, reply.status, reply.body.error.code]).toEqual([bad, 400, 'BAD_REQUEST'])
    }
  })

  test('GET and DELETE ignore an idempotency key', async () => {
    const header = key()
    expect((await world.as('agent').rest('GET', '/v1/tasks', undefined, header)).status).toBe(200)
    const { id } = (await world.as('agent').rest('POST', '/v1/tasks', { title: 'Gone' })).body.data
    expect(
      (await world.as('agent').rest('DELETE', `/v1/tasks/${id}`, undefined, header)).status,
    ).toBe(200)
    expect(
      (await world.as('agent').rest('DELETE', `/v1/tasks/${id}`, undefined, header)).status,
    ).toBe(404)
  })
})
