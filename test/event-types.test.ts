import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEventPatterns, listEventTypes } from '../src/events/event-types.ts'
import { createDeliveries } from '../src/webhooks/create-deliveries.ts'
import { endpointByIdQuery } from '../src/webhooks/queries.ts'
import { createWorld, type World } from './support/world.ts'

const endpointUrl = 'https://93.184.216.34/hook'

/** Patterns that match no event type, each with the suggestion in the error message. */
const misspelledPatterns: [pattern: string, suggestion: string | undefined][] = [
  ['deals.*', 'deal.*'],
  ['deal.mooved', 'deal.moved'],
  ['deal.move', 'deal.moved'],
  ['Deal.Moved', 'deal.moved'],
  ['DEAL.*', 'deal.*'],
  [' deal.moved', 'deal.moved'],
  ['deal.moved\t', 'deal.moved'],
  ['deal.moved.*', 'deal.moved'],
  ['deal*', 'deal.*'],
  ['deal', 'deal.*'],
  ['deal.', 'deal.*'],
  ['deal,moved', 'deal.moved'],
  ['people.created', 'person.created'],
  ['people.*', 'person.*'],
  ['contact.updated', 'person.updated'],
  ['activities.*', 'activity.*'],
  ['webhookendpoint.created', 'webhookEndpoint.created'],
  ['custom_field.updated', 'customField.updated'],
  ['task.complete', 'task.completed'],
  ['*.created', undefined],
  ['*.*', undefined],
  ['invoice.paid', undefined],
  ['', undefined],
  ['x'.repeat(900), undefined],
]
const patterns = misspelledPatterns.map(([pattern]) => pattern)

describe('Event type patterns', () => {
  let world: World
  let endpointId = ''
  beforeAll(async () => {
    world = await createWorld()
    endpointId = (await createEndpoint(['deal.*'])).body.data.id
  })
  afterAll(() => world.stop())

  const asOwner = () => world.as('owner')
  const createEndpoint = (events: readonly string[]) =>
    asOwner().rest('POST', '/v1/webhook-endpoints', { url: endpointUrl, events })
  const createExpectedDetails = (field: string) =>
    misspelledPatterns.map(([pattern, suggestion], index) => ({
      field: `${field}[${index}]`,
      code: 'INVALID_VALUE',
      message: suggestion
        ? `\`${pattern}\` matches no event type; did you mean \`${suggestion}\`?`
        : expect.stringMatching(
            / matches no event type; .*the kinds are activity, apiKey, appointment, /,
          ),
    }))
  const readEndpoints = async () =>
    (await asOwner().rest('GET', '/v1/webhook-endpoints')).body.data as { events: string[] }[]

  test('creating a webhook endpoint with a misspelled event type pattern fails and suggests the most similar valid pattern', async () => {
    const endpointsBefore = await readEndpoints()
    const restReply = await createEndpoint(patterns)
    expect([restReply.status, restReply.body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(restReply.body.error.details).toEqual(createExpectedDetails('events'))
    const { body } = await asOwner().gql(
      'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }',
      { input: { url: endpointUrl, events: patterns } },
    )
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: createExpectedDetails('input.events'),
    })
    expect(await readEndpoints()).toEqual(endpointsBefore)
  })

  test('updating a webhook endpoint with a misspelled event type pattern fails and suggests the most similar valid pattern', async () => {
    const restReply = await asOwner().rest('PUT', `/v1/webhook-endpoints/${endpointId}`, {
      events: patterns,
    })
    expect([restReply.status, restReply.body.error.details]).toEqual([
      400,
      createExpectedDetails('events'),
    ])
    const { body } = await asOwner().gql(
      'mutation ($id: ID!, $input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(id: $id, input: $input) { webhookEndpoint { id } } }',
      { id: endpointId, input: { events: patterns } },
    )
    expect(body.errors[0].extensions.details).toEqual(createExpectedDetails('input.events'))
    expect(await readEndpoints()).toMatchObject([{ events: ['deal.*'] }])
  })

  test('the event feed and subscriptions reject a misspelled event type pattern and suggest the most similar valid pattern', async () => {
    for (const operation of ['query', 'subscription']) {
      const selection = operation === 'query' ? '{ nodes { id } }' : '{ id }'
      const { body } = await asOwner().gql(
        `${operation} ($types: [EventPattern!]) { events(types: $types) ${selection} }`,
        { types: patterns },
      )
      expect([operation, body.errors[0].extensions.details]).toEqual([
        operation,
        createExpectedDetails('types'),
      ])
    }
    // In a query parameter, commas separate patterns, and spaces around them are ignored.
    const { status, body } = await asOwner().rest(
      'GET',
      '/v1/events?types=deals.*,%20deal.moved%20,deal.mooved',
    )
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [
        {
          field: 'types[0]',
          code: 'INVALID_VALUE',
          message: '`deals.*` matches no event type; did you mean `deal.*`?',
        },
        {
          field: 'types[2]',
          code: 'INVALID_VALUE',
          message: '`deal.mooved` matches no event type; did you mean `deal.moved`?',
        },
      ],
    ])
  })

  test('webhook endpoints and the event feed accept every event type, `*` and the pattern of every record kind', async () => {
    for (let startIndex = 0; startIndex < listEventPatterns().length; startIndex += 50) {
      const nextPatterns = listEventPatterns().slice(startIndex, startIndex + 50)
      expect((await createEndpoint(nextPatterns)).status).toBe(201)
      expect((await asOwner().rest('GET', `/v1/events?types=${nextPatterns}`)).status).toBe(200)
    }
  })

  test('a webhook endpoint stored with a misspelled pattern can be viewed and paused and receives events that match its other patterns', async () => {
    const { id } = (await createEndpoint(['task.*'])).body.data
    await world.deps.store.allCompanies.write((db) =>
      db.update(
        'webhookEndpoints',
        { companyId: world.company.id, id },
        { events: JSON.stringify(['deals.*', 'task.*']) },
      ),
    )
    const path = `/v1/webhook-endpoints/${id}`
    expect((await asOwner().rest('GET', path)).body.data.events).toEqual(['deals.*', 'task.*'])
    for (const isPaused of [true, false])
      expect((await asOwner().rest('PUT', path, { paused: isPaused })).status).toBe(200)
    expect((await asOwner().rest('POST', '/v1/tasks', { title: 'Call' })).status).toBe(201)
    const row = await world.deps.store.allCompanies.read((db) =>
      db.first(endpointByIdQuery, { companyId: world.company.id, id }),
    )
    if (!row) throw new Error('The endpoint does not exist')
    await createDeliveries(world.deps, row)
    const deliveries = await asOwner().rest('GET', `/v1/webhook-deliveries?endpointId=${id}`)
    expect(deliveries.body.data.map(({ type }: { type: string }) => type)).toEqual(['task.created'])
  })
})

test('the webhook in openapi.json lists every event type, and its examples include every event action, such as `created`, except `disabled`', async () => {
  const { components } = JSON.parse(await readFile('openapi.json', 'utf8')) as {
    components: {
      schemas: {
        WebhookEvent: { properties: { type: { enum: string[] } }; examples: { type: string }[] }
      }
    }
  }
  const { properties, examples } = components.schemas.WebhookEvent
  expect(properties.type.enum).toEqual(listEventTypes().toSorted())
  const listVerbs = (types: string[]) =>
    [...new Set(types.map((type) => type.split('.')[1]))].toSorted()
  // No request causes `webhookEndpoint.disabled`, because only the dispatcher disables an endpoint.
  expect(listVerbs(examples.map(({ type }) => type))).toEqual(
    listVerbs(listEventTypes().filter((type) => type !== 'webhookEndpoint.disabled')),
  )
})
