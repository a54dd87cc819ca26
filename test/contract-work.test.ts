/**
 * Tests the contract for tasks, deals, activities and users, and compares responses with the
 * OpenAPI document.
 */

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOpenApi } from './support/openapi.ts'
import { providerSettings } from './support/sign-in.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const taskFields = [
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
const activityFields = [
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
const userFields = ['id', 'firstName', 'lastName', 'email', 'role', 'avatarUrl', 'teams'].sort()
const metaFields = ['requestId', 'timestamp', 'version']
const createExpectedSuccess = (message: string) => ({
  success: true,
  message,
  meta: { requestId: expect.any(String), timestamp: expect.any(String), version: '1.0.0' },
})
const listSortedKeys = (value: object) => Object.keys(value).sort()

let world: World
let personId: string
let pipelineId: string
let stages: { id: string; name: string }[]
beforeAll(async () => {
  world = await createWorld(providerSettings)
  personId = (await sendRequest('POST', '/v1/people', { firstName: 'Ann' })).body.data.id
  const pipeline = (await sendRequest('GET', '/v1/pipelines')).body.data[0]
  pipelineId = pipeline.id
  stages = pipeline.stages
})
afterAll(() => world.stop())

const sendRequest = (method: string, path: string, body?: unknown, caller: TestUser = 'owner') =>
  world.as(caller).rest(method, path, body)

describe('Tasks in the contract', () => {
  test('creating a task returns 201 with a Location header, and updating, completing or deleting a task returns `success` and `message`', async () => {
    const input = {
      title: 'Call',
      description: 'About\nthe house',
      dueDate: '2026-07-01T12:00:00+02:00',
      priority: 'high',
      personId,
    }
    const reply = await sendRequest('POST', '/v1/tasks', input)
    const { id } = reply.body.data
    expect([
      reply.status,
      reply.headers.get('location'),
      listSortedKeys(reply.body),
      listSortedKeys(reply.body.data),
      listSortedKeys(reply.body.meta),
    ]).toEqual([201, `/v1/tasks/${id}`, ['data', 'meta'], taskFields, metaFields])
    expect(reply.body.data).toMatchObject({
      ...input,
      dueDate: '2026-07-01T10:00:00.000Z',
      completedAt: null,
      assignedTo: world.users.owner.id,
    })
    const updateReply = await sendRequest('PUT', `/v1/tasks/${id}`, {
      title: 'Call back',
      priority: 'urgent',
      assignedTo: world.users.agent.id,
      personId: null,
      dueDate: null,
    })
    expect([updateReply.status, updateReply.body]).toEqual([
      200,
      createExpectedSuccess('Task updated'),
    ])
    expect((await sendRequest('POST', `/v1/tasks/${id}/complete`)).body).toEqual(
      createExpectedSuccess('Task completed'),
    )
    const completedTask = (await sendRequest('GET', `/v1/tasks/${id}`)).body.data
    expect(completedTask).toMatchObject({
      title: 'Call back',
      priority: 'urgent',
      assignedTo: world.users.agent.id,
      personId: null,
      dueDate: null,
      description: input.description,
    })
    expect(completedTask.completedAt).toBe(new Date(world.clock.now()).toISOString())
    expect((await sendRequest('DELETE', `/v1/tasks/${id}`)).body).toEqual(
      createExpectedSuccess('Task deleted'),
    )
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/complete'],
    ] as const) {
      const reply = await sendRequest(
        method,
        `/v1/tasks/${id}${path}`,
        method === 'PUT' ? { title: 'x' } : undefined,
      )
      expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
        404,
        'NOT_FOUND',
        'Task not found',
      ])
    }
  })

  test('a task can have the priority low, medium, high or urgent, and a task update requires at least one field', async () => {
    for (const priority of ['low', 'medium', 'high', 'urgent'])
      expect(
        (await sendRequest('POST', '/v1/tasks', { title: 'p', priority })).body.data.priority,
      ).toBe(priority)
    const { id } = (await sendRequest('POST', '/v1/tasks', { title: 'p' })).body.data
    for (const body of [{}, { unknown: 1 }, undefined])
      expect((await sendRequest('PUT', `/v1/tasks/${id}`, body)).body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'body', code: 'REQUIRED_FIELD' }],
      })
  })
})

describe('Deals in the contract', () => {
  test('a deal update accepts `pricing` as the price, and a move sets the stage and position', async () => {
    const { id } = (await sendRequest('POST', '/v1/deals', { title: 'House', pipelineId })).body
      .data
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
    const updateReply = await sendRequest('PUT', `/v1/deals/${id}`, input)
    expect([updateReply.status, updateReply.body]).toEqual([
      200,
      createExpectedSuccess('Deal updated'),
    ])
    const { pricing, ...otherFields } = input
    expect((await sendRequest('GET', `/v1/deals/${id}`)).body.data).toMatchObject({
      ...otherFields,
      price: pricing,
      peopleIds: [personId],
      closeDate: '2026-12-31T00:00:00.000Z',
      order: 0,
      status: 'open',
    })
    for (const order of [undefined, null, 0, 1e6, 1e20])
      expect([
        order,
        (await sendRequest('POST', `/v1/deals/${id}/move`, { stageId: stages[0]?.id, order })).body,
      ]).toEqual([order, createExpectedSuccess('Deal moved')])
    expect((await sendRequest('GET', `/v1/deals/${id}`)).body.data).toMatchObject({
      stageId: stages[0]?.id,
      stageName: stages[0]?.name,
      order: 0,
    })
    expect((await sendRequest('DELETE', `/v1/deals/${id}`)).body).toEqual(
      createExpectedSuccess('Deal deleted'),
    )
    const moveReply = await sendRequest('POST', `/v1/deals/${id}/move`, { stageId: stages[0]?.id })
    expect([moveReply.status, moveReply.body.error.message]).toEqual([404, 'Deal not found'])
  })

  test('a PUT request for a deal requires a title and a pipeline and stores the price without rounding', async () => {
    const { id } = (await sendRequest('POST', '/v1/deals', { title: 'House', pipelineId })).body
      .data
    expect((await sendRequest('PUT', `/v1/deals/${id}`, {})).body.error.details).toMatchObject([
      { field: 'title', code: 'REQUIRED_FIELD' },
      { field: 'pipelineId', code: 'REQUIRED_FIELD' },
    ])
    for (const pricing of [0.1 + 0.2, 1e15, -1e15, 123456789.123, 5e-324, 0]) {
      await sendRequest('PUT', `/v1/deals/${id}`, { title: 'x'.repeat(200), pipelineId, pricing })
      expect((await sendRequest('GET', `/v1/deals/${id}`)).body.data.price).toBe(pricing)
    }
  })
})

describe('Activities in the contract', () => {
  const logActivity = (body: object, caller: TestUser = 'owner') =>
    sendRequest('POST', '/v1/activities', { personId, ...body }, caller)

  test('creating an activity returns 201 with a Location header and a type that matches the channel', async () => {
    const typesByChannel = {
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
    for (const [channel, type] of Object.entries(typesByChannel)) {
      const reply = await logActivity({ channel, content: 'Hello' })
      expect([channel, reply.status, reply.headers.get('location')]).toEqual([
        channel,
        201,
        `/v1/activities/${reply.body.data?.id}`,
      ])
      expect(listSortedKeys(reply.body.data)).toEqual(activityFields)
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
      (await logActivity({ channel: 'fax', type: 'note', direction: 'inbound', starred: true }))
        .body.data,
    ).toMatchObject({
      type: 'note',
      direction: 'inbound',
      starred: true,
      content: null,
    })
    expect((await sendRequest('POST', '/v1/activities', {})).body.error.details).toMatchObject([
      { field: 'channel', code: 'REQUIRED_FIELD' },
      { field: 'personId', code: 'REQUIRED_FIELD' },
    ])
  })

  test('a list of activities is sorted newest first and can be filtered by person and type', async () => {
    for (const name of ['personId', 'contactId']) {
      const { body } = await sendRequest('GET', `/v1/activities?${name}=${personId}&type=call`)
      expect([name, body.data.map((item: { type: string }) => item.type)]).toEqual([
        name,
        ['call', 'call'],
      ])
      expect(listSortedKeys(body.meta)).toEqual([...metaFields, 'count', 'hasMore'].sort())
      expect(listSortedKeys(body.data[0])).toEqual(activityFields)
    }
    const page = (await sendRequest('GET', `/v1/activities?personId=${personId}`)).body
    expect([page.meta.count, page.meta.hasMore, typeof page.meta.nextCursor]).toEqual([
      10,
      true,
      'string',
    ])
    const nextPage = (
      await sendRequest(
        'GET',
        `/v1/activities?personId=${personId}&cursor=${encodeURIComponent(page.meta.nextCursor)}`,
      )
    ).body
    const activityIds = [...page.data, ...nextPage.data].map((item: { id: string }) => item.id)
    expect(activityIds).toEqual([...activityIds].sort().reverse())
  })

  test('a request to list activities returns different errors for a missing or malformed person id, an unknown person, a hidden person and an unknown type', async () => {
    const listActivities = async (query: string, caller: TestUser = 'owner') => {
      const { status, body } = await sendRequest('GET', `/v1/activities${query}`, undefined, caller)
      return [
        status,
        body.error.code,
        ...(body.error.details ?? []).map(
          (detail: { field: string; code: string }) => `${detail.field} ${detail.code}`,
        ),
      ]
    }
    for (const query of ['', '?type=call', '?personId=', '?personId=&contactId=%20'])
      expect(await listActivities(query)).toEqual([400, 'BAD_REQUEST', 'personId REQUIRED_FIELD'])
    expect(await listActivities('?personId=person_zzzzzzzz')).toEqual([404, 'NOT_FOUND'])
    expect(await listActivities(`?personId=${personId}`, 'stranger')).toEqual([404, 'NOT_FOUND'])
    expect(await listActivities(`?personId=${personId}`, 'agent')).toEqual([403, 'FORBIDDEN'])
    for (const type of ['CALL', 'fax', ''])
      expect(await listActivities(`?personId=${personId}&type=${type}`)).toEqual([
        400,
        'VALIDATION_ERROR',
        'type INVALID_VALUE',
      ])
    expect(await listActivities('?personId=x')).toEqual([
      400,
      'VALIDATION_ERROR',
      'personId INVALID_FORMAT',
    ])
  })

  test('an activity can be deleted, and its content can be edited within a limit of 5,000 characters', async () => {
    const { id } = (await logActivity({ channel: 'note' })).body.data
    const content = '👍'.repeat(5000)
    expect((await sendRequest('PUT', `/v1/activities/${id}`, { content })).body).toEqual(
      createExpectedSuccess('Activity updated'),
    )
    expect((await sendRequest('GET', `/v1/activities/${id}`)).body.data.content).toBe(content)
    expect(
      (await sendRequest('PUT', `/v1/activities/${id}`, { content: `${content}x` })).body.error
        .details,
    ).toMatchObject([{ field: 'content', code: 'TOO_LONG' }])
    expect((await sendRequest('DELETE', `/v1/activities/${id}`)).body).toEqual(
      createExpectedSuccess('Activity deleted'),
    )
    expect(
      (await sendRequest('PUT', `/v1/activities/${id}`, { content: 'x' })).body.error,
    ).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Activity not found',
    })
  })
})

describe('Users in the REST contract', () => {
  test('/v1/me returns the user of the API key, and /v1/users returns all users of the company', async () => {
    const meResponse = (await sendRequest('GET', '/v1/me', undefined, 'leader')).body
    expect([
      listSortedKeys(meResponse),
      listSortedKeys(meResponse.data),
      listSortedKeys(meResponse.meta),
    ]).toEqual([['data', 'meta'], userFields, metaFields])
    expect(meResponse.data).toMatchObject({
      id: world.users.leader.id,
      role: 'Team Leader',
      avatarUrl: null,
      teams: [{ id: world.teamId, name: 'North' }],
    })
    const { data, meta } = (await sendRequest('GET', '/v1/users', undefined, 'agent')).body
    expect([meta.count, meta.hasMore, data.map(listSortedKeys)]).toEqual([
      6,
      false,
      Array(6).fill(userFields),
    ])
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
  const requestBodies: Record<string, object> = {
    '/v1/users': { firstName: 'Una', email: 'una@acme.test', role: 'Agent' },
    '/v1/users/invite': { firstName: 'Ida', email: 'ida@acme.test', role: 'Agent' },
    '/v1/users/invite-to-sign-in': { firstName: 'Nia', email: 'nia@acme.test', role: 'Agent' },
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
    '/v1/smart-lists': { name: 'Mine', where: { source: { eq: 'Web' } } },
    '/v1/webhook-endpoints': { url: 'https://93.184.216.34/hook', events: ['*'] },
    '/v1/webhook-endpoints/{id}/replay': { failed: true },
    '/v1/people/bulk': { people: [{ firstName: 'Ann' }, {}] },
    '/v1/deals/bulk': { deals: [{ title: 'House', pipelineId: 'pipeline_nowhere0' }] },
    '/v1/people/bulk/tags': { ids: ['person_nowhere0'], add: ['New'] },
  }

  test('the responses of every GET and POST route, including an error response, match openapi.json', async () => {
    const createdIds: Record<string, string> = {}
    const expectDocumentedBody = (path: string, method: string, status: number, body: unknown) => {
      const documentedStatus = document.paths[path]?.[method]?.responses[status]
        ? status
        : `${String(status)[0]}XX`
      const schemaPath = `api#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/responses/${documentedStatus}/content/application~1json/schema`
      const validateBody = ajv.getSchema(schemaPath)
      expect([
        method,
        path,
        status,
        validateBody ? validateBody(body) || validateBody.errors : 'no schema',
      ]).toEqual([method, path, status, true])
    }
    requestBodies['/v1/people/{id}/collaborators'] = { userIds: [world.users.agent.id] }
    const postPaths = Object.keys(document.paths).filter((path) => document.paths[path]?.['post'])
    for (const path of postPaths.filter((postPath) => !postPath.includes('{'))) {
      const body =
        path === '/v1/activities'
          ? { personId, channel: 'call' }
          : path === '/v1/deals'
            ? { title: 'House', pipelineId, pricing: 1, peopleIds: [personId] }
            : requestBodies[path]
      const reply = await sendRequest('POST', path, body)
      expectDocumentedBody(path, 'post', reply.status, reply.body)
      createdIds[path] = reply.body.data.id ?? reply.body.data.apiKey?.id
      const rejectedReply = await sendRequest('POST', path, { name: 5 })
      expectDocumentedBody(path, 'post', rejectedReply.status, rejectedReply.body)
    }
    const { identity, session } = await world.signIn('owner')
    createdIds['/v1/identities'] = identity.id
    createdIds['/v1/sessions'] = session.id
    createdIds['/v1/webhook-deliveries'] = (
      await sendRequest('POST', `/v1/webhook-endpoints/${createdIds['/v1/webhook-endpoints']}/ping`)
    ).body.data.id
    requestBodies['/v1/users/{id}/reassign'] = { toUserId: world.users.agent.id }
    requestBodies['/v1/tags/{id}/merge'] = {
      otherIds: (await sendRequest('GET', '/v1/tags?name=vip')).body.data.map(
        ({ id }: { id: string }) => id,
      ),
    }
    const otherId = (await sendRequest('POST', '/v1/people', { firstName: 'Other' })).body.data
      .id as string
    requestBodies['/v1/people/{id}/merge'] = { otherIds: [otherId] }
    const getPaths = Object.keys(document.paths).filter((path) => document.paths[path]?.['get'])
    const operations = [
      ...getPaths.map((path) => ['get', path] as const),
      ...postPaths.filter((path) => path.includes('{')).map((path) => ['post', path] as const),
    ]
    for (const [method, path] of operations) {
      const collectionPath = path.split('/{')[0] as string
      const queryString = path.endsWith('/search')
        ? '?name=ann'
        : path.endsWith('/merge-preview')
          ? `?otherIds=${otherId}`
          : path === '/v1/activities'
            ? `?personId=${personId}`
            : ''
      const body = path.endsWith('/move')
        ? { stageId: stages[0]?.id }
        : method === 'post'
          ? (requestBodies[path] ?? {})
          : undefined
      // The cancel route needs a new appointment, because a completed appointment cannot be
      // canceled.
      const id = path.endsWith('/cancel')
        ? (await sendRequest('POST', collectionPath, requestBodies[collectionPath])).body.data.id
        : createdIds[collectionPath]
      const mergeId = path.includes('{mergeId}')
        ? (await sendRequest('GET', `/v1/people/${createdIds['/v1/people']}/merges`)).body.data[0]
            .id
        : ''
      const reply = await sendRequest(
        method.toUpperCase(),
        path.replace('{id}', id ?? '').replace('{mergeId}', mergeId) + queryString,
        body,
      )
      expect([path, reply.status]).toEqual([path, 200])
      expectDocumentedBody(path, method, 200, reply.body)
      const unauthorizedReply = await world
        .client()
        .rest(method.toUpperCase(), path.replace('{id}', 'nothing_'), body)
      expectDocumentedBody(path, method, 401, unauthorizedReply.body)
    }
  })
})
