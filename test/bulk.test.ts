import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const eventsOf = query((k, p: { companyId: string }) =>
  k.selectFrom('events').select(['type', 'recordId']).where('companyId', '=', p.companyId),
)

interface Row {
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

  const create = (people: object[]) => world.as('owner').rest('POST', '/v1/people/bulk', { people })
  const update = (people: object[]) => world.as('owner').rest('PUT', '/v1/people/bulk', { people })
  const tag = (body: object) => world.as('owner').rest('POST', '/v1/people/bulk/tags', body)
  const outcomes = (body: { data: { results: Row[] } }) =>
    body.data.results.map(({ error }) => error?.code ?? 'ok')
  const person = async (body: object = {}) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann', ...body })).body.data
      .id as string
  const read = async (id: string) =>
    (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data
  const events = () =>
    world.deps.store.allCompanies.read((db) => db.all(eventsOf, { companyId: world.company.id }))

  test('a bulk request creates people row by row, and an invalid row changes nothing and records no event', async () => {
    const before = (await events()).length
    const { status, body } = await create([
      { firstName: 'One', emails: [{ value: 'one@x.test' }] },
      { source: 'nobody', tags: ['Never made'] },
      { firstName: 'Three', stageId: 'stage_nowhere0', assignedAgentId: 'user_nowhere00' },
      { emails: [{ value: 'ONE@x.test' }], onDuplicate: 'error' },
      { emails: [{ value: 'ONE@x.test' }], lastName: 'Again', onDuplicate: 'update' },
      { firstName: 'Five' },
    ])
    expect([status, body.data.succeeded, body.data.failed]).toEqual([200, 3, 3])
    expect(outcomes(body)).toEqual([
      'ok',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'CONFLICT',
      'ok',
      'ok',
    ])
    expect(body.data.results.map((row: Row) => row.index)).toEqual([0, 1, 2, 3, 4, 5])
    expect(
      body.data.results[2].error.details.map((detail: { field: string }) => detail.field).sort(),
    ).toEqual(['assignedAgentId', 'stageId'])
    expect(body.data.results[4].person).toMatchObject({
      id: body.data.results[0].person.id,
      fullName: 'One Again',
    })
    expect((await world.as('owner').rest('GET', '/v1/tags?name=never+made')).body.data).toEqual([])
    expect((await events()).slice(before).map(({ type }) => type)).toEqual([
      'person.created',
      'person.updated',
      'person.created',
    ])
  })

  test('a bulk update changes each person at its own expected version', async () => {
    const [a, b, c] = [
      await person(),
      await person(),
      await person({ assignedAgentId: world.users.loner.id }),
    ]
    const rows = [
      { id: a, source: 'Web', expectedVersion: 1 },
      { id: b, source: 'Web', expectedVersion: 7 },
      { id: b, source: 'Ad' },
      { id: 'person_nowhere0', source: 'Web', expectedVersion: 1 },
      { id: c, source: 'Web' },
      { id: c },
    ]
    const { body } = await update(rows)
    expect(outcomes(body)).toEqual([
      'ok',
      'PRECONDITION_FAILED',
      'ok',
      'NOT_FOUND',
      'ok',
      'VALIDATION_ERROR',
    ])
    expect([(await read(a)).source, (await read(b)).source, (await read(c)).source]).toEqual([
      'Web',
      'Ad',
      'Web',
    ])
    const hidden = await world
      .as('agent')
      .rest('PUT', '/v1/people/bulk', { people: [{ id: c, source: 'Mine' }] })
    expect(outcomes(hidden.body)).toEqual(['FORBIDDEN'])
    expect((await read(c)).source).toBe('Web')
  })

  test('a bulk request adds tags to existing people and reports the missing ones', async () => {
    const [a, b] = [await person({ tags: ['Old'] }), await person({ tags: ['New'] })]
    const { body } = await tag({
      ids: [a, 'person_nowhere0', b],
      add: ['New', 'Newer'],
      remove: ['OLD'],
    })
    expect([
      outcomes(body),
      body.data.results.map((row: { person: { tags: string } | null }) => row.person?.tags),
    ]).toEqual([
      ['ok', 'NOT_FOUND', 'ok'],
      ['New, Newer', undefined, 'New, Newer'],
    ])
    const before = await dump(world)
    expect(outcomes((await tag({ ids: [a, b], add: ['new'], remove: ['Unknown'] })).body)).toEqual([
      'ok',
      'ok',
    ])
    expect((await tag({ ids: [a] })).body.error.details).toMatchObject([
      { field: 'add', code: 'REQUIRED_FIELD' },
    ])
    expect((await tag({ ids: [a], add: [], remove: [] })).status).toBe(400)
    expect(await dump(world)).toEqual(before)
  })

  test('a malformed value fails only its own row, with the same error as in a single request, on both interfaces', async () => {
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
    const { status, body } = await create(rows as object[])
    expect([status, outcomes(body)]).toEqual([
      200,
      ['ok', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'ok'],
    ])
    expect(body.data.results[1].error.details).toMatchObject(details)
    const query =
      'mutation($input: [CreatePersonInput!]!) { createPeople(input: $input) { failed results { error { details { field code } } } } }'
    const tooManyRows = (await world.as('owner').gql(query, { input: rows })).body.data.createPeople
    expect([tooManyRows.failed, tooManyRows.results[1].error.details]).toEqual([2, details])
    const id = body.data.results[0].person.id
    const update = await world.as('owner').rest('PUT', '/v1/people/bulk', {
      people: [{ id, source: 'Web' }, { id, price: 'much' }, { source: 'x' }],
    })
    expect(outcomes(update.body)).toEqual(['ok', 'VALIDATION_ERROR', 'VALIDATION_ERROR'])
    expect(update.body.data.results[2].error.details).toMatchObject([
      { field: 'id', code: 'REQUIRED_FIELD' },
    ])
  })

  test('a bulk request with another mutation, inline rows, no rows or too many rows is refused as a whole', async () => {
    const before = await dump(world)
    const two =
      'mutation($input: [CreatePersonInput!]!) { a: createPeople(input: $input) { failed } b: createTask(input: { title: "x" }) { id } }'
    const beside = await world.as('owner').gql(two, { input: [{ firstName: 3 }] })
    expect(beside.body.errors[0].extensions.details).toMatchObject([
      { field: 'a.input[0].firstName' },
    ])
    const written = await world
      .as('owner')
      .gql('mutation { createPeople(input: [{ firstName: 3 }]) { failed } }')
    expect(written.body.errors[0].extensions.details).toMatchObject([
      { field: 'input[0].firstName' },
    ])
    for (const [people, code] of [
      [Array(101).fill({ firstName: 'Many' }), 'TOO_LONG'],
      [[], 'TOO_SHORT'],
      [undefined, 'REQUIRED_FIELD'],
    ] as const)
      expect((await create(people as object[])).body.error.details).toMatchObject([
        { field: 'people', code },
      ])
    expect(
      (await tag({ ids: Array(101).fill('person_nowhere0'), add: ['x'] })).body.error.details,
    ).toMatchObject([{ field: 'ids', code: 'TOO_LONG' }])
    expect(await dump(world)).toEqual(before)
  })

  test('a bulk request of 100 people counts as 100 nodes and costs one unit', async () => {
    const people = Array.from({ length: 100 }, (_, i) => ({ firstName: `P${i}` }))
    const cost = async (fields: string) =>
      (
        await world
          .as('owner')
          .gql(`mutation($input: [CreatePersonInput!]!) { ${fields} }`, { input: people })
      ).body.extensions.cost
    expect(await cost('createPeople(input: $input) { succeeded }')).toEqual({
      units: 1,
      nodes: 100,
    })
    expect(
      await cost(
        'a: createPeople(input: $input) { succeeded } b: createPeople(input: $input) { failed }',
      ),
    ).toEqual({ units: 2, nodes: 200 })
    expect(
      await cost(
        'createPeople(input: $input) { results { person { tasks(first: 2) { nodes { id } } } } }',
      ),
    ).toEqual({ units: 3, nodes: 300 })
    const ids = 'mutation($ids: [ID!]!) { tagPeople(input: { ids: $ids, add: ["x"] }) { failed } }'
    const tagged = await world.as('owner').gql(ids, { ids: Array(50).fill('person_nowhere0') })
    expect([tagged.body.data.tagPeople.failed, tagged.body.extensions.cost]).toEqual([
      50,
      { units: 1, nodes: 50 },
    ])
  })

  test('a bulk request with the same Idempotency-Key returns the same response, including failed rows', async () => {
    const send = () =>
      world
        .as('owner')
        .rest(
          'POST',
          '/v1/people/bulk',
          { people: [{ firstName: 'Once' }, {}] },
          { 'Idempotency-Key': 'bulk-1' },
        )
    const first = await send()
    const before = await dump(world)
    const repeated = await send()
    expect([repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([
      first.text,
      'true',
    ])
    expect(await dump(world)).toEqual(before)
  })
})
