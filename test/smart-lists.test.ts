import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

describe('Smart lists', () => {
  let world: World
  const personIds: Record<string, string> = {}
  beforeAll(async () => {
    world = await createWorld()
    for (const [name, agent, source] of [
      ['Ann', 'agent', 'Web'],
      ['Bob', 'loner', 'Web'],
      ['Cid', 'agent', 'Ad'],
    ] as const)
      personIds[name] = await createRecord('/v1/people', {
        firstName: name,
        source,
        assignedAgentId: world.users[agent].id,
      })
  })
  afterAll(() => world.stop())

  const createRecord = async (path: string, body: object, user: TestUser = 'owner') => {
    const reply = await world.as(user).rest('POST', path, body)
    expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
    return reply.body.data.id as string
  }
  const createSmartList = (body: object, user: TestUser = 'owner') =>
    createRecord(
      '/v1/smart-lists',
      { name: 'From the web', where: { source: { eq: 'Web' } }, ...body },
      user,
    )
  const listPeople = async (id: string, user: TestUser) => {
    const { status, body } = await world.as(user).rest('GET', `/v1/smart-lists/${id}/people`)
    return status === 200
      ? body.data.map((person: { firstName: string }) => person.firstName)
      : [status, body.error.code]
  }
  const countPeople = async (id: string, user: TestUser) =>
    (await world.as(user).rest('GET', `/v1/smart-lists/${id}/count`)).body.data.count

  test('a smart list contains and counts only people that the caller can view', async () => {
    const id = await createSmartList({ shared: true })
    expect([
      await listPeople(id, 'owner'),
      await listPeople(id, 'agent'),
      await listPeople(id, 'leader'),
      await listPeople(id, 'idle'),
    ]).toEqual([['Bob', 'Ann'], ['Ann'], ['Ann'], []])
    expect([
      await countPeople(id, 'owner'),
      await countPeople(id, 'agent'),
      await countPeople(id, 'idle'),
    ]).toEqual([2, 1, 0])
  })

  test('a smart list is private to its owner until the owner shares it', async () => {
    const id = await createSmartList({}, 'agent')
    expect([
      await listPeople(id, 'agent'),
      await listPeople(id, 'loner'),
      await listPeople(id, 'owner'),
    ]).toEqual([['Ann'], [403, 'FORBIDDEN'], [403, 'FORBIDDEN']])
    expect(await listPeople(id, 'stranger')).toEqual([404, 'NOT_FOUND'])
    expect(
      (await world.as('agent').rest('PATCH', `/v1/smart-lists/${id}`, { shared: true })).body.data
        .shared,
    ).toBe(true)
    expect(await listPeople(id, 'loner')).toEqual(['Bob'])
    expect(
      (await world.as('loner').rest('PUT', `/v1/smart-lists/${id}`, { name: 'Mine' })).status,
    ).toBe(403)
    expect(
      (await world.as('admin').rest('PUT', `/v1/smart-lists/${id}`, { name: 'Ours' })).status,
    ).toBe(200)
  })

  test('smart lists can be filtered by owner, and a smart list stores the order of its people', async () => {
    const smartListId = await createSmartList(
      { name: 'Zebra', orderBy: { field: 'name', direction: 'desc' } },
      'loner',
    )
    const { body } = await world.as('loner').gql(
      `query($id: ID!) { smartLists(where: { ownerId: { eq: "${world.users.loner.id}" } }, orderBy: { field: name }) { totalCount nodes { name shared } }
        smartList(id: $id) { where orderBy owner { fullName } count people(first: 1) { totalCount nodes { firstName } pageInfo { endCursor hasNextPage } } } node(id: $id) { id } }`,
      { id: smartListId },
    )
    expect(body.errors).toBeUndefined()
    expect(body.data.smartLists).toEqual({
      totalCount: 1,
      nodes: [{ name: 'Zebra', shared: false }],
    })
    expect(body.data.smartList).toMatchObject({
      where: { source: { eq: 'Web' } },
      orderBy: { field: 'name', direction: 'desc' },
      count: 1,
      people: { totalCount: 1, nodes: [{ firstName: 'Bob' }] },
    })
  })

  test('relative times in a smart list filter are evaluated at each request', async () => {
    const id = await createSmartList({
      name: 'Quiet',
      where: {
        and: [
          { source: { eq: 'Ad' } },
          { activities: { none: { createdAt: { during: { last: 336, unit: 'hour' } } } } },
        ],
      },
    })
    expect(await listPeople(id, 'owner')).toEqual(['Cid'])
    await createRecord('/v1/activities', { personId: personIds['Cid'], channel: 'call' })
    expect(await listPeople(id, 'owner')).toEqual([])
    world.clock.advance(15 * 86_400_000)
    expect(await listPeople(id, 'owner')).toEqual(['Cid'])
  })

  test("the error for an invalid smart list filter names the invalid field, and the error for a filter outside the key's scopes names the missing scope", async () => {
    for (const [where, field] of [
      [{ nothing: 1 }, 'where.nothing'],
      [{ price: { gte: 'x' } }, 'where.price.gte'],
      [{ deals: { some: { status: { eq: 'maybe' } } } }, 'where.deals.some.status.eq'],
      [3, 'where'],
      [undefined, 'where'],
    ] as const) {
      const { status, body } = await world
        .as('owner')
        .rest('POST', '/v1/smart-lists', { name: 'Bad', where })
      expect([status, body.error.details.map((detail: { field: string }) => detail.field)]).toEqual(
        [400, [field]],
      )
    }
    const narrowedClient = await world.createKey('owner', ['smartlists.manage', 'people.view.all'])
    const rejectedReply = await narrowedClient.rest('POST', '/v1/smart-lists', {
      name: 'Bad',
      where: { deals: { some: {} } },
    })
    expect([rejectedReply.status, rejectedReply.body.error.message]).toEqual([
      403,
      expect.stringContaining('deals.view'),
    ])
    expect(
      (await world.as('owner').rest('GET', '/v1/smart-lists?where={"name":{"contains":"bad"}}'))
        .body.data,
    ).toEqual([])
  })

  test('a smart list with an outdated filter returns a conflict for its people until the filter is corrected', async () => {
    const id = await createSmartList({ name: 'Old' })
    await runAsSystem(world.deps, world.company, (ctx) =>
      ctx.db.update(
        'smartLists',
        { companyId: world.company.id, id },
        { filter: JSON.stringify({ shoeSize: { from: 40 } }) },
      ),
    )
    const { status, body } = await world.as('owner').rest('GET', `/v1/smart-lists/${id}/people`)
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('where.shoeSize is not a field of PersonWhere'),
    ])
    expect((await world.as('owner').rest('GET', `/v1/smart-lists/${id}`)).status).toBe(200)
    await world
      .as('owner')
      .rest('PATCH', `/v1/smart-lists/${id}`, { where: { source: { eq: 'Ad' } } })
    expect(await listPeople(id, 'owner')).toEqual(['Cid'])
  })

  test('a smart list can filter by a custom field until the field is deleted', async () => {
    const customFieldId = await createRecord('/v1/custom-fields', {
      record: 'person',
      name: 'Shoe size',
      type: 'number',
    })
    await createRecord('/v1/people', { firstName: 'Big', customFields: { shoeSize: 47 } })
    const id = await createSmartList({
      name: 'Big feet',
      shared: true,
      where: { customFields: [{ key: 'shoeSize', number: { gte: 45 } }] },
    })
    expect([
      await listPeople(id, 'owner'),
      await countPeople(id, 'owner'),
      await countPeople(id, 'agent'),
    ]).toEqual([['Big'], 1, 0])
    await world.as('owner').rest('DELETE', `/v1/custom-fields/${customFieldId}?force=true`)
    const { status, body } = await world.as('owner').rest('GET', `/v1/smart-lists/${id}/people`)
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('where.customFields[0].key is not a custom field of a person'),
    ])
    const repeatedReply = await world.as('owner').rest('PATCH', `/v1/smart-lists/${id}`, {
      where: { customFields: [{ key: 'shoeSize', number: { eq: 1 } }] },
    })
    expect(repeatedReply.body.error.details).toMatchObject([
      { field: 'where.customFields[0].key', code: 'INVALID_REFERENCE' },
    ])
  })

  test("listing a smart list's people requires people.view, and deleting the smart list requires smartlists.manage", async () => {
    const id = await createSmartList({ shared: true })
    const narrowedClient = await world.createKey('owner', ['tasks.manage'])
    expect((await narrowedClient.rest('GET', `/v1/smart-lists/${id}`)).status).toBe(200)
    expect(
      (await narrowedClient.rest('GET', `/v1/smart-lists/${id}/people`)).body.error.message,
    ).toContain('people.view')
    expect(
      (await narrowedClient.rest('DELETE', `/v1/smart-lists/${id}`)).body.error.message,
    ).toContain('smartlists.manage')
    expect((await world.client().rest('GET', '/v1/smart-lists')).status).toBe(401)
    expect((await world.as('owner').rest('DELETE', `/v1/smart-lists/${id}`)).body).toMatchObject({
      success: true,
      message: 'Smart list deleted',
    })
    expect((await world.as('owner').rest('GET', `/v1/smart-lists/${id}`)).status).toBe(404)
  })
})
