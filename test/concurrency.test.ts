/** Tests concurrent requests that change the same records or share an Idempotency-Key. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countEvents,
  countOutcomes,
  findDatabaseFaults,
  sendConcurrently,
} from './support/concurrency.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  const faults = await findDatabaseFaults(world)
  await world.stop()
  expect(faults).toEqual([])
})

const asOwner = () => world.as('owner')
const createRecord = async (path: string, body: object) =>
  (await asOwner().rest('POST', path, body)).body.data
const readRecord = async (path: string) => (await asOwner().rest('GET', path)).body.data
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const countTasks = async () =>
  (await asOwner().gql('{ tasks { totalCount } }')).body.data.tasks.totalCount as number

describe('Concurrent changes to one record', () => {
  test('exactly one of many concurrent updates with the same record version succeeds', async () => {
    const { id } = await createRecord('/v1/tasks', { title: 'Start' })
    const updateMutation =
      'mutation($id: ID!, $t: TaskTitle) { updateTask(id: $id, expectedVersion: 1, input: { title: $t }) { task { id } } }'
    const replies = await sendConcurrently(40, (i) =>
      i % 2
        ? asOwner().gql(updateMutation, { id, t: `Title ${i}` })
        : asOwner().rest('PUT', `/v1/tasks/${id}`, { title: `Title ${i}` }, { 'If-Match': '"1"' }),
    )
    const acceptedIndexes = replies.flatMap(({ status, body }, i) =>
      status === 200 && !body.errors ? [i] : [],
    )
    expect([acceptedIndexes.length, countOutcomes(replies)]).toEqual([
      1,
      { 200: 1, PRECONDITION_FAILED: 39 },
    ])
    expect(await readRecord(`/v1/tasks/${id}`)).toMatchObject({
      title: `Title ${acceptedIndexes[0]}`,
    })
    expect(await countEvents(world, id)).toEqual({ 'task.created': 1, 'task.updated': 1 })
  })

  test('concurrent updates to different fields of one record all take effect', async () => {
    const { id } = await createRecord('/v1/people', { firstName: 'Ann' })
    const fields = {
      lastName: 'Lee',
      background: 'b',
      source: 'Web',
      timeframe: 'Soon',
      relationship: true,
      price: 5,
      tags: ['x'],
      emails: [{ value: 'ann@x.test' }],
    }
    const updateMutation =
      'mutation($id: ID!, $i: UpdatePersonInput!) { updatePerson(id: $id, input: $i) { person { id } } }'
    const replies = await Promise.all(
      Object.entries(fields).map(([name, value], i) =>
        i % 2
          ? asOwner().gql(updateMutation, { id, i: { [name]: value } })
          : asOwner().rest('PUT', `/v1/people/${id}`, { [name]: value }),
      ),
    )
    expect(countOutcomes(replies)).toEqual({ 200: 8 })
    const { body } = await asOwner().gql(
      'query($id: ID!) { person(id: $id) { version firstName lastName background source timeframe relationship price tagList emails { value } } }',
      { id },
    )
    const { tags: _, ...expectedFields } = fields
    expect(body.data.person).toEqual({
      ...expectedFields,
      firstName: 'Ann',
      tagList: 'x',
      version: 9,
    })
  })

  test('concurrent requests to complete a task record one event', async () => {
    const { id } = await createRecord('/v1/tasks', { title: 'Do it' })
    const completeMutation = 'mutation($id: ID!) { completeTask(id: $id) { task { completedAt } } }'
    const replies = await sendConcurrently(40, async (i) => {
      await sleep(i % 4 ? 0 : i)
      world.clock.advance(1000)
      return i % 2
        ? asOwner().gql(completeMutation, { id })
        : asOwner().rest('POST', `/v1/tasks/${id}/complete`)
    })
    expect(countOutcomes(replies)).toEqual({ 200: 40 })
    expect(
      new Set(replies.flatMap(({ body }) => body.data?.completeTask?.task.completedAt ?? [])).size,
    ).toBe(1)
    expect(await countEvents(world, id)).toEqual({ 'task.created': 1, 'task.completed': 1 })
  })

  test('an update during the deletion of its record takes effect before the deletion or returns NOT_FOUND', async () => {
    const { id } = await createRecord('/v1/tasks', { title: 'Going' })
    const replies = await sendConcurrently(40, (i) =>
      i === 20
        ? asOwner().rest('DELETE', `/v1/tasks/${id}`)
        : asOwner().rest('PUT', `/v1/tasks/${id}`, { title: `${i}` }),
    )
    const { 200: okCount = 0, NOT_FOUND: lateCount = 0, ...otherOutcomes } = countOutcomes(replies)
    expect([okCount + lateCount, otherOutcomes]).toEqual([40, {}])
    expect((await asOwner().rest('GET', `/v1/tasks/${id}`)).status).toBe(404)
    expect((await countEvents(world, id))['task.updated'] ?? 0).toBe(okCount - 1)
  })
})

interface Deal {
  id: string
  position: number
  stageId: string
}

describe('Concurrent changes to the board', () => {
  const readDeals = async (id: string): Promise<Deal[]> =>
    (
      await asOwner().gql(
        'query($id: ID!) { deals(first: 100, where: { pipelineId: { eq: $id } }) { nodes { id position stageId } } }',
        { id },
      )
    ).body.data.deals.nodes
  test('concurrent deal moves leave consecutive positions in each board column and neither lose nor duplicate deals', async () => {
    const { id: pipelineId, stages } = await createRecord('/v1/pipelines', {
      name: 'Race',
      stages: ['A', 'B', 'C'].map((name) => ({ name, type: 'open' })),
    })
    const stageIds = stages.map(({ id }: { id: string }) => id) as string[]
    const deals: string[] = []
    for (let i = 0; i < 24; i++)
      deals.push(
        (
          await createRecord('/v1/deals', {
            title: `Deal ${i}`,
            pipelineId,
            stageId: stageIds[i % 3],
          })
        ).id,
      )
    const replies = await sendConcurrently(150, (i) => {
      const id = deals[(i * 7) % 24] as string
      const stageId = stageIds[(i * 5 + Math.floor(i / 3)) % 3]
      const neighborId = deals[(i * 11 + 1) % 24]
      if (i % 3 === 0)
        return asOwner().rest('POST', `/v1/deals/${id}/move`, { stageId, order: i % 9 })
      return asOwner().gql(
        `mutation($id: ID!, $i: MoveDealInput!) { moveDeal(id: $id, input: $i) { deal { id } } }`,
        {
          id,
          i: {
            stageId,
            ...(i % 3 === 1 && neighborId !== id && { place: { before: neighborId } }),
          },
        },
      )
    })
    const {
      200: moveCount = 0,
      VALIDATION_ERROR: lateCount = 0,
      ...otherOutcomes
    } = countOutcomes(replies)
    expect([moveCount + lateCount, otherOutcomes]).toEqual([150, {}])
    expect(moveCount).toBeGreaterThan(90)
    const nodes = await readDeals(pipelineId)
    expect(nodes.map(({ id }) => id).sort()).toEqual([...deals].sort())
    for (const column of stageIds) {
      const positions = nodes
        .filter((deal) => deal.stageId === column)
        .map(({ position }) => position)
      expect(positions.sort((a, b) => a - b)).toEqual(positions.map((_, i) => i))
    }
    const moveEventCounts = await Promise.all(
      deals.map(async (id) => (await countEvents(world, id))['deal.moved'] ?? 0),
    )
    expect(moveEventCounts.reduce((sum, count) => sum + count, 0)).toBe(moveCount)
  })

  test('deleting a pipeline deletes no deals that are moved into the pipeline concurrently', async () => {
    const sourcePipeline = await createRecord('/v1/pipelines', {
      name: 'Going',
      stages: [{ name: 'Open', type: 'open' }],
    })
    const targetPipeline = await createRecord('/v1/pipelines', {
      name: 'Staying',
      stages: [{ name: 'Open', type: 'open' }],
    })
    const deals: string[] = []
    for (let i = 0; i < 20; i++)
      deals.push(
        (await createRecord('/v1/deals', { title: `Deal ${i}`, pipelineId: targetPipeline.id })).id,
      )
    const replies = await sendConcurrently(21, (i) =>
      i === 10
        ? asOwner().rest(
            'DELETE',
            `/v1/pipelines/${sourcePipeline.id}?moveTo=${targetPipeline.stages[0].id}`,
          )
        : asOwner().rest('POST', `/v1/deals/${deals[i > 10 ? i - 1 : i]}/move`, {
            stageId: sourcePipeline.stages[0].id,
          }),
    )
    const {
      200: okCount = 0,
      VALIDATION_ERROR: lateCount = 0,
      ...otherOutcomes
    } = countOutcomes(replies)
    expect([replies[10]?.status, okCount + lateCount, otherOutcomes]).toEqual([200, 21, {}])
    const nodes = await readDeals(targetPipeline.id)
    expect(nodes.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      deals.map((_, i) => i),
    )
  })
})

describe('Concurrent requests with an Idempotency-Key', () => {
  test.each([1, 3])(
    '50 concurrent requests with one Idempotency-Key take effect once (distinct bodies: %i)',
    async (bodyCount) => {
      const taskCountBefore = await countTasks()
      const replies = await sendConcurrently(50, async (i) => {
        // Delays some requests until after the first response.
        await sleep(i % 3 ? 0 : i)
        return asOwner().rest(
          'POST',
          '/v1/tasks',
          { title: `Body ${i % bodyCount}` },
          { 'Idempotency-Key': `stampede-${bodyCount}` },
        )
      })
      const {
        201: okCount = 0,
        CONFLICT: busyCount = 0,
        IDEMPOTENCY_KEY_REUSED: reusedCount = 0,
        ...otherOutcomes
      } = countOutcomes(replies)
      expect([
        okCount + busyCount + reusedCount,
        otherOutcomes,
        bodyCount === 1 && reusedCount > 0,
      ]).toEqual([50, {}, false])
      expect(
        new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size,
      ).toBe(1)
      expect(await countTasks()).toBe(taskCountBefore + 1)
    },
  )
})

describe('Concurrent changes to keys and users', () => {
  test('a request during the revocation of its API key takes effect completely or not at all', async () => {
    const key = await createRecord('/v1/api-keys', { name: 'Going' })
    const client = world.client(key.secret)
    const taskCountBefore = await countTasks()
    let revokeStatus = 0
    const revocationRequest = sleep(15).then(() =>
      asOwner().rest('DELETE', `/v1/api-keys/${key.apiKey.id}`),
    )
    const replies = await sendConcurrently(60, () =>
      client.rest('POST', '/v1/tasks', { title: 'Last' }),
    )
    revokeStatus = (await revocationRequest).status
    const {
      201: okCount = 0,
      UNAUTHORIZED: lateCount = 0,
      ...otherOutcomes
    } = countOutcomes(replies)
    expect([revokeStatus, okCount + lateCount, otherOutcomes, await countTasks()]).toEqual([
      200,
      60,
      {},
      taskCountBefore + okCount,
    ])
    expect(
      countOutcomes(await sendConcurrently(10, () => client.rest('GET', '/v1/tasks'))),
    ).toEqual({
      UNAUTHORIZED: 10,
    })
  })

  test('concurrent requests by two Owners to demote each other leave one Owner', async () => {
    const { id } = await createRecord('/v1/users', {
      firstName: 'Second',
      email: 'second@acme.test',
      role: 'Owner',
    })
    const secondOwner = world.client(
      (await createRecord('/v1/api-keys', { name: 'Second', userId: id })).secret,
    )
    const ids = [world.users.owner.id, id]
    for (let round = 0; round < 8; round++) {
      const [firstReply, secondReply] = await Promise.all([
        asOwner().rest('PUT', `/v1/users/${id}`, { role: 'Agent' }),
        secondOwner.rest('PUT', `/v1/users/${ids[0]}`, { role: 'Agent' }),
      ])
      const owners = (
        await world.as('admin').gql('{ users(all: true) { nodes { id role } } }')
      ).body.data.users.nodes.filter((user: { role: string }) => user.role === 'OWNER')
      expect([
        [firstReply, secondReply].filter(({ status }) => status === 200).length,
        owners.length,
      ]).toEqual([1, 1])
      const remainingOwner = owners[0].id === id ? secondOwner : asOwner()
      expect(
        (
          await remainingOwner.rest(
            'PUT',
            `/v1/users/${ids.find((candidate) => candidate !== owners[0].id)}`,
            {
              role: 'Owner',
            },
          )
        ).status,
      ).toBe(200)
    }
  })
})
