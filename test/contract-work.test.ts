import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOpenApi } from './support/openapi.ts'
import { createWorld, type Who, type World } from './support/world.ts'

/**
 * The contract's clauses on tasks, deals, activities and users, and a comparison of responses to
 * OpenAPI.
 */
const taskKeys = [
  'id',
  'title',
  'description',
  'dueDate',
  'priority',
  'completedAt',
  'personId',
  'assignedTo',
  'createdAt',
].sort()
const activityKeys = [
  'id',
  'personId',
  'type',
  'createdAt',
  'channel',
  'direction',
  'content',
  'agentName',
  'starred',
].sort()
const userKeys = ['id', 'firstName', 'lastName', 'email', 'role', 'avatarUrl', 'teams'].sort()
const metaKeys = ['requestId', 'timestamp', 'version']
const done = (message: string) => ({
  success: true,
  message,
  meta: { requestId: expect.any(String), timestamp: expect.any(String), version: '1.0.0' },
})
const keys = (value: object) => Object.keys(value).sort()

let world: World
let personId: string
let pipelineId: string
let stages: { id: string; name: string }[]
beforeAll(async () => {
  world = await createWorld()
  personId = (await rest('POST', '/v1/people', { firstName: 'Ann' })).body.data.id
  const pipeline = (await rest('GET', '/v1/pipelines')).body.data[0]
  pipelineId = pipeline.id
  stages = pipeline.stages
})
afterAll(() => world.stop())

const rest = (method: string, path: string, body?: unknown, who: Who = 'owner') =>
  world.as(who).rest(method, path, body)

describe('Tasks in the contract', () => {
  test('POST of a task returns 201 with Location, and its update, completion and deletion return success and message', async () => {
    const input = {
      title: 'Call',
      description: 'About\nthe house',
      dueDate: '2026-07-01T12:00:00+02:00',
      priority: 'high',
      personId,
    }
    const reply = await rest('POST', '/v1/tasks', input)
    const { id } = reply.body.data
    expect([
      reply.status,
      reply.headers.get('location'),
      keys(reply.body),
      keys(reply.body.data),
      keys(reply.body.meta),
    ]).toEqual([201, `/v1/tasks/${id}`, ['data', 'meta'], taskKeys, metaKeys])
    expect(reply.body.data).toMatchObject({
      ...input,
      dueDate: '2026-07-01T10:00:00.000Z',
      completedAt: null,
      assignedTo: world.users.owner.id,
    })
    const update = await rest('PUT', `/v1/tasks/${id}`, {
      title: 'Call back',
      priority: 'urgent',
      assignedTo: world.users.agent.id,
      personId: null,
      dueDate: null,
    })
    expect([update.status, update.body]).toEqual([200, done('Task updated')])
    expect((await rest('POST', `/v1/tasks/${id}/complete`)).body).toEqual(done('Task completed'))
    const after = (await rest('GET', `/v1/tasks/${id}`)).body.data
    expect(after).toMatchObject({
      title: 'Call back',
      priority: 'urgent',
      assignedTo: world.users.agent.id,
      personId: null,
      dueDate: null,
      description: input.description,
    })
    expect(after.completedAt).toBe(new Date(world.clock.now()).toISOString())
    expect((await rest('DELETE', `/v1/tasks/${id}`)).body).toEqual(done('Task deleted'))
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/complete'],
    ] as const) {
      const deleted = await rest(
        method,
        `/v1/tasks/${id}${path}`,
        method === 'PUT' ? { title: 'x' } : undefined,
      )
      expect([deleted.status, deleted.body.error.code, deleted.body.error.message]).toEqual([
        404,
        'NOT_FOUND',
        'Task not found',
      ])
    }
  })

  test('a task accepts every priority, and its update requires at least one field', async () => {
    for (const priority of ['low', 'medium', 'high', 'urgent'])
      expect((await rest('POST', '/v1/tasks', { title: 'p', priority })).body.data.priority).toBe(
        priority,
      )
    const { id } = (await rest('POST', '/v1/tasks', { title: 'p' })).body.data
    for (const body of [{}, { unknown: 1 }, undefined])
      expect((await rest('PUT', `/v1/tasks/${id}`, body)).body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'body', code: 'REQUIRED_FIELD' }],
      })
  })
})

describe('Deals in the contract', () => {
  test('an update of a deal accepts `pricing` as its price, and a move sets its stage and position', async () => {
    const { id } = (await rest('POST', '/v1/deals', { title: 'House', pipelineId })).body.data
    const input = {
      title: 'Villa',
      pipelineId,
      stageId: stages[1]?.id,
      peopleIds: [personId, personId],
      teamIds: [world.teamId],
      pricing: 0.1,
      commission: -2.5,
      closeDate: '2026-12-31T00:00:00Z',
    }
    const update = await rest('PUT', `/v1/deals/${id}`, input)
    expect([update.status, update.body]).toEqual([200, done('Deal updated')])
    const { pricing, ...same } = input
    expect((await rest('GET', `/v1/deals/${id}`)).body.data).toMatchObject({
      ...same,
      price: pricing,
      peopleIds: [personId],
      closeDate: '2026-12-31T00:00:00.000Z',
      order: 0,
      status: 'open',
    })
    for (const order of [undefined, null, 0, 1e6, 1e20])
      expect([
        order,
        (await rest('POST', `/v1/deals/${id}/move`, { stageId: stages[0]?.id, order })).body,
      ]).toEqual([order, done('Deal moved')])
    expect((await rest('GET', `/v1/deals/${id}`)).body.data).toMatchObject({
      stageId: stages[0]?.id,
      stageName: stages[0]?.name,
      order: 0,
    })
    expect((await rest('DELETE', `/v1/deals/${id}`)).body).toEqual(done('Deal deleted'))
    const move = await rest('POST', `/v1/deals/${id}/move`, { stageId: stages[0]?.id })
    expect([move.status, move.body.error.message]).toEqual([404, 'Deal not found'])
  })

  test('a deal requires title and pipeline, and its price returns as the same double', async () => {
    const { id } = (await rest('POST', '/v1/deals', { title: 'House', pipelineId })).body.data
    expect((await rest('PUT', `/v1/deals/${id}`, {})).body.error.details).toMatchObject([
      { field: 'title', code: 'REQUIRED_FIELD' },
      { field: 'pipelineId', code: 'REQUIRED_FIELD' },
    ])
    for (const pricing of [0.1 + 0.2, 1e15, -1e15, 123456789.123, 5e-324, 0]) {
      await rest('PUT', `/v1/deals/${id}`, { title: 'x'.repeat(200), pipelineId, pricing })
      expect((await rest('GET', `/v1/deals/${id}`)).body.data.price).toBe(pricing)
    }
  })
})

describe('Activities in the contract', () => {
  const log = (body: object, who: Who = 'owner') =>
    rest('POST', '/v1/activities', { personId, ...body }, who)

  test('POST of an activity returns 201 with Location and a type that matches its channel', async () => {
    const types = {
      call: 'call',
      Phone: 'call',
      EMAIL: 'email',
      note: 'note',
      meeting: 'meeting',
      Appointment: 'meeting',
      sms: 'sms',
      ' text ': 'sms',
      fax: 'activity',
      constructor: 'activity',
      __proto__x: 'activity',
    }
    for (const [channel, type] of Object.entries(types)) {
      const reply = await log({ channel, content: 'Hello' })
      expect([channel, reply.status, reply.headers.get('location')]).toEqual([
        channel,
        201,
        `/v1/activities/${reply.body.data?.id}`,
      ])
      expect(keys(reply.body.data)).toEqual(activityKeys)
      expect(reply.body.data).toMatchObject({
        personId,
        type,
        channel: channel.trim(),
        content: 'Hello',
        direction: null,
        starred: false,
        agentName: 'Olga Owner',
      })
    }
    expect(
      (await log({ channel: 'fax', type: 'note', direction: 'inbound', starred: true })).body.data,
    ).toMatchObject({
      type: 'note',
      direction: 'inbound',
      starred: true,
      content: null,
    })
    expect((await rest('POST', '/v1/activities', {})).body.error.details).toMatchObject([
      { field: 'channel', code: 'REQUIRED_FIELD' },
      { field: 'personId', code: 'REQUIRED_FIELD' },
    ])
  })

  test('a list of activities accepts a contact id and a type and is in pages, newest first', async () => {
    for (const name of ['personId', 'contactId']) {
      const { body } = await rest('GET', `/v1/activities?${name}=${personId}&type=call`)
      expect([name, body.data.map((each: { type: string }) => each.type)]).toEqual([
        name,
        ['call', 'call'],
      ])
      expect(keys(body.meta)).toEqual([...metaKeys, 'count', 'hasMore'].sort())
      expect(keys(body.data[0])).toEqual(activityKeys)
    }
    const page = (await rest('GET', `/v1/activities?personId=${personId}`)).body
    expect([page.meta.count, page.meta.hasMore, typeof page.meta.nextCursor]).toEqual([
      10,
      true,
      'string',
    ])
    const next = (
      await rest(
        'GET',
        `/v1/activities?personId=${personId}&cursor=${encodeURIComponent(page.meta.nextCursor)}`,
      )
    ).body
    const all = [...page.data, ...next.data].map((each: { id: string }) => each.id)
    expect(all).toEqual([...all].sort().reverse())
  })

  test('a list of activities has a separate error for missing, unknown and hidden contacts and unknown types', async () => {
    const send = async (query: string, who: Who = 'owner') => {
      const { status, body } = await rest('GET', `/v1/activities${query}`, undefined, who)
      return [
        status,
        body.error.code,
        ...(body.error.details ?? []).map(
          (each: { field: string; code: string }) => `${each.field} ${each.code}`,
        ),
      ]
    }
    for (const query of ['', '?type=call', '?personId=', '?personId=&contactId=%20'])
      expect(await send(query)).toEqual([400, 'BAD_REQUEST', 'personId REQUIRED_FIELD'])
    expect(await send('?personId=person_zzzzzzzz')).toEqual([404, 'NOT_FOUND'])
    expect(await send(`?personId=${personId}`, 'stranger')).toEqual([404, 'NOT_FOUND'])
    expect(await send(`?personId=${personId}`, 'agent')).toEqual([403, 'FORBIDDEN'])
    for (const type of ['CALL', 'fax', ''])
      expect(await send(`?personId=${personId}&type=${type}`)).toEqual([
        400,
        'VALIDATION_ERROR',
        'type INVALID_VALUE',
      ])
    expect(await send('?personId=x')).toEqual([400, 'VALIDATION_ERROR', 'personId INVALID_FORMAT'])
  })

  test('the content of an activity can be changed to at most 5000 characters, and an activity can be deleted', async () => {
    const { id } = (await log({ channel: 'note' })).body.data
    const content = '👍'.repeat(5000)
    expect((await rest('PUT', `/v1/activities/${id}`, { content })).body).toEqual(
      done('Activity updated'),
    )
    expect((await rest('GET', `/v1/activities/${id}`)).body.data.content).toBe(content)
    expect(
      (await rest('PUT', `/v1/activities/${id}`, { content: `${content}x` })).body.error.details,
    ).toMatchObject([{ field: 'content', code: 'TOO_LONG' }])
    expect((await rest('DELETE', `/v1/activities/${id}`)).body).toEqual(done('Activity deleted'))
    expect((await rest('PUT', `/v1/activities/${id}`, { content: 'x' })).body.error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Activity not found',
    })
  })
})

describe('Users in the contract', () => {
  test('the me route returns the user of the key, and the users route all users of the company', async () => {
    const me = (await rest('GET', '/v1/me', undefined, 'leader')).body
    expect([keys(me), keys(me.data), keys(me.meta)]).toEqual([['data', 'meta'], userKeys, metaKeys])
    expect(me.data).toMatchObject({
      id: world.users.leader.id,
      role: 'Team Leader',
      avatarUrl: null,
      teams: [{ id: world.teamId, name: 'North' }],
    })
    const { data, meta } = (await rest('GET', '/v1/users', undefined, 'agent')).body
    expect([meta.count, meta.hasMore, data.map(keys)]).toEqual([6, false, Array(6).fill(userKeys)])
    expect(new Set(data.map((user: { role: string }) => user.role))).toEqual(
      new Set(['Owner', 'Admin', 'Team Leader', 'Agent']),
    )
  })
})

describe('The OpenAPI document', () => {
  interface Operation {
    responses: Record<string, { content: { 'application/json': { schema: object } } }>
  }
  const document = readOpenApi<{ paths: Record<string, Record<string, Operation>> }>()
  const ajv = addFormats
    .default(new Ajv2020({ strict: false, allErrors: true }))
    .addSchema({ ...document, $id: 'api' })
  const bodies: Record<string, object> = {
    '/v1/users': { firstName: 'Una', email: 'una@acme.test', role: 'Agent' },
    '/v1/users/invite': { firstName: 'Ida', email: 'ida@acme.test', role: 'Agent' },
    '/v1/teams': { name: 'South' },
    '/v1/api-keys': { name: 'Second' },
    '/v1/stages': { name: 'New' },
    '/v1/pipelines': { name: 'New', stages: [{ name: 'One', type: 'open' }] },
    '/v1/people': {
      firstName: 'Ann',
      emails: [{ value: 'ann@x.test' }],
      phones: [{ value: '4155552671' }],
      tags: ['VIP'],
      price: 5,
    },
    '/v1/tasks': { title: 'Call' },
    '/v1/tags': { name: 'Fresh' },
    '/v1/custom-fields': {
      record: 'person',
      name: 'Rank',
      type: 'singleChoice',
      options: [{ label: 'A' }],
    },
    '/v1/appointments': {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
    },
    '/v1/people/{id}/tags': { tags: ['New'] },
    '/v1/smart-lists': { name: 'Mine', where: { source: 'Web' } },
    '/v1/webhook-endpoints': { url: 'https://93.184.216.34/hook', events: ['*'] },
    '/v1/webhook-endpoints/{id}/replay': { failed: true },
    '/v1/people/bulk': { people: [{ firstName: 'Ann' }, {}] },
    '/v1/deals/bulk': { deals: [{ title: 'House', pipelineId: 'pipeline_nowhere0' }] },
    '/v1/people/bulk/tags': { ids: ['person_nowhere0'], add: ['New'] },
  }

  test('openapi.json describes every response and error of every GET and POST route', async () => {
    const created: Record<string, string> = {}
    const valid = (path: string, method: string, status: number, body: unknown) => {
      const described = document.paths[path]?.[method]?.responses[status]
        ? status
        : `${String(status)[0]}XX`
      const at = `api#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/responses/${described}/content/application~1json/schema`
      const check = ajv.getSchema(at)
      expect([method, path, status, check ? check(body) || check.errors : 'no schema']).toEqual([
        method,
        path,
        status,
        true,
      ])
    }
    bodies['/v1/people/{id}/collaborators'] = { userIds: [world.users.agent.id] }
    const posts = Object.keys(document.paths).filter((path) => document.paths[path]?.['post'])
    for (const path of posts.filter((each) => !each.includes('{'))) {
      const body =
        path === '/v1/activities'
          ? { personId, channel: 'call' }
          : path === '/v1/deals'
            ? { title: 'House', pipelineId, pricing: 1, peopleIds: [personId] }
            : bodies[path]
      const reply = await rest('POST', path, body)
      valid(path, 'post', reply.status, reply.body)
      created[path] = reply.body.data.id ?? reply.body.data.apiKey?.id
      const refusal = await rest('POST', path, { name: 5 })
      valid(path, 'post', refusal.status, refusal.body)
    }
    created['/v1/webhook-deliveries'] = (
      await rest('POST', `/v1/webhook-endpoints/${created['/v1/webhook-endpoints']}/ping`)
    ).body.data.id
    bodies['/v1/users/{id}/reassign'] = { toUserId: world.users.agent.id }
    bodies['/v1/tags/{id}/merge'] = {
      otherIds: (await rest('GET', '/v1/tags?name=vip')).body.data.map(
        ({ id }: { id: string }) => id,
      ),
    }
    const other = (await rest('POST', '/v1/people', { firstName: 'Other' })).body.data.id as string
    bodies['/v1/people/{id}/merge'] = { otherIds: [other] }
    const gets = Object.keys(document.paths).filter((path) => document.paths[path]?.['get'])
    const pairs = [
      ...gets.map((path) => ['get', path] as const),
      ...posts.filter((path) => path.includes('{')).map((path) => ['post', path] as const),
    ]
    for (const [method, path] of pairs) {
      const collection = path.split('/{')[0] as string
      const query = path.endsWith('/search')
        ? '?name=ann'
        : path.endsWith('/merge-preview')
          ? `?otherIds=${other}`
          : path === '/v1/activities'
            ? `?personId=${personId}`
            : ''
      const body = path.endsWith('/move')
        ? { stageId: stages[0]?.id }
        : method === 'post'
          ? (bodies[path] ?? {})
          : undefined
      // A completed record cannot be cancelled, so a new one is created.
      const id = path.endsWith('/cancel')
        ? (await rest('POST', collection, bodies[collection])).body.data.id
        : created[collection]
      const mergeId = path.includes('{mergeId}')
        ? (await rest('GET', `/v1/people/${created['/v1/people']}/merges`)).body.data[0].id
        : ''
      const reply = await rest(
        method.toUpperCase(),
        path.replace('{id}', id ?? '').replace('{mergeId}', mergeId) + query,
        body,
      )
      expect([path, reply.status]).toEqual([path, 200])
      valid(path, method, 200, reply.body)
      const refusal = await world
        .client()
        .rest(method.toUpperCase(), path.replace('{id}', 'nothing_'), body)
      valid(path, method, 401, refusal.body)
    }
  })
})
