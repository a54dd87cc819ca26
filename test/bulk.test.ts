import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string }) =>
  k.selectFrom('events').select(['type', 'recordId']).where('companyId', '=', p.companyId),
)

interface RowResult {
  index: number
  person: { id: string } | null
  error: { code: string; details: { field: string; code: string }[] } | null
}

describe('Bulk operations on people', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const createPeople = (people: object[]) =>
    world.as('owner').rest('POST', '/v1/people/bulk', { people })
  const updatePeople = (people: object[]) =>
    world.as('owner').rest('PUT', '/v1/people/bulk', { people })
  const tagPeople = (body: object) => world.as('owner').rest('POST', '/v1/people/bulk/tags', body)
  const getOutcomes = (body: { data: { results: RowResult[] } }) =>
    body.data.results.map(({ error }) => error?.code ?? 'ok')
  const createPerson = async (body: object = {}) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann', ...body })).body.data
      .id as string
  const readPerson = async (id: string) =>
    (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data
  const readEvents = () =>
    world.deps.store.allCompanies.read((db) => db.all(eventsQuery, { companyId: world.company.id }))

  test('a bulk request creates the valid people, and an invalid row does not affect the other rows', async () => {
    const eventCountBefore = (await readEvents()).length
    const { status, body } = await createPeople([
      { firstName: 'One', emails: [{ value: 'one@x.test' }] },
      { source: 'nobody', tags: ['Never made'] },
      { firstName: 'Three', stageId: 'stage_nowhere0', assignedAgentId: 'user_nowhere00' },
      { emails: [{ value: 'ONE@x.test' }], onDuplicate: 'error' },
      { emails: [{ value: 'ONE@x.test' }], lastName: 'Again', onDuplicate: 'update' },
      { firstName: 'Five' },
    ])
    expect([status, body.data.succeeded, body.data.failed]).toEqual([200, 3, 3])
    expect(getOutcomes(body)).toEqual([
      'ok',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'CONFLICT',
      'ok',
      'ok',
    ])
    expect(body.data.results.map((row: RowResult) => row.index)).toEqual([0, 1, 2, 3, 4, 5])
    expect(
      body.data.results[2].error.details.map((detail: { field: string }) => detail.field).sort(),
    ).toEqual(['assignedAgentId', 'stageId'])
    expect(body.data.results[4].person).toMatchObject({
      id: body.data.results[0].person.id,
      fullName: 'One Again',
    })
    expect((await world.as('owner').rest('GET', '/v1/tags?name=never+made')).body.data).toEqual([])
    expect((await readEvents()).slice(eventCountBefore).map(({ type }) => type)).toEqual([
      'person.created',
      'person.updated',
      'person.created',
    ])
  })

  test('row errors of a GraphQL bulk mutation use the field names of its input', async () => {
    const { body } = await world.as('owner').gql(
      `mutation ($input: [CreatePersonInput!]!) {
        createPeople(input: $input) { results { error { details { field code } } } } }`,
      {
        input: [
          { firstName: 'Two', assigneeId: 'user_nowhere00' },
          { firstName: 'Three', price: Number.MAX_VALUE },
        ],
      },
    )
    expect(body.data.createPeople.results.map((row: RowResult) => row.error?.details)).toEqual([
      [{ field: 'assigneeId', code: 'INVALID_REFERENCE' }],
      [{ field: 'price', code: 'OUT_OF_RANGE' }],
    ])
  })

  test("a bulk update checks each person's expected version separately", async () => {
    const [firstId, secondId, thirdId] = [
      await createPerson(),
      await createPerson(),
      await createPerson({ assignedAgentId: world.users.loner.id }),
    ]
    const rows = [
      { id: firstId, source: 'Web', expectedVersion: 1 },
      { id: secondId, source: 'Web', expectedVersion: 7 },
      { id: secondId, source: 'Ad' },
      { id: 'person_nowhere0', source: 'Web', expectedVersion: 1 },
      { id: thirdId, source: 'Web' },
      { id: thirdId },
    ]
    const { body } = await updatePeople(rows)
    expect(getOutcomes(body)).toEqual([
      'ok',
      'PRECONDITION_FAILED',
      'ok',
      'NOT_FOUND',
      'ok',
      'VALIDATION_ERROR',
    ])
    expect([
      (await readPerson(firstId)).source,
      (await readPerson(secondId)).source,
      (await readPerson(thirdId)).source,
    ]).toEqual(['Web', 'Ad', 'Web'])
    const agentReply = await world
      .as('agent')
      .rest('PUT', '/v1/people/bulk', { people: [{ id: thirdId, source: 'Mine' }] })
    expect(getOutcomes(agentReply.body)).toEqual(['FORBIDDEN'])
    expect((await readPerson(thirdId)).source).toBe('Web')
  })

  test('a bulk request adds and removes tags of existing people and reports missing people', async () => {
    const [firstId, secondId] = [
      await createPerson({ tags: ['Old'] }),
      await createPerson({ tags: ['New'] }),
    ]
    const { body } = await tagPeople({
      ids: [firstId, 'person_nowhere0', secondId],
      add: ['New', 'Newer'],
      remove: ['OLD'],
    })
    expect([
      getOutcomes(body),
      body.data.results.map((row: { person: { tags: string } | null }) => row.person?.tags),
    ]).toEqual([
      ['ok', 'NOT_FOUND', 'ok'],
      ['New, Newer', undefined, 'New, Newer'],
    ])
    const dumpBefore = await dump(world)
    expect(
      getOutcomes(
        (await tagPeople({ ids: [firstId, secondId], add: ['new'], remove: ['Unknown'] })).body,
      ),
    ).toEqual(['ok', 'ok'])
    expect((await tagPeople({ ids: [firstId] })).body.error.details).toMatchObject([
      { field: 'add', code: 'REQUIRED_FIELD' },
    ])
    expect((await tagPeople({ ids: [firstId], add: [], remove: [] })).status).toBe(400)
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('a malformed value in a bulk request fails only its own row, with the same error details in REST and GraphQL', async () => {
    const rows = [
      { firstName: 'Fine' },
      { emails: [{ value: 'fine@x.test' }, { value: 'broken' }], firstName: 3 },
      'no row',
      { firstName: 'Fine too' },
    ]
    const details = [
      { field: 'emails[1].value', code: 'INVALID_FORMAT' },
      { field: 'firstName', code: 'INVALID_FORMAT' },
    ]
    const { status, body } = await createPeople(rows as object[])
    expect([status, getOutcomes(body)]).toEqual([
      200,
      ['ok', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'ok'],
    ])
    expect(body.data.results[1].error.details).toMatchObject(details)
    const query =
      'mutation($input: [CreatePersonInput!]!) { createPeople(input: $input) { failed results { error { details { field code } } } } }'
    const graphqlPayload = (await world.as('owner').gql(query, { input: rows })).body.data
      .createPeople
    expect([graphqlPayload.failed, graphqlPayload.results[1].error.details]).toEqual([2, details])
    const id = body.data.results[0].person.id
    const updateReply = await world.as('owner').rest('PUT', '/v1/people/bulk', {
      people: [{ id, source: 'Web' }, { id, price: 'much' }, { source: 'x' }],
    })
    expect(getOutcomes(updateReply.body)).toEqual(['ok', 'VALIDATION_ERROR', 'VALIDATION_ERROR'])
    expect(updateReply.body.data.results[2].error.details).toMatchObject([
      { field: 'id', code: 'REQUIRED_FIELD' },
    ])
  })

  test('a bulk request is rejected as a whole if it has no rows or more than 100, or if a row is malformed in a literal or in a document with several mutations', async () => {
    const dumpBefore = await dump(world)
    const document =
      'mutation($input: [CreatePersonInput!]!) { a: createPeople(input: $input) { failed } b: createTask(input: { title: "x" }) { task { id } } }'
    const twoMutationsReply = await world.as('owner').gql(document, { input: [{ firstName: 3 }] })
    expect(twoMutationsReply.body.errors[0].extensions.details).toMatchObject([
      { field: 'input[0].firstName' },
    ])
    const inlineReply = await world
      .as('owner')
      .gql('mutation { createPeople(input: [{ firstName: 3 }]) { failed } }')
    expect(inlineReply.body.errors[0].extensions.details).toMatchObject([
      { field: 'input[0].firstName' },
    ])
    for (const [people, code] of [
      [Array(101).fill({ firstName: 'Many' }), 'TOO_LONG'],
      [[], 'TOO_SHORT'],
      [undefined, 'REQUIRED_FIELD'],
    ] as const)
      expect((await createPeople(people as object[])).body.error.details).toMatchObject([
        { field: 'people', code },
      ])
    expect(
      (await tagPeople({ ids: Array(101).fill('person_nowhere0'), add: ['x'] })).body.error.details,
    ).toMatchObject([{ field: 'ids', code: 'TOO_LONG' }])
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('a bulk request with 100 people counts as 100 records and costs one rate limit unit', async () => {
    const people = Array.from({ length: 100 }, (_, i) => ({ firstName: `P${i}` }))
    const readCost = async (fields: string) =>
      (
        await world
          .as('owner')
          .gql(`mutation($input: [CreatePersonInput!]!) { ${fields} }`, { input: people })
      ).body.extensions.cost
    expect(await readCost('createPeople(input: $input) { succeeded }')).toEqual({
      units: 1,
      nodes: 100,
    })
    expect(
      await readCost(
        'a: createPeople(input: $input) { succeeded } b: createPeople(input: $input) { failed }',
      ),
    ).toEqual({ units: 2, nodes: 200 })
    expect(
      await readCost(
        'createPeople(input: $input) { results { person { tasks(first: 2) { nodes { id } } } } }',
      ),
    ).toEqual({ units: 3, nodes: 300 })
    const document =
      'mutation($ids: [ID!]!) { tagPeople(input: { ids: $ids, add: ["x"] }) { failed } }'
    const tagReply = await world
      .as('owner')
      .gql(document, { ids: Array(50).fill('person_nowhere0') })
    expect([tagReply.body.data.tagPeople.failed, tagReply.body.extensions.cost]).toEqual([
      50,
      { units: 1, nodes: 50 },
    ])
  })

  test('a bulk request repeated with its Idempotency-Key returns the same response, including the errors of failed rows', async () => {
    const sendCreation = () =>
      world
        .as('owner')
        .rest(
          'POST',
          '/v1/people/bulk',
          { people: [{ firstName: 'Once' }, {}] },
          { 'Idempotency-Key': 'bulk-1' },
        )
    const firstReply = await sendCreation()
    const dumpBefore = await dump(world)
    const repeatedReply = await sendCreation()
    expect([repeatedReply.text, repeatedReply.headers.get('idempotent-replayed')]).toEqual([
      firstReply.text,
      'true',
    ])
    expect(await dump(world)).toEqual(dumpBefore)
  })
})
