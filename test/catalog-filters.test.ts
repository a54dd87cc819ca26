/**
 * Compares filtered and sorted lists of users, teams, API keys, stages, pipelines, custom fields
 * and webhooks with the same filters and sort orders applied in memory.
 */

import fc from 'fast-check'
import { getNamedType, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import type { Reply } from './support/client.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

type Row = Record<string, unknown> & { id: string }
/**
 * A GraphQL filter, the same filter as REST parameters (undefined if they cannot express it), and
 * the equivalent predicate.
 */
type FilterCase = [where: object, parameters: string | undefined, matches: (row: Row) => boolean]
type SortKey = string | number | null
interface ListSpec {
  type: string
  path: string
  fields: string
  defaultOrder: [field: string, direction: 'asc' | 'desc']
  orders: Record<string, (row: Row) => SortKey>
  cases(): FilterCase[]
}

const dayMs = 86_400_000
const foldName = (name: unknown) =>
  String(name).normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')
const sampleNames = ['ann', 'Ánn', 'ANN', 'Bob', 'bob', 'Éric', 'eric', 'Zed', 'zoë', 'Ñu', '李']
const nameOrder = { name: ({ name }: Row) => foldName(name) }
const createdAtOrder = { createdAt: ({ id }: Row) => id }
const nameFilterCase: FilterCase = [
  { name: { contains: 'ÄN' } },
  'name=%C3%84N',
  ({ name }) => foldName(name).includes('an'),
]

let world: World
let teams: Row[] = []
let pipelines: Row[] = []

const isInTeam = ({ teams }: Row, id: unknown) => (teams as Row[]).some((team) => team.id === id)

const lists: Record<string, ListSpec> = {
  users: {
    type: 'User',
    path: '/v1/users',
    fields: 'id firstName lastName fullName email roleName suspended updatedAt teams { id }',
    defaultOrder: ['createdAt', 'desc'],
    orders: {
      ...createdAtOrder,
      updatedAt: ({ updatedAt }) => String(updatedAt),
      email: ({ email }) => String(email).toLowerCase(),
      firstName: ({ firstName }) => foldName(firstName),
      lastName: ({ lastName }) => foldName(lastName),
    },
    cases: () => [
      [
        { role: { eq: 'TEAM_LEADER' } },
        'role=Team%20Leader',
        ({ roleName }) => roleName === 'Team Leader',
      ],
      [
        { roleName: { eq: 'Team Leader' } },
        'role=Team+Leader',
        ({ roleName }) => roleName === 'Team Leader',
      ],
      [
        { role: { in: ['OWNER', 'AGENT'] } },
        undefined,
        ({ roleName }) => roleName === 'Owner' || roleName === 'Agent',
      ],
      [{ suspended: { eq: true } }, 'suspended=true', ({ suspended }) => suspended === true],
      [{ suspended: { eq: false } }, 'suspended=false', ({ suspended }) => suspended === false],
      [
        { teamId: { eq: world.teamId } },
        `teamId=${world.teamId}`,
        (row) => isInTeam(row, world.teamId),
      ],
      [
        { teamId: { eq: world.teamId }, role: { eq: 'AGENT' } },
        `teamId=${world.teamId}&role=Agent`,
        (row) => isInTeam(row, world.teamId) && row['roleName'] === 'Agent',
      ],
      [
        { email: { eq: 'OWNER@acme.TEST' } },
        'email=OWNER@acme.TEST',
        ({ email }) => email === 'owner@acme.test',
      ],
      [
        { name: { contains: 'ÄN' } },
        'name=%C3%84N',
        ({ fullName }) => foldName(fullName).includes('an'),
      ],
      [
        { name: { contains: 'b t' } },
        'name=b%20t',
        ({ fullName }) => foldName(fullName).includes('b t'),
      ],
      [{ not: { role: { eq: 'AGENT' } } }, undefined, ({ roleName }) => roleName !== 'Agent'],
      [
        { updatedAt: { during: { last: 24, unit: 'hour' } } },
        undefined,
        ({ updatedAt }) => Date.parse(String(updatedAt)) >= world.clock.now() - dayMs,
      ],
      [{ createdAt: { before: { last: 876000, unit: 'hour' } } }, undefined, () => false],
      [
        { id: { in: [world.users.agent.id, world.users.stranger.id] } },
        undefined,
        ({ id }) => id === world.users.agent.id,
      ],
    ],
  },
  teams: {
    type: 'Team',
    path: '/v1/teams',
    fields: 'id name leaderIds memberIds',
    defaultOrder: ['createdAt', 'desc'],
    orders: { ...createdAtOrder, ...nameOrder },
    cases: () => {
      const { leader, agent } = world.users
      const includesId = (list: unknown, id: string) => (list as string[]).includes(id)
      return [
        nameFilterCase,
        [
          { userId: { eq: agent.id } },
          `userId=${agent.id}`,
          ({ leaderIds, memberIds }) =>
            includesId(leaderIds, agent.id) || includesId(memberIds, agent.id),
        ],
        [
          { leaderId: { eq: leader.id } },
          `leaderId=${leader.id}`,
          ({ leaderIds }) => includesId(leaderIds, leader.id),
        ],
        [
          { leaderId: { eq: agent.id }, name: { contains: 'o' } },
          `leaderId=${agent.id}&name=o`,
          ({ leaderIds, name }) => includesId(leaderIds, agent.id) && foldName(name).includes('o'),
        ],
        [
          { id: { in: [world.teamId, teams[0]?.id] } },
          undefined,
          ({ id }) => id === world.teamId || id === teams[0]?.id,
        ],
        [
          { createdAt: { during: { last: 72, unit: 'hour' } } },
          undefined,
          ({ createdAt }) => Date.parse(String(createdAt)) >= world.clock.now() - 3 * dayMs,
        ],
      ]
    },
  },
  apiKeys: {
    type: 'ApiKey',
    path: '/v1/api-keys',
    fields: 'id name userId createdById expiresAt revokedAt',
    defaultOrder: ['createdAt', 'desc'],
    orders: {
      ...createdAtOrder,
      ...nameOrder,
      expiresAt: ({ expiresAt }) => expiresAt as string | null,
    },
    cases: () => {
      const { agent, owner } = world.users
      const isExpired = ({ expiresAt }: Row) =>
        expiresAt !== null && Date.parse(String(expiresAt)) <= world.clock.now()
      return [
        nameFilterCase,
        [{ userId: { eq: agent.id } }, `userId=${agent.id}`, ({ userId }) => userId === agent.id],
        [
          { createdById: { eq: owner.id } },
          undefined,
          ({ createdById }) => createdById === owner.id,
        ],
        [{ createdById: { isNull: true } }, undefined, ({ createdById }) => createdById === null],
        [{ revoked: { eq: true } }, 'revoked=true', ({ revokedAt }) => revokedAt !== null],
        [
          { revoked: { eq: false }, expired: { eq: false } },
          'revoked=false&expired=false',
          (row) => row['revokedAt'] === null && !isExpired(row),
        ],
        [{ expired: { eq: true } }, 'expired=true', isExpired],
        [{ expiresAt: { isNull: true } }, undefined, ({ expiresAt }) => expiresAt === null],
        [
          { expiresAt: { during: { next: 216, unit: 'hour' } } },
          undefined,
          ({ expiresAt }) =>
            expiresAt !== null && Date.parse(String(expiresAt)) >= world.clock.now(),
        ],
      ]
    },
  },
  stages: {
    type: 'Stage',
    path: '/v1/stages',
    fields: 'id name position isTrash',
    defaultOrder: ['position', 'asc'],
    orders: { position: ({ position }) => Number(position), ...createdAtOrder, ...nameOrder },
    cases: () => [
      nameFilterCase,
      [{ isTrash: { eq: true } }, undefined, ({ isTrash }) => isTrash === true],
      [{ isTrash: { eq: false } }, undefined, ({ isTrash }) => !isTrash],
    ],
  },
  pipelines: {
    type: 'Pipeline',
    path: '/v1/pipelines',
    fields: 'id name position stages { id }',
    defaultOrder: ['position', 'asc'],
    orders: { position: ({ position }) => Number(position), ...createdAtOrder, ...nameOrder },
    cases: () => {
      const [stage] = ((pipelines[2]?.['stages'] ?? []) as Row[]).map(({ id }) => id)
      return [
        nameFilterCase,
        [{ stageId: { eq: stage } }, `stageId=${stage}`, ({ id }) => id === pipelines[2]?.id],
        [{ id: { in: [] } }, undefined, () => false],
      ]
    },
  },
  customFields: {
    type: 'CustomFieldDefinition',
    path: '/v1/custom-fields',
    fields: 'id name key record type position',
    defaultOrder: ['position', 'asc'],
    orders: {
      position: ({ record, position }) => (record === 'person' ? 0 : 1000) + Number(position),
      ...createdAtOrder,
      ...nameOrder,
      key: ({ key }) => String(key),
    },
    cases: () => [
      nameFilterCase,
      [{ record: { eq: 'deal' } }, 'record=deal', ({ record }) => record === 'deal'],
      [
        { type: { eq: 'date' }, record: { eq: 'person' } },
        'type=date&record=person',
        ({ type, record }) => type === 'date' && record === 'person',
      ],
      [{ key: { eq: 'k3' } }, 'key=k3', ({ key }) => key === 'k3'],
    ],
  },
  webhookEndpoints: {
    type: 'WebhookEndpoint',
    path: '/v1/webhook-endpoints',
    fields: 'id url status userId createdAt',
    defaultOrder: ['createdAt', 'desc'],
    orders: { ...createdAtOrder, url: ({ url }) => String(url) },
    cases: () => [
      [
        { url: { contains: '/HOOK/1' } },
        'url=/HOOK/1',
        ({ url }) => String(url).includes('/hook/1'),
      ],
      [{ status: { eq: 'paused' } }, 'status=paused', ({ status }) => status === 'paused'],
      [{ not: { status: { eq: 'active' } } }, undefined, ({ status }) => status !== 'active'],
      [
        { userId: { eq: world.users.admin.id } },
        `userId=${world.users.admin.id}`,
        ({ userId }) => userId === world.users.admin.id,
      ],
      [
        { createdAt: { during: { last: 48, unit: 'hour' } } },
        undefined,
        ({ createdAt }) => Date.parse(String(createdAt)) >= world.clock.now() - 2 * dayMs,
      ],
    ],
  },
  webhookDeliveries: {
    type: 'WebhookDelivery',
    path: '/v1/webhook-deliveries',
    fields: 'id endpointId type status createdAt',
    defaultOrder: ['createdAt', 'desc'],
    orders: createdAtOrder,
    cases: () => {
      const [{ endpointId, createdAt: createdTime } = { endpointId: '', createdAt: '' }] = (
        rowsByList['webhookDeliveries'] ?? []
      ).slice(3)
      return [
        [
          { endpointId: { eq: endpointId } },
          `endpointId=${endpointId}`,
          (row) => row['endpointId'] === endpointId,
        ],
        [{ status: { eq: 'dead' } }, 'status=dead', ({ status }) => status === 'dead'],
        [
          { type: { eq: 'deal.moved' }, not: { status: { eq: 'pending' } } },
          undefined,
          ({ type, status }) => type === 'deal.moved' && status !== 'pending',
        ],
        [
          { type: { eq: 'webhook.ping' }, status: { eq: 'delivered' } },
          'type=webhook.ping&status=delivered',
          (row) => row['type'] === 'webhook.ping' && row['status'] === 'delivered',
        ],
        [
          { createdAt: { gte: createdTime } },
          `from=${createdTime}`,
          ({ createdAt }) => String(createdAt) >= String(createdTime),
        ],
        [
          { createdAt: { lt: createdTime } },
          `before=${createdTime}`,
          ({ createdAt }) => String(createdAt) < String(createdTime),
        ],
      ]
    },
  },
}
const listEntries = Object.entries(lists)

async function createRecord(path: string, body: object): Promise<Row> {
  const reply = await world.as('owner').rest('POST', path, body)
  expect([path, reply.status, reply.text]).toEqual([path, 201, reply.text])
  return reply.body.data
}

const rowsByList: Record<string, Row[]> = {}

beforeAll(async () => {
  world = await createWorld()
  const { leader, agent, loner } = world.users
  for (const [index, name] of sampleNames.entries()) {
    const role = (['Agent', 'Team Leader', 'Admin'] as const)[index % 3]
    const user = await createRecord('/v1/users', {
      firstName: name,
      lastName: index % 2 ? 'Tester' : sampleNames.at(-index),
      email: `${index % 2}U${index}@acme.test`,
      role,
    })
    if (index % 4 === 0)
      await world.as('owner').rest('PUT', `/v1/users/${user.id}`, { suspended: true })
    const leaderIds = [[leader.id], [agent.id, leader.id], [loner.id]][index % 3]
    await createRecord('/v1/teams', { name, leaderIds, memberIds: index % 2 ? [agent.id] : [] })
    const expiryDays = [undefined, 1, 9][index % 3]
    const expiresAt = expiryDays && new Date(world.clock.now() + expiryDays * dayMs).toISOString()
    const key = await createRecord('/v1/api-keys', {
      name,
      userId: index % 2 ? agent.id : leader.id,
      ...(expiresAt && { expiresAt }),
    })
    if (index % 4 === 1) await world.as('owner').rest('DELETE', `/v1/api-keys/${key.id}`)
    const stage = await createRecord('/v1/stages', { name })
    await world.as('owner').rest('PUT', `/v1/stages/${stage.id}`, { position: (index * 7) % 5 })
    await createRecord('/v1/pipelines', { name, stages: [{ name: 'Open', type: 'open' }] })
    const fieldType = (['text', 'date'] as const)[index % 2]
    await createRecord('/v1/custom-fields', {
      name,
      key: `k${index}`,
      record: index % 3 ? 'person' : 'deal',
      type: fieldType,
    })
    const endpointReply = await world
      .as(index % 2 ? 'admin' : 'owner')
      .rest('POST', '/v1/webhook-endpoints', {
        url: `https://93.184.216.34/hook/${index}`,
        events: ['*'],
      })
    const pingReply = await world
      .as('owner')
      .rest('POST', `/v1/webhook-endpoints/${endpointReply.body.data.id}/ping`)
    const status = (['pending', 'dead', 'delivered'] as const)[index % 3]
    const deliveryKey = { companyId: world.company.id, id: pingReply.body.data.id as string }
    await world.deps.store.allCompanies.write((db) =>
      db.update('webhookDeliveries', deliveryKey, {
        status,
        ...(index % 2 && { type: 'deal.moved' }),
      }),
    )
    if (index % 4 === 0)
      await world
        .as('owner')
        .rest('PUT', `/v1/webhook-endpoints/${endpointReply.body.data.id}`, { paused: true })
    if (index % 5 === 4) world.clock.advance(dayMs / 2)
  }
  const movedField = (await world.as('owner').rest('GET', '/v1/custom-fields')).body.data[0]
  await world.as('owner').rest('PUT', `/v1/custom-fields/${movedField.id}`, { position: 3 })
  const deletedField = await createRecord('/v1/custom-fields', {
    name: 'Ann gone',
    record: 'person',
    type: 'text',
  })
  expect(
    (await world.as('owner').rest('DELETE', `/v1/custom-fields/${deletedField.id}`)).status,
  ).toBe(200)
  world.clock.advance(dayMs)
  for (const [field, { fields }] of listEntries) {
    const { body } = await world
      .as('owner')
      .gql(
        `{ ${field}(first: 100) { nodes { ${fields} ${field === 'teams' ? 'createdAt' : ''} } } }`,
      )
    rowsByList[field] = body.data[field].nodes
    expect(rowsByList[field]?.length).toBeGreaterThanOrEqual(sampleNames.length)
  }
  teams = rowsByList['teams'] ?? []
  pipelines = rowsByList['pipelines'] ?? []
})
afterAll(() => world.stop())

/** Sorts rows by `key`, with nulls last and ties ordered by id, and returns their ids. */
function sortIds(rows: Row[], key: (row: Row) => SortKey, direction: string): string[] {
  const directionSign = direction === 'asc' ? 1 : -1
  const compareKeys = (a: Exclude<SortKey, null>, b: Exclude<SortKey, null>) =>
    a < b ? -directionSign : a > b ? directionSign : 0
  return rows
    .toSorted((a, b) => {
      const [keyA, keyB] = [key(a), key(b)]
      if (keyA === null || keyB === null)
        return keyA === keyB ? compareKeys(a.id, b.id) : keyA === null ? 1 : -1
      return compareKeys(keyA, keyB) || compareKeys(a.id, b.id)
    })
    .map(({ id }) => id)
}

const sortIdsByDefault = ({ defaultOrder: [field, direction], orders }: ListSpec, rows: Row[]) =>
  sortIds(rows, orders[field] as (row: Row) => SortKey, direction)
const getIds = (rows: Row[]) => rows.map(({ id }) => id)

interface Page {
  nodes: Row[]
  totalCount: number
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

function sendListQuery(
  field: string,
  page: string,
  where?: object,
  orderBy?: object,
  caller: TestUser = 'owner',
): Promise<Reply> {
  const { type } = lists[field] as ListSpec
  const query = `query($w: ${type}Where, $o: [${type}OrderInput!]) { ${field}(${page}, where: $w, orderBy: $o) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
  return world.as(caller).gql(query, { ...(where && { w: where }), ...(orderBy && { o: orderBy }) })
}

async function readPage(...args: Parameters<typeof sendListQuery>): Promise<Page> {
  const { body } = await sendListQuery(...args)
  expect([args, body.errors]).toEqual([args, undefined])
  return body.data[args[0]]
}

async function listAllIds(
  field: string,
  pageSize: number,
  isBackward: boolean,
  where?: object,
  orderBy?: object,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const cursorArgument: string =
      cursor === null ? '' : `, ${isBackward ? 'before' : 'after'}: "${cursor}"`
    const { nodes, pageInfo }: Page = await readPage(
      field,
      `${isBackward ? 'last' : 'first'}: ${pageSize}${cursorArgument}`,
      where,
      orderBy,
    )
    ids.splice(isBackward ? 0 : ids.length, 0, ...getIds(nodes))
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return ids
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
  }
}

describe.each(listEntries)('The list of %s', (field, list) => {
  const sendRestList = async (query: string, caller: TestUser = 'owner') =>
    (await world.as(caller).rest('GET', `${list.path}?${query}`)).body
  const getListRows = () => rowsByList[field] as Row[]

  test('a list filter, in REST parameters or in `where`, returns and counts exactly the matching records', async () => {
    for (const [where, parameters, matches] of list.cases()) {
      const expectedIds = sortIdsByDefault(list, getListRows().filter(matches))
      const { nodes, totalCount } = await readPage(field, 'first: 100', where)
      expect([where, getIds(nodes), totalCount]).toEqual([where, expectedIds, expectedIds.length])
      const queries = [
        `where=${encodeURIComponent(JSON.stringify(where))}`,
        ...(parameters ? [parameters] : []),
      ]
      for (const query of queries)
        expect([query, getIds((await sendRestList(`limit=100&${query}`)).data)]).toEqual([
          query,
          expectedIds,
        ])
    }
  })

  test('a list is sorted case-insensitively and in the same order for any page size, paged forward or backward', async () => {
    const filterCases: FilterCase[] = [[{}, undefined, () => true], ...list.cases()]
    const anyRequest = fc.record({
      filterIndex: fc.constantFrom(...filterCases.keys()),
      order: fc.constantFrom(...Object.keys(list.orders)),
      direction: fc.constantFrom('asc', 'desc'),
      pageSize: fc.constantFrom(2, 3, 100),
      isBackward: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        anyRequest,
        async ({ filterIndex, order, direction, pageSize, isBackward }) => {
          const [where, , matches] = filterCases[filterIndex] as FilterCase
          const expectedIds = sortIds(
            getListRows().filter(matches),
            list.orders[order] as (row: Row) => SortKey,
            direction,
          )
          expect(
            await listAllIds(field, pageSize, isBackward, where, { field: order, direction }),
          ).toEqual(expectedIds)
        },
      ),
      { seed: 5, numRuns: 40 },
    )
    for (const order of Object.keys(list.orders))
      for (const direction of ['asc', 'desc']) {
        const expectedIds = sortIds(
          getListRows(),
          list.orders[order] as (row: Row) => SortKey,
          direction,
        )
        const listedIds: string[] = []
        for (let cursor = ''; ; ) {
          const { data, meta } = await sendRestList(
            `limit=5&orderBy=${order}&direction=${direction}${cursor && `&cursor=${cursor}`}`,
          )
          listedIds.push(...getIds(data))
          if (!meta.hasMore) break
          cursor = meta.nextCursor
        }
        expect([order, direction, listedIds]).toEqual([order, direction, expectedIds])
        const { meta } = await sendRestList(
          `limit=5&total=true&orderBy=${order}&direction=${direction}`,
        )
        const previousPage = await sendRestList(
          `limit=3&orderBy=${order}&direction=${direction}&beforeCursor=${meta.nextCursor}`,
        )
        expect([meta.total, getIds(previousPage.data)]).toEqual([
          expectedIds.length,
          expectedIds.slice(1, 4),
        ])
      }
  })

  test('a list page with both `after` and `before` contains only records between the two cursors', async () => {
    for (const order of [undefined, ...Object.keys(list.orders)]) {
      const orderBy = order && { field: order, direction: 'desc' }
      const allIds = await listAllIds(field, 100, false, undefined, orderBy || undefined)
      const readCursor = async (index: number) =>
        (await readPage(field, `first: ${index + 1}`, undefined, orderBy || undefined)).pageInfo
          .endCursor
      const [startIndex, endIndex] = [1, allIds.length - 2]
      const cursorArguments = `after: "${await readCursor(startIndex)}", before: "${await readCursor(endIndex)}"`
      const idsBetween = allIds.slice(startIndex + 1, endIndex)
      const pages = await Promise.all(
        ['first: 100', 'last: 100', 'first: 3', 'last: 3'].map((size) =>
          readPage(field, `${size}, ${cursorArguments}`, undefined, orderBy || undefined),
        ),
      )
      expect([order, ...pages.map(({ nodes }) => getIds(nodes))]).toEqual([
        order,
        idsBetween,
        idsBetween,
        idsBetween.slice(0, 3),
        idsBetween.slice(-3),
      ])
      expect(pages.map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage])).toEqual(
        [
          [true, false],
          [false, true],
          [true, true],
          [true, true],
        ],
      )
      const emptyPage = await readPage(
        field,
        `first: 5, after: "${await readCursor(endIndex)}", before: "${await readCursor(startIndex)}"`,
        undefined,
        orderBy || undefined,
      )
      expect(emptyPage.nodes).toEqual([])
    }
  })

  test('a list cursor is valid only for its order, direction and filter', async () => {
    const [defaultOrder, direction] = list.defaultOrder
    const expectInvalidCursor = async (page: Promise<Reply>) => {
      const { body } = await page
      expect(body.errors?.[0]?.extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'after' }],
      })
    }
    const orders = [
      undefined,
      ...Object.keys(list.orders).flatMap((order) =>
        ['asc', 'desc'].map((direction) => ({ field: order, direction })),
      ),
    ]
    const isSameOrder = (a: (typeof orders)[number], b: (typeof orders)[number]) =>
      JSON.stringify(a ?? { field: defaultOrder, direction }) ===
      JSON.stringify(b ?? { field: defaultOrder, direction })
    for (const order of orders) {
      const { pageInfo } = await readPage(field, 'first: 1', undefined, order)
      const nextPageArguments = `first: 1, after: "${pageInfo.endCursor}"`
      for (const otherOrder of orders) {
        if (isSameOrder(order, otherOrder))
          expect(
            (await readPage(field, nextPageArguments, undefined, otherOrder)).nodes,
          ).toHaveLength(1)
        else
          await expectInvalidCursor(sendListQuery(field, nextPageArguments, undefined, otherOrder))
      }
      await expectInvalidCursor(sendListQuery(field, nextPageArguments, { id: { in: [] } }, order))
    }
    const order = Object.keys(list.orders).at(-1)
    const { meta } = await sendRestList(`limit=1&orderBy=${order}&direction=asc`)
    expect(
      (await sendRestList(`limit=1&orderBy=${order}&direction=desc&cursor=${meta.nextCursor}`))
        .error.details[0].field,
    ).toBe('cursor')
    expect(
      (await sendRestList(`limit=1&orderBy=${order}&direction=asc&cursor=${meta.nextCursor}`)).data,
    ).toHaveLength(1)
  })

  test('a list request with an unknown or invalid filter or order is rejected', async () => {
    for (const where of [
      { shoeSize: 1 },
      { id: { in: 1.5 } },
      { createdAt: { gt: 'yesterday' } },
      { name: { contains: 7 } },
      { and: [{ nothing: true }] },
    ]) {
      const { body } = await sendListQuery(field, 'first: 1', where)
      expect([where, body.errors?.[0]?.extensions?.code]).toEqual([where, 'VALIDATION_ERROR'])
      const { error } = await sendRestList(`where=${encodeURIComponent(JSON.stringify(where))}`)
      expect([where, error?.code, error?.details?.[0]?.field?.startsWith('where.')]).toEqual([
        where,
        'VALIDATION_ERROR',
        true,
      ])
    }
    const { body } = await sendListQuery(field, 'first: 1', undefined, { field: 'shoeSize' })
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'orderBy[0].field' }],
    })
    for (const [query, name] of [
      ['orderBy=shoeSize', 'orderBy'],
      ['direction=up', 'direction'],
      ['where=%7B', 'where'],
    ] as const)
      expect((await sendRestList(query)).error.details[0].field).toBe(name)
  })

  test('a filtered list contains no records of another company', async () => {
    for (const [where] of list.cases()) {
      const foundIds = getIds(
        (await readPage(field, 'first: 100', where, undefined, 'stranger')).nodes,
      )
      expect(foundIds.filter((id) => getListRows().some((row) => row.id === id))).toEqual([])
    }
  })
})

describe('User lists', () => {
  test('a REST list of users, or a GraphQL list with `all: true`, returns all matching users on one page', async () => {
    const matchingUsers = (rowsByList['users'] as Row[]).filter(
      ({ roleName }) => roleName !== 'Admin',
    )
    expect(matchingUsers.length).toBeGreaterThan(10)
    const expectedIds = sortIds(matchingUsers, ({ firstName }) => foldName(firstName), 'asc')
    const where = { not: { role: { eq: 'ADMIN' } } }
    const restReply = await world
      .as('owner')
      .rest('GET', `/v1/users?where=${encodeURIComponent(JSON.stringify(where))}&orderBy=firstName`)
    expect([getIds(restReply.body.data), restReply.body.meta.hasMore]).toEqual([expectedIds, false])
    expect(
      getIds((await readPage('users', 'all: true', where, { field: 'firstName' })).nodes),
    ).toEqual(expectedIds)
    expect((await readPage('users', 'all: true, first: 2', where)).nodes).toHaveLength(2)
  })

  test('a REST list of users filtered by role returns all matching users, newest first', async () => {
    const expectedIds = sortIds(
      (rowsByList['users'] as Row[]).filter(({ roleName }) => roleName === 'Agent'),
      ({ id }) => id,
      'desc',
    )
    const { status, body } = await world.as('owner').rest('GET', '/v1/users?role=Agent')
    expect([status, getIds(body.data)]).toEqual([200, expectedIds])
  })

  test("the user list's role filter accepts the role name in REST and the enum value in GraphQL", async () => {
    const rejectedReply = await world.as('owner').rest('GET', '/v1/users?role=TEAM_LEADER')
    expect(rejectedReply.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'role' }],
    })
    const graphqlReply = await world
      .as('owner')
      .gql('{ users(where: { role: { eq: TEAM_LEADER } }) { totalCount nodes { role roleName } } }')
    expect(graphqlReply.body.data.users.nodes[0]).toEqual({
      role: 'TEAM_LEADER',
      roleName: 'Team Leader',
    })
    const { body } = await sendListQuery('users', 'first: 1', { role: { eq: 'Team Leader' } })
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'where.role.eq' }],
    })
  })
})

test('an Agent cannot find API keys of other users with a filter', async () => {
  const { agent } = world.users
  const ownKeys = (rowsByList['apiKeys'] as Row[]).filter(({ userId }) => userId === agent.id)
  const expectedIds = sortIds(ownKeys, ({ name }) => foldName(name), 'asc')
  for (const where of [
    {},
    { not: { userId: { eq: world.users.leader.id } } },
    { or: [{ userId: { eq: agent.id } }, { userId: { eq: world.users.leader.id } }] },
  ]) {
    const { nodes, totalCount } = await readPage(
      'apiKeys',
      'first: 100',
      where,
      { field: 'name' },
      'agent',
    )
    expect([where, getIds(nodes), totalCount]).toEqual([where, expectedIds, expectedIds.length])
  }
  expect(
    (
      await readPage(
        'apiKeys',
        'first: 100',
        { userId: { eq: world.users.leader.id } },
        undefined,
        'agent',
      )
    ).totalCount,
  ).toBe(0)
})

test('lists of people sorted by name can be paged even with names of maximum length', async () => {
  const createdIds: string[] = []
  for (const letter of ['李', '王', 'ﷺ'.slice(0, 1)]) {
    const name = letter.repeat(100)
    createdIds.push(
      (await createRecord('/v1/people', { firstName: name, lastName: name, source: 'Long' })).id,
    )
  }
  const readPeoplePage = async (cursor: string) =>
    (await world.as('owner').rest('GET', `/v1/people?source=Long&orderBy=name&limit=1${cursor}`))
      .body
  const listedIds: string[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = await readPeoplePage(cursor)
    listedIds.push(...getIds(data))
    const graphqlReply = await world
      .as('owner')
      .gql(
        'query($c: String) { people(first: 1, after: $c, where: { source: { eq: "Long" } }, orderBy: { field: name }) { pageInfo { endCursor hasNextPage } } }',
        {
          c: listedIds.length > 1 ? decodeURIComponent(cursor.slice(8)) : null,
        },
      )
    expect(graphqlReply.body.errors).toBeUndefined()
    if (!meta.hasMore) break
    cursor = `&cursor=${encodeURIComponent(meta.nextCursor)}`
  }
  expect(listedIds.toSorted()).toEqual(createdIds.toSorted())
})

test('a list can be sorted without an index only if at most 5,000 records match', async () => {
  const otherWorld = await createWorld()
  const teamColumns = {
    companyId: otherWorld.company.id,
    version: 1,
    createdAt: '2026-06-01T00:00:00.000Z',
    updatedAt: '2026-06-01T00:00:00.000Z',
  }
  const insertTeams = (from: number, to: number) =>
    otherWorld.deps.store.allCompanies.write(async (db) => {
      for (let i = from; i < to; i++)
        await db.insert('teams', {
          ...teamColumns,
          id: otherWorld.deps.newId('team'),
          name: `Team ${i % 77}`,
        })
    })
  const listByName = (where = '', orderBy = '{ field: name }') =>
    otherWorld
      .as('owner')
      .gql(`{ teams(first: 1${where}, orderBy: ${orderBy}) { totalCount nodes { name } } }`)
  await insertTeams(1, 5000)
  expect((await listByName()).body.data.teams).toEqual({
    totalCount: 5000,
    nodes: [{ name: 'North' }],
  })
  await insertTeams(5000, 5001)
  const { errors } = (await listByName()).body
  expect(errors[0].extensions.code).toBe('BAD_REQUEST')
  expect(errors[0].message).toMatch(
    /5,000 .*narrow the filter by one of id, userId, leaderId.*or use another order/,
  )
  const twoFieldReply = await listByName('', '[{ field: name }, { field: createdAt }]')
  expect(twoFieldReply.body.errors[0].message).toMatch(
    /5,000 .*several fields.*or sort by one field/,
  )
  expect(
    (await listByName(`, where: { leaderId: { eq: "${otherWorld.users.leader.id}" } }`)).body.data
      .teams.totalCount,
  ).toBe(1)
  expect(
    (await otherWorld.as('owner').gql('{ teams(first: 1) { totalCount } }')).body.data.teams
      .totalCount,
  ).toBe(5001)
  await otherWorld.stop()
})

describe('List fields in the schema', () => {
  /** Lists that callers cannot sort, each with the reason. */
  const fixedOrders: Record<string, string> = {
    searchPeople: 'ranked by match',
    auditLog: 'in the sequence of the log, which proves its completeness; it has a `where`',
    events:
      'in the sequence of the log, so that a reader who continues from a cursor misses no event',
    personMerges: 'the merges of one person, which are undone in their order',
  }
  const connectionFields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ type }) => getNamedType(type).name.endsWith('Connection'),
  )
  const sortableLists = connectionFields
    .filter(({ name }) => !(name in fixedOrders))
    .map(({ name }) => name)

  test('every GraphQL list field without a fixed order accepts `where` and `orderBy`, and every list field except `events` and `searchPeople` can be paged in both directions', () => {
    const unsortableLists = connectionFields.filter(
      ({ args }) =>
        !['where', 'orderBy'].every((argument) => args.some(({ name }) => name === argument)),
    )
    expect(unsortableLists.map(({ name }) => name).sort()).toEqual(Object.keys(fixedOrders).sort())
    expect(sortableLists.length).toBeGreaterThanOrEqual(12)
    const forwardOnlyLists = connectionFields.filter(
      ({ args }) =>
        !['first', 'after', 'last', 'before'].every((argument) =>
          args.some(({ name }) => name === argument),
        ),
    )
    expect(forwardOnlyLists.map(({ name }) => name)).toEqual(['events', 'searchPeople'])
  })

  test('every REST list without a fixed order accepts `limit`, `cursor`, `where`, `orderBy` and `direction`', () => {
    const restLists = routes.flatMap(({ path, document }) => {
      const [operation] = parse(document).definitions
      if (operation?.kind !== 'OperationDefinition' || operation.operation !== 'query') return []
      const [rootField] = operation.selectionSet.selections
      if (rootField?.kind !== 'Field' || !sortableLists.includes(rootField.name.value)) return []
      const variableNames =
        operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? []
      return [
        {
          path,
          root: rootField.name.value,
          missing: ['limit', 'cursor', 'where', 'orderBy', 'direction'].filter(
            (name) => !variableNames.includes(name),
          ),
        },
      ]
    })
    expect(restLists.filter(({ missing }) => missing.length > 0)).toEqual([])
    expect([...new Set(restLists.map(({ root }) => root))].sort()).toEqual(sortableLists.toSorted())
  })
})
