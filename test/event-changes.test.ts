import { readFile } from 'node:fs/promises'
import { getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { createWorld, type World } from './support/world.ts'

interface Change {
  field: string
  from: unknown
  to: unknown
  truncated?: boolean
}
interface Event {
  type: string
  recordId: string
  changes: Change[]
}

interface Example {
  type: string
  data: { kind: string; changes: Change[] }
}
interface Contract {
  components: { schemas: { WebhookEvent: { examples: Example[] } } }
}

describe('Changes in events', () => {
  let world: World
  let pipelineId = ''
  let stages: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    const [pipeline] = (await asOwner().rest('GET', '/v1/pipelines')).body.data
    pipelineId = pipeline.id
    stages = pipeline.stages.map(({ id }: { id: string }) => id)
    await createRecord('custom-fields', { record: 'person', name: 'Newsletter', type: 'boolean' })
  })
  afterAll(() => world.stop())

  const asOwner = () => world.as('owner')
  const createRecord = async (path: string, body: object) => {
    const reply = await asOwner().rest('POST', `/v1/${path}`, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }
  const moveDeal = async (id: string, stageId: string | undefined, order: number) =>
    expect((await asOwner().rest('POST', `/v1/deals/${id}/move`, { stageId, order })).status).toBe(
      200,
    )

  /**
   * Returns the events of a record after comparing the GraphQL and REST feeds with the audit log.
   */
  async function readEvents(id: string): Promise<Event[]> {
    const selectRecordEvents = (events: Event[]) =>
      events
        .filter(({ recordId }) => recordId === id)
        .map(({ type, recordId, changes }) => ({ type, recordId, changes }))
    const selection =
      '{ nodes { type recordId changes { field from to truncated } } pageInfo { hasNextPage } }'
    const { body } = await asOwner().gql(
      `{ events(first: 100) ${selection} auditLog(first: 100, where: { recordId: { eq: "${id}" } }) ${selection} }`,
    )
    expect(body.data.events.pageInfo.hasNextPage).toBe(false)
    const feed = selectRecordEvents(body.data.events.nodes)
    expect(selectRecordEvents(body.data.auditLog.nodes).toReversed()).toEqual(feed)
    expect(
      selectRecordEvents((await asOwner().rest('GET', '/v1/events?limit=100')).body.data),
    ).toEqual(feed)
    return feed
  }
  const readNewestEvent = async (id: string) => (await readEvents(id)).at(-1)

  test('a deal move event lists the stage, the pipeline or the position only if its value changed', async () => {
    const [firstId, secondId] = [
      await createRecord('deals', { title: 'First', pipelineId }),
      await createRecord('deals', { title: 'Second', pipelineId }),
    ]
    const moveFirstDeal = async (stageId: string | undefined, order: number) => {
      await moveDeal(firstId, stageId, order)
      const event = await readNewestEvent(firstId)
      return [event?.type, event?.changes.map(({ field, from, to }) => [field, from, to])]
    }
    expect(await moveFirstDeal(stages[0], 1)).toEqual(['deal.moved', [['order', 0, 1]]])
    expect(await moveFirstDeal(stages[0], 1)).toEqual(['deal.moved', []])
    expect(await moveFirstDeal(stages[1], 0)).toEqual([
      'deal.moved',
      [
        ['stageId', stages[0], stages[1]],
        ['order', 1, 0],
      ],
    ])
    expect(await moveFirstDeal(stages[2], 0)).toEqual([
      'deal.moved',
      [['stageId', stages[1], stages[2]]],
    ])
    await asOwner().rest('PUT', `/v1/deals/${secondId}`, {
      title: 'Renamed',
      pipelineId,
      stageId: stages[1],
    })
    expect((await readNewestEvent(secondId))?.changes.map(({ field }) => field)).toEqual([
      'stageId',
      'title',
    ])
  })

  test('an event represents boolean values as true or false, not as numbers', async () => {
    const personId = await createRecord('people', { firstName: 'Bo', relationship: true })
    await asOwner().rest('PATCH', `/v1/people/${personId}`, {
      relationship: false,
      customFields: { newsletter: true },
    })
    await asOwner().rest('PATCH', `/v1/people/${personId}`, { relationship: null })
    const activityId = await createRecord('activities', { personId, channel: 'call' })
    await asOwner().rest('PATCH', `/v1/activities/${activityId}`, { starred: true })
    const smartListId = await createRecord('smart-lists', { name: 'All', shared: true, where: {} })
    await asOwner().rest('PUT', `/v1/smart-lists/${smartListId}`, {
      shared: false,
      includeTrash: true,
    })
    const listBooleanChanges = async (id: string, ...fields: string[]) =>
      (await readEvents(id)).map(({ changes }) =>
        changes
          .filter(({ field }) => fields.includes(field))
          .map(({ field, from, to }) => [field, from, to]),
      )
    expect(await listBooleanChanges(personId, 'relationship', 'customFields.newsletter')).toEqual([
      [['relationship', null, true]],
      [
        ['relationship', true, false],
        ['customFields.newsletter', null, true],
      ],
      [['relationship', false, null]],
    ])
    expect(await listBooleanChanges(activityId, 'starred')).toEqual([
      [['starred', null, false]],
      [['starred', false, true]],
    ])
    expect(await listBooleanChanges(smartListId, 'shared', 'includeTrash')).toEqual([
      [
        ['shared', null, true],
        ['includeTrash', null, false],
      ],
      [
        ['shared', true, false],
        ['includeTrash', false, true],
      ],
    ])
  })
})

test('the example webhook events in openapi.json list only changed fields and represent no boolean as a number', async () => {
  const { components } = JSON.parse(await readFile('openapi.json', 'utf8')) as Contract
  const isBoolean = (kind: string, field: string) => {
    const type = schema.getType(`${kind[0]?.toUpperCase()}${kind.slice(1)}`)
    const fieldType = isObjectType(type) ? type.getFields()[field] : undefined
    return fieldType !== undefined && getNamedType(fieldType.type).name === 'Boolean'
  }
  const invalidChanges: unknown[] = []
  for (const { type, data } of components.schemas.WebhookEvent.examples) {
    for (const { field, from, to, truncated } of data.changes) {
      if (!truncated && JSON.stringify(from) === JSON.stringify(to))
        invalidChanges.push([type, field])
      if (!isBoolean(data.kind, field)) continue
      if ([from, to].some((value) => value !== null && typeof value !== 'boolean'))
        invalidChanges.push([type, field, from, to])
    }
  }
  expect(invalidChanges).toEqual([])
})
