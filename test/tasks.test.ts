import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Tasks', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const createTask = async (body: object) =>
    (await world.as('agent').rest('POST', '/v1/tasks', body)).body.data

  test('a new task requires a title, is assigned to its creator and has medium priority by default', async () => {
    const reply = await world.as('agent').rest('POST', '/v1/tasks', { title: '  Call Ann ' })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe(`/v1/tasks/${reply.body.data.id}`)
    expect(reply.body.data).toMatchObject({
      title: 'Call Ann',
      priority: 'medium',
      assignedTo: world.users.agent.id,
      completedAt: null,
    })
    const missingReply = await world.as('agent').rest('POST', '/v1/tasks', {})
    expect(missingReply.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'title', code: 'REQUIRED_FIELD' }],
    })
  })

  test('setting the priority of a task to null restores the default priority', async () => {
    const { id, priority } = await createTask({ title: 'Null', priority: null })
    expect(priority).toBe('medium')
    await world.as('agent').rest('PUT', `/v1/tasks/${id}`, { priority: 'urgent' })
    await world.as('agent').rest('PUT', `/v1/tasks/${id}`, { priority: null })
    expect((await world.as('agent').rest('GET', `/v1/tasks/${id}`)).body.data.priority).toBe(
      'medium',
    )
  })

  test('a task keeps its first completion time until the task is reopened', async () => {
    const { id } = await createTask({ title: 'Twice' })
    const firstCompletionMs = world.clock.now()
    await world.as('agent').rest('POST', `/v1/tasks/${id}/complete`)
    world.clock.advance(60_000)
    const repeatedReply = await world.as('agent').rest('POST', `/v1/tasks/${id}/complete`)
    expect(repeatedReply.body).toMatchObject({ success: true, message: 'Task completed' })
    const readTask = () =>
      world.as('agent').gql('query($id: ID!) { task(id: $id) { completedAt } }', { id })
    expect((await readTask()).body.data.task.completedAt).toBe(
      new Date(firstCompletionMs).toISOString(),
    )
    await world
      .as('agent')
      .gql('mutation($id: ID!) { reopenTask(id: $id) { task { id } } }', { id })
    expect((await readTask()).body.data.task.completedAt).toBeNull()
  })

  test("an Agent cannot update, complete or delete another user's task that is hidden from the Agent", async () => {
    const { id } = await createTask({ title: 'Mine' })
    for (const [method, path, body] of [
      ['PUT', `/v1/tasks/${id}`, { title: 'Yours' }],
      ['DELETE', `/v1/tasks/${id}`, undefined],
      ['POST', `/v1/tasks/${id}/complete`, undefined],
    ] as const) {
      const reply = await world.as('loner').rest(method, path, body)
      expect(reply.status).toBe(403)
    }
    expect((await world.as('agent').rest('GET', `/v1/tasks/${id}`)).body.data).toMatchObject({
      title: 'Mine',
      completedAt: null,
    })
  })
})
