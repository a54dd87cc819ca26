import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOpenApi } from './support/openapi.ts'
import { createWorld, type World } from './support/world.ts'

interface Operation {
  parameters: { name: string; schema?: { default?: unknown; maximum?: number } }[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: { description: string } } }
  }
  responses: Record<string, unknown>
}
const document = readOpenApi<{ paths: Record<string, Record<string, Operation>> }>()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
const ajv = addFormats
  .default(new Ajv2020({ strict: false }))
  .addSchema({ ...document, $id: 'api' })

const acceptsBody = (method: string, path: string, body: unknown): boolean => {
  const schema = document.paths[path]?.[method]?.requestBody?.content['application/json'].schema
  if (!schema) throw new Error(`${method} ${path} has no body`)
  return ajv.validate(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')),
    body,
  )
}

describe('Request bodies in openapi.json', () => {
  let world: World
  const idsByResource: Record<string, string> = {}
  const appointmentTimes = { startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }
  beforeAll(async () => {
    world = await createWorld()
    const createRecord = async (resource: string, body: object) => {
      const reply = await sendRequest('post', `/v1/${resource}`, body)
      expect([resource, reply.status, reply.text]).toEqual([resource, 201, reply.text])
      idsByResource[resource] = reply.body.data.webhookEndpoint?.id ?? reply.body.data.id
    }
    const [pipeline] = (await sendRequest('get', '/v1/pipelines')).body.data
    idsByResource['stage'] = pipeline.stages[0].id
    await createRecord('people', { firstName: 'Ann' })
    const personId = idsByResource['people']
    await createRecord('deals', { title: 'Flat', pipelineId: pipeline.id })
    await createRecord('tasks', { title: 'Call' })
    await createRecord('activities', { personId, channel: 'call' })
    await createRecord('appointments', { title: 'Visit', ...appointmentTimes })
    await createRecord('teams', { name: 'South' })
    await createRecord('tags', { name: 'Warm' })
    await createRecord('stages', { name: 'Late' })
    await createRecord('pipelines', { name: 'Other', stages: [{ name: 'In', type: 'open' }] })
    await createRecord('custom-fields', { record: 'person', name: 'Size', type: 'number' })
    await createRecord('smart-lists', { name: 'All', where: {} })
    await createRecord('users', { email: 'new@acme.test', firstName: 'New', role: 'Agent' })
    await createRecord('webhook-endpoints', { url: 'https://93.184.216.34/hook', events: ['*'] })
  })
  afterAll(() => world.stop())

  const sendRequest = (method: string, path: string, body?: unknown) =>
    world
      .as('owner')
      .rest(
        method.toUpperCase(),
        path.replace('{id}', idsByResource[path.split('/')[2] ?? ''] ?? ''),
        ...(body === undefined ? [] : [body as object]),
      )

  test('the body of every update request requires at least one known field, both in openapi.json and on the server', async () => {
    const updates = operations.filter(
      ({ method, path }) => ['put', 'patch'].includes(method) && path.endsWith('{id}'),
    )
    expect(updates.length).toBeGreaterThan(20)
    for (const { method, path, requestBody } of updates) {
      expect([method, path, requestBody?.required]).toEqual([method, path, true])
      for (const body of [{}, { unknown: 1 }]) {
        const { status } = await sendRequest(method, path, body)
        expect([method, path, acceptsBody(method, path, body), status]).toEqual([
          method,
          path,
          false,
          400,
        ])
      }
    }
  })

  test('the body of every request that creates a record is required and cannot be empty, both in openapi.json and on the server', async () => {
    const creations = operations.filter(
      ({ method, responses, requestBody }) => method === 'post' && responses['201'] && requestBody,
    )
    expect(creations.length).toBeGreaterThan(12)
    for (const { path, requestBody } of creations) {
      expect([path, requestBody?.required]).toEqual([path, true])
      expect(requestBody?.content['application/json'].schema.description).not.toContain('keep')
      expect([path, acceptsBody('post', path, {})]).toEqual([path, false])
      expect([path, (await sendRequest('post', path, {})).status]).toEqual([path, 400])
    }
  })

  test('openapi.json and the server accept and reject the same sample request bodies', async () => {
    const choice = { label: 'Small' }
    const customField = { record: 'person', name: 'X' }
    const newUser = { email: 'x@acme.test', role: 'Agent' }
    const bodyCases: [method: string, path: string, body: object, accepted: boolean][] = [
      ['post', '/v1/people', { firstName: 'Bo' }, true],
      ['post', '/v1/people', { lastName: 'Bo' }, true],
      ['post', '/v1/people', { emails: [{ value: 'bo@x.test' }] }, true],
      ['post', '/v1/people', { phones: [{ value: '+16502530000' }] }, true],
      ['post', '/v1/people', { source: 'Fair' }, false],
      ['post', '/v1/people', { firstName: '', emails: [], phones: [] }, false],
      ['post', '/v1/people', { firstName: ' ', lastName: null }, false],
      ['post', '/v1/people', { emails: null, tags: ['A'] }, false],
      ['patch', '/v1/people/{id}', { source: null }, true],
      ['patch', '/v1/people/{id}', { tags: [] }, true],
      ['patch', '/v1/deals/{id}', { pricing: 5 }, true],
      ['patch', '/v1/deals/{id}', { price: 5 }, true],
      ['post', '/v1/deals/{id}/move', { stageId: idsByResource['stage'], order: 0 }, true],
      [
        'post',
        '/v1/deals/{id}/move',
        { stageId: idsByResource['stage'], order: null, before: null },
        true,
      ],
      ['post', '/v1/users', { ...newUser, lastName: 'X' }, true],
      ['post', '/v1/users', { ...newUser, email: 'y@acme.test' }, false],
      ['post', '/v1/users', { ...newUser, firstName: '', lastName: ' ' }, false],
      ['post', '/v1/users', { email: 'z@acme.test', firstName: 'Z' }, false],
      ['post', '/v1/pipelines', { name: 'P', stages: [{ name: 'Won', type: 'won' }] }, false],
      ['put', '/v1/pipelines/{id}', { stages: [{ name: 'Lost', type: 'lost' }] }, false],
      [
        'post',
        '/v1/custom-fields',
        { ...customField, type: 'singleChoice', options: [choice] },
        true,
      ],
      ['post', '/v1/custom-fields', { ...customField, type: 'singleChoice' }, false],
      ['post', '/v1/custom-fields', { ...customField, type: 'multipleChoice', options: [] }, false],
      ['post', '/v1/custom-fields', { ...customField, type: 'text', options: [choice] }, false],
      [
        'post',
        '/v1/custom-fields',
        { ...customField, name: 'Y', type: 'text', options: null },
        true,
      ],
      ['post', '/v1/people/bulk/tags', { ids: [idsByResource['people']] }, false],
      [
        'post',
        '/v1/people/bulk/tags',
        { ids: [idsByResource['people']], add: [], remove: null },
        false,
      ],
      ['post', '/v1/people/bulk/tags', { ids: [idsByResource['people']], remove: ['Cold'] }, true],
      ['post', '/v1/webhook-endpoints/{id}/replay', { failed: true }, true],
      ['post', '/v1/webhook-endpoints/{id}/replay', { since: '2026-06-01T09:00:00Z' }, true],
      ['post', '/v1/webhook-endpoints/{id}/replay', { failed: false, since: null }, false],
      [
        'post',
        '/v1/webhook-endpoints',
        { url: 'https://93.184.216.34/', events: ['deals.*'] },
        false,
      ],
    ]
    for (const [method, path, body, isAcceptedBody] of bodyCases) {
      const { status, text } = await sendRequest(method, path, body)
      expect([method, path, body, acceptsBody(method, path, body), status < 400, text]).toEqual([
        method,
        path,
        body,
        isAcceptedBody,
        isAcceptedBody,
        text,
      ])
    }
  })

  test('openapi.json and the server reject a deal move with two target positions', async () => {
    const body = { stageId: idsByResource['stage'], order: 0, before: idsByResource['deals'] }
    expect(acceptsBody('post', '/v1/deals/{id}/move', body)).toBe(false)
    expect((await sendRequest('post', '/v1/deals/{id}/move', body)).status).toBe(400)
  })

  test('the `limit` parameter in openapi.json states the default page size, except for the list of users', async () => {
    for (const { path, method, parameters } of operations) {
      const limitParameter = parameters.find(({ name }) => name === 'limit')
      if (!limitParameter) continue
      const expectedDefault =
        path === '/v1/users' ? undefined : path === '/v1/people/search' ? 50 : 10
      expect([method, path, limitParameter.schema?.default]).toEqual([
        method,
        path,
        expectedDefault,
      ])
    }
    for (let i = 0; i < 60; i++) await sendRequest('post', '/v1/people', { firstName: 'Many' })
    expect((await sendRequest('get', '/v1/people')).body.data).toHaveLength(10)
    expect((await sendRequest('get', '/v1/people/search?name=many')).body.data).toHaveLength(50)
    expect((await sendRequest('get', '/v1/events')).body.data).toHaveLength(10)
  })
})
