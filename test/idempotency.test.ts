import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Idempotency keys', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  let nextKey = 0
  const createKeyHeader = () => ({ 'Idempotency-Key': `key-${nextKey++}` })
  const countTasks = async () =>
    (await world.as('agent').gql('{ tasks { totalCount } }')).body.data.tasks.totalCount as number

  test('a request retried with the same idempotency key takes effect once and returns the same bytes', async () => {
    const header = createKeyHeader()
    const firstReply = await world
      .as('agent')
      .rest('POST', '/v1/tasks', { title: 'Once', priority: 'high' }, header)
    await world.as('agent').rest('DELETE', `/v1/tasks/${firstReply.body.data.id}`)
    const countBefore = await countTasks()
    const repeatedReply = await world
      .as('agent')
      .rest('POST', '/v1/tasks', { priority: 'high', title: 'Once' }, header)
    expect(repeatedReply.status).toBe(201)
    expect(repeatedReply.text).toBe(firstReply.text)
    expect(repeatedReply.headers.get('idempotent-replayed')).toBe('true')
    expect(repeatedReply.headers.get('location')).toBe(firstReply.headers.get('location'))
    expect(repeatedReply.headers.get('x-request-id')).not.toBe(
      firstReply.headers.get('x-request-id'),
    )
    expect(await countTasks()).toBe(countBefore)
  })

  test('reusing an idempotency key for a different request returns 422', async () => {
    const header = createKeyHeader()
    await world.as('agent').rest('POST', '/v1/tasks', { title: 'One' }, header)
    for (const [method, path, body] of [
      ['POST', '/v1/tasks', { title: 'Two' }],
      ['POST', '/v1/tasks/task_aaaaaaaa/complete', undefined],
    ] as const) {
      const reply = await world.as('agent').rest(method, path, body, header)
      expect([reply.status, reply.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  test('concurrent requests with the same idempotency key take effect once and return the same response or 409', async () => {
    const header = createKeyHeader()
    const countBefore = await countTasks()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.as('agent').rest('POST', '/v1/tasks', { title: 'Race' }, header),
      ),
    )
    expect(await countTasks()).toBe(countBefore + 1)
    const successes = replies.filter((reply) => reply.status === 201)
    expect(new Set(successes.map((reply) => reply.text)).size).toBe(1)
    for (const reply of replies.filter((item) => item.status !== 201)) {
      expect(reply.status).toBe(409)
      expect(reply.headers.get('retry-after')).toBe('1')
    }
  })

  test('the idempotency key of a failed request can be reused', async () => {
    const header = createKeyHeader()
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

  test('an idempotency key is scoped to the API key that sent it', async () => {
    const header = createKeyHeader()
    const firstReply = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Mine' }, header)
    const secondReply = await (await world.createKey('agent')).rest(
      'POST',
      '/v1/tasks',
      { title: 'Mine' },
      header,
    )
    expect(secondReply.body.data.id).not.toBe(firstReply.body.data.id)
    expect(secondReply.headers.get('idempotent-replayed')).toBeNull()
    const otherReply = await world.as('owner').rest('POST', '/v1/tasks', { title: 'Mine' }, header)
    expect(otherReply.body.data.id).not.toBe(firstReply.body.data.id)
  })

  test('an idempotency key expires after 24 hours', async () => {
    const header = createKeyHeader()
    const firstReply = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Old' }, header)
    world.clock.advance(24 * 3_600_000)
    const secondReply = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Old' }, header)
    expect(secondReply.body.data.id).not.toBe(firstReply.body.data.id)
  })

  test('a GraphQL retry with an idempotency key is recognized by its operation and variables, even if its whitespace differs', async () => {
    const header = createKeyHeader()
    const query =
      'mutation Add($title: TaskTitle!) { createTask(input: { title: $title }) { task { id } } }'
    const firstReply = await world.as('agent').gql(query, { title: 'G' }, header)
    const repeatedReply = await world
      .as('agent')
      .gql(query.replace(' {', '\n  {'), { title: 'G' }, header)
    expect(repeatedReply.text).toBe(firstReply.text)
    expect(repeatedReply.headers.get('idempotent-replayed')).toBe('true')
    expect((await world.as('agent').gql(query, { title: 'H' }, header)).status).toBe(422)
  })

  test('an invalid idempotency key is rejected with BAD_REQUEST', async () => {
    for (const invalidKey of ['', ' ', 'with space', 'x'.repeat(256), 'ümlaut']) {
      const reply = await world
        .as('agent')
        .rest('POST', '/v1/tasks', { title: 'Bad key' }, { 'Idempotency-Key': invalidKey })
      expect([invalidKey, reply.status, reply.body.error.code]).toEqual([
        invalidKey,
        400,
        'BAD_REQUEST',
      ])
    }
  })

  test('an idempotency key has no effect on GET and DELETE requests', async () => {
    const header = createKeyHeader()
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
