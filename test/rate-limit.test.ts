import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from './support/client.ts'
import { countOutcomes, sendConcurrently } from './support/concurrency.ts'
import { createWorld, type World } from './support/world.ts'

const getLimitHeaders = ({ headers }: Reply) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

describe('The rate limit', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '10' })
  })
  afterEach(() => world.stop())

  const listTasks = () => world.as('agent').rest('GET', '/v1/tasks')

  test('a request over the rate limit returns 429 with Retry-After and changes nothing', async () => {
    for (let i = 0; i < 10; i++) expect((await listTasks()).status).toBe(200)
    const rejectedReply = await world.as('agent').rest('POST', '/v1/tasks', { title: 'Too many' })
    expect(rejectedReply.status).toBe(429)
    expect(rejectedReply.body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfter: 3600,
    })
    expect(rejectedReply.headers.get('retry-after')).toBe('3600')
    world.clock.advance(3_600_000)
    expect((await listTasks()).body.data).toEqual([])
  })

  test('a rate limit window starts with the first request and ends an hour later', async () => {
    const startSeconds = Math.floor(world.clock.now() / 1000)
    expect(getLimitHeaders(await listTasks())).toEqual([10, 9, startSeconds + 3600])
    world.clock.advance(3_599_000)
    expect(getLimitHeaders(await listTasks())).toEqual([10, 8, startSeconds + 3600])
    world.clock.advance(1000)
    expect(getLimitHeaders(await listTasks())).toEqual([10, 9, startSeconds + 7200])
  })

  test('responses from REST, GraphQL and /openapi.json, including error responses, have rate limit headers', async () => {
    for (const reply of [
      await world.as('agent').rest('GET', '/v1/people/nobody_at_all'),
      await world.as('agent').rest('GET', '/v1/nowhere'),
      await world.as('agent').rest('PATCH', '/v1/tasks'),
      await world.as('agent').gql('{ nonsense }'),
      await world.client().rest('GET', '/v1/people'),
      await world.client('dg_wrong').gql('{ __typename }'),
      await world.client().rest('GET', '/openapi.json'),
      await world.client().rest('GET', '/nowhere'),
    ]) {
      expect(reply.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
      for (const headerValue of getLimitHeaders(reply))
        expect(Number.isInteger(headerValue)).toBe(true)
    }
  })

  test('/health and /ready return no rate limit headers', async () => {
    for (const path of ['/health', '/ready'])
      expect((await world.client().rest('GET', path)).headers.get('x-ratelimit-limit')).toBeNull()
  })

  test('the rate limit counts concurrent requests exactly', async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, listTasks))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(15)
  })

  test('a GraphQL request costs one rate limit unit per mutation or per 100 records', async () => {
    const agent = world.as('agent')
    const oneUnitReply = await agent.gql('{ tasks(first: 100) { nodes { id } } }')
    expect(oneUnitReply.body.extensions.cost).toEqual({ nodes: 100, units: 1 })
    expect(getLimitHeaders(oneUnitReply)[1]).toBe(9)
    const threeUnitsReply = await agent.gql(
      '{ tasks(first: 5) { nodes { id } } people(first: 50) { nodes { tasks(first: 4) { nodes { id } } } } }',
    )
    expect(threeUnitsReply.body.extensions.cost).toEqual({ nodes: 255, units: 3 })
    expect(getLimitHeaders(threeUnitsReply)[1]).toBe(6)
    const mutationsReply = await agent.gql(
      'mutation { a: createTask(input: {title: "a"}) { task { id } } b: createTask(input: {title: "b"}) { task { id } } }',
    )
    expect(mutationsReply.body.extensions.cost.units).toBe(2)
    expect(getLimitHeaders(mutationsReply)[1]).toBe(4)
    const expensiveReply = await agent.gql(
      'mutation { a: deleteTask(id: "task_aaaa") { deletedId } b: deleteTask(id: "task_aaaa") { deletedId } c: deleteTask(id: "task_aaaa") { deletedId } d: deleteTask(id: "task_aaaa") { deletedId } e: deleteTask(id: "task_aaaa") { deletedId } }',
    )
    expect(expensiveReply.status).toBe(429)
    expect(expensiveReply.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    expect(getLimitHeaders(expensiveReply)[1]).toBe(4)
  })

  test('failed authentication attempts have a separate rate limit per IP address that does not affect valid keys', async () => {
    for (let i = 0; i < 1000; i++) await world.client('dg_wrong').rest('GET', '/v1/me')
    expect((await world.client('dg_wrong').rest('GET', '/v1/me')).status).toBe(429)
    expect((await world.client().rest('GET', '/v1/me')).status).toBe(429)
    expect((await listTasks()).status).toBe(200)
  })

  test('after a small backward clock jump, requests count toward the current rate limit window, and after a jump of an hour, toward a new window', async () => {
    const startSeconds = Math.floor(world.clock.now() / 1000)
    await listTasks()
    world.clock.advance(-2000)
    expect(getLimitHeaders(await listTasks())).toEqual([10, 8, startSeconds + 3600])
    world.clock.advance(-3_600_000)
    expect(getLimitHeaders(await listTasks())).toEqual([10, 9, startSeconds - 2])
  })

  test('a refund after the end of a rate limit window does not raise the remaining units above the limit', async () => {
    const { counters } = world.deps.store
    await counters.charge('key_1', 10, 1, world.clock.now())
    world.clock.advance(3_600_000)
    expect((await counters.charge('key_1', 10, -1, world.clock.now())).remaining).toBe(10)
  })

  test('each API key of a user has its own rate limit window', async () => {
    for (let i = 0; i < 10; i++) await listTasks()
    const otherKeyClient = await world.createKey('agent')
    expect((await otherKeyClient.rest('GET', '/v1/tasks')).status).toBe(200)
  })

  test('the rate limit is exact for concurrent requests that cost one or several units', async () => {
    const limitedWorld = await createWorld({ RATE_LIMIT_PER_HOUR: '50' })
    const agent = limitedWorld.as('agent')
    const replies = await sendConcurrently(120, (i) =>
      i % 3
        ? agent.rest('GET', '/v1/tasks')
        : agent.gql(
            '{ tasks(first: 100) { nodes { person { tasks(first: 3) { nodes { id } } } } } }',
          ),
    )
    const usedUnits = replies
      .filter(({ status }) => status === 200)
      .reduce((sum, { body }) => sum + (body.extensions?.cost.units ?? 1), 0)
    const lastReply = await agent.rest('GET', '/v1/tasks')
    const remainingUnits = Number(lastReply.headers.get('x-ratelimit-remaining'))
    expect([
      usedUnits + remainingUnits + (lastReply.status === 200 ? 1 : 0),
      countOutcomes(replies)['RATE_LIMIT_EXCEEDED'],
    ]).toEqual([50, replies.filter(({ status }) => status === 429).length])
    await limitedWorld.stop()
  })
})
