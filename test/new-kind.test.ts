import { readdir, readFile } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadViewerOfUser } from '../src/access/viewers.ts'
import { recordEvent } from '../src/events/record-event.ts'
import { createExporter } from '../src/exchange/export.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { createDeliveries } from '../src/webhooks/create-deliveries.ts'
import { endpointByIdQuery } from '../src/webhooks/queries.ts'
import type { Client } from './support/client.ts'
import { onPostgres } from './support/database.ts'
import { dump } from './support/dump.ts'
import { createPostcardsTable, routes, schema } from './support/postcards.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface FeedEvent {
  type: string
  recordId: string
  changes: { field: string; from: unknown; to: unknown }[]
}

/**
 * The permissions, events and merges of a new kind of record follow from its declarations. The
 * tests use the postcards that `support/postcards.ts` declares.
 */
describe('A new kind of record', () => {
  let world: World
  /** Postcard ids by user. Each postcard is to a person assigned to the user. */
  const postcardIds = {} as Record<'agent' | 'loner', string>
  const personIds = {} as Record<'agent' | 'loner', string>
  beforeAll(async () => {
    world = await createWorld({}, { api: { schema, routes } })
    await createPostcardsTable(world)
    for (const user of ['agent', 'loner'] as const) {
      personIds[user] = await createPersonFor(user)
      postcardIds[user] = await createPostcard(personIds[user])
    }
  })
  afterAll(() => world.stop())

  const createPersonFor = async (user: TestUser) => {
    const assignedAgentId = world.users[user].id
    const creationReply = await world
      .as('owner')
      .rest('POST', '/v1/people', { firstName: user, assignedAgentId })
    return creationReply.body.data.id as string
  }
  const createPostcard = async (personId: string, author: TestUser = 'owner') => {
    const { body } = await world
      .as(author)
      .rest('POST', '/v1/postcards', { personId, text: `Postcard to ${personId}` })
    return body.data.id as string
  }

  const readViewer = async (userName: TestUser) => {
    const { companyId, id: userId } = world.users[userName]
    const viewer = await world.deps.store.allCompanies.read((db) =>
      loadViewerOfUser(db, { companyId, userId, scopes: null }),
    )
    if (!viewer) throw new Error(`${userName} is not an active user`)
    return viewer
  }

  /** Each user, with the users whose postcards that user can view. */
  const viewablePostcards: [TestUser, ('agent' | 'loner')[]][] = [
    ['owner', ['loner', 'agent']],
    ['admin', ['loner', 'agent']],
    ['leader', ['agent']],
    ['agent', ['agent']],
    ['loner', ['loner']],
    ['idle', []],
    ['stranger', []],
  ]
  const readFeed = async (client: Client, types = 'postcard.*') => {
    const { status, body } = await client.rest('GET', `/v1/events?limit=100&types=${types}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.data as FeedEvent[]
  }
  const canViewDeletion = async (client: Client, id: string) =>
    (await readFeed(client)).some(
      ({ type, recordId }) => type === 'postcard.deleted' && recordId === id,
    )

  test.each(viewablePostcards)(
    'the user %s can view exactly the permitted records of a new kind in lists, by id and in the event feed',
    async (user, viewableAssignees) => {
      const expectedIds = viewableAssignees.map((assignee) => postcardIds[assignee])
      const client = world.as(user)
      const { body } = await client.gql(
        'query ($ids: [ID!]!) { postcards { totalCount nodes { id } } nodes(ids: $ids) { id } }',
        { ids: Object.values(postcardIds) },
      )
      expect(body.data.postcards).toEqual({
        totalCount: expectedIds.length,
        nodes: expectedIds.map((id) => ({ id })),
      })
      expect(body.data.nodes).toEqual(
        Object.values(postcardIds).map((id) => (expectedIds.includes(id) ? { id } : null)),
      )
      for (const id of Object.values(postcardIds)) {
        const postcardReply = await client.gql('query ($id: ID!) { postcard(id: $id) { id } }', {
          id,
        })
        expect(postcardReply.body.data.postcard).toEqual(expectedIds.includes(id) ? { id } : null)
      }
      const restPostcards = (await client.rest('GET', '/v1/postcards')).body.data as {
        id: string
      }[]
      expect(restPostcards.map(({ id }) => id)).toEqual(expectedIds)
      expect((await readFeed(client)).map(({ recordId }) => recordId)).toEqual(
        expectedIds.toReversed(),
      )
    },
  )

  test.each(viewablePostcards)(
    'an export for the user %s contains exactly the permitted records of a new kind',
    async (user, viewableAssignees) => {
      const viewer = await readViewer(user)
      const exporter = createExporter(
        world.deps,
        viewer,
        'postcards',
        { includeTrash: false },
        schema,
      )
      const columns = (await exporter.listColumns()).map(({ name }) => name)
      expect(columns).toEqual([
        'id',
        'person',
        'pinned',
        'text',
        'createdAt',
        'updatedAt',
        'version',
      ])
      const records: object[] = []
      for await (const chunk of exporter.readRecords()) records.push(...chunk)
      const expectRecordOf = (assignee: 'agent' | 'loner') =>
        expect.objectContaining({
          id: postcardIds[assignee],
          person: personIds[assignee],
          pinned: false,
          text: `Postcard to ${personIds[assignee]}`,
        })
      expect(records).toEqual(viewableAssignees.toReversed().map(expectRecordOf))
    },
  )

  test('paging through a list of a new kind of record returns each record once', async () => {
    const owner = world.as('owner')
    const firstPage = await owner.rest('GET', '/v1/postcards?limit=1')
    const { hasMore, nextCursor } = firstPage.body.meta
    const secondPage = await owner.rest('GET', `/v1/postcards?limit=1&cursor=${nextCursor}`)
    expect(hasMore).toBe(true)
    const listedPostcards: { id: string }[] = [...firstPage.body.data, ...secondPage.body.data]
    expect(listedPostcards.map(({ id }) => id)).toEqual([postcardIds.loner, postcardIds.agent])
    expect(secondPage.body.meta.hasMore).toBe(false)
  })

  test('a narrowed key can view records of a new kind only within its scopes', async () => {
    const narrowedClient = await world.createKey('owner', ['people.view.own', 'activities.view'])
    const clientWithoutScope = await world.createKey('owner', ['people.view.all'])
    expect(
      (await narrowedClient.gql('{ postcards { totalCount } }')).body.data.postcards.totalCount,
    ).toBe(0)
    expect(await readFeed(narrowedClient)).toEqual([])
    expect(await readFeed(clientWithoutScope)).toEqual([])
    expect((await clientWithoutScope.rest('GET', '/v1/postcards')).body.error.code).toBe(
      'FORBIDDEN',
    )
    const { body } = await clientWithoutScope.gql('query ($id: ID!) { node(id: $id) { id } }', {
      id: postcardIds.agent,
    })
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
  })

  test('a record of a new kind can reference only people whom the caller can view', async () => {
    const agent = world.as('agent')
    const narrowedClient = await world.createKey('agent', ['people.view.own', 'activities.view'])
    const dumpBefore = await dump(world)
    for (const personId of [personIds.loner, 'person_00000000', world.users.agent.id]) {
      const { status, body } = await agent.rest('POST', '/v1/postcards', {
        personId,
        text: 'Postcard',
      })
      expect([status, body.error.details]).toEqual([
        400,
        [expect.objectContaining({ field: 'personId', code: 'INVALID_REFERENCE' })],
      ])
    }
    const input = { personId: personIds.agent, text: 'Postcard' }
    const { body } = await narrowedClient.rest('POST', '/v1/postcards', input)
    expect(body.error.message).toContain('activities.create')
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('a user who can view, but not edit, a record of a new kind can neither update nor delete the record', async () => {
    const path = `/v1/postcards/${postcardIds.agent}`
    const narrowedClient = await world.createKey('owner', ['people.view.all', 'activities.view'])
    const dumpBefore = await dump(world)
    for (const client of [world.as('agent'), narrowedClient]) {
      expect((await client.rest('GET', path)).status).toBe(200)
      const { body } = await client.gql('query ($id: ID!) { postcard(id: $id) { viewerCan } }', {
        id: postcardIds.agent,
      })
      expect(body.data.postcard.viewerCan).toEqual([])
      expect((await client.rest('PUT', path, { text: 'New' })).status).toBe(403)
      expect((await client.rest('DELETE', path)).status).toBe(403)
    }
    expect((await world.as('loner').rest('PUT', path, { text: 'New' })).status).toBe(403)
    expect((await world.as('stranger').rest('DELETE', path)).status).toBe(404)
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('the author can update and delete a record of a new kind, and events list the changed fields', async () => {
    const agent = world.as('agent')
    const id = await createPostcard(personIds.agent, 'agent')
    const { body } = await agent.rest('PUT', `/v1/postcards/${id}`, { text: 'New', pinned: true })
    expect(body.data).toMatchObject({ text: 'New', pinned: true, version: 2 })
    expect((await agent.rest('PUT', `/v1/postcards/${id}`, {})).status).toBe(400)
    expect((await agent.rest('DELETE', `/v1/postcards/${id}`)).status).toBe(200)
    const events = (await readFeed(agent)).filter(({ recordId }) => recordId === id)
    const oldText = `Postcard to ${personIds.agent}`
    const listValues = ({ changes }: FeedEvent) =>
      changes.map(({ field, from, to }) => [field, from, to])
    expect(events.map((event) => [event.type, ...listValues(event)])).toEqual([
      [
        'postcard.created',
        ['personId', null, personIds.agent],
        ['text', null, oldText],
        ['pinned', null, false],
      ],
      ['postcard.updated', ['text', oldText, 'New'], ['pinned', false, true]],
      [
        'postcard.deleted',
        ['personId', personIds.agent, null],
        ['text', 'New', null],
        ['pinned', true, null],
      ],
    ])
  })

  test('an update or deletion of a record of a new kind with an outdated version fails', async () => {
    const owner = world.as('owner')
    const path = `/v1/postcards/${await createPostcard(personIds.agent)}`
    const headers = { 'If-Match': '"1"' }
    expect((await owner.rest('PUT', path, { text: 'New' }, headers)).status).toBe(200)
    const dumpBefore = await dump(world)
    expect((await owner.rest('PUT', path, { text: 'Late' }, headers)).status).toBe(412)
    expect((await owner.rest('DELETE', path, undefined, headers)).status).toBe(412)
    expect(await dump(world)).toEqual(dumpBefore)
    expect((await owner.rest('DELETE', path, undefined, { 'If-Match': '"2"' })).status).toBe(200)
  })

  test('the deletion event of a record of a new kind is visible only to users who could view the record', async () => {
    const id = await createPostcard(personIds.agent)
    expect((await world.as('owner').rest('DELETE', `/v1/postcards/${id}`)).status).toBe(200)
    for (const [user, viewableAssignees] of viewablePostcards)
      expect([user, await canViewDeletion(world.as(user), id)]).toEqual([
        user,
        viewableAssignees.includes('agent'),
      ])
    const narrowedClient = await world.createKey('owner', ['people.view.own', 'activities.view'])
    expect(await canViewDeletion(narrowedClient, id)).toBe(false)
  })

  test('a webhook of a narrowed key receives events of a new kind of record only if the key can view the record', async () => {
    const narrowedClient = await world.createKey('owner', [
      'people.view.own',
      'activities.view',
      'webhooks.manage',
    ])
    const endpoint = { url: 'https://93.184.216.34/hook', events: ['postcard.*'] }
    const listDeliveredTypes = async (client: Client) => {
      const { id } = (await client.rest('POST', '/v1/webhook-endpoints', endpoint)).body.data
      await createPostcard(personIds.agent)
      const endpointRow = await world.deps.store.allCompanies.read((db) =>
        db.first(endpointByIdQuery, { companyId: world.company.id, id }),
      )
      if (!endpointRow) throw new Error('the webhook endpoint does not exist')
      await createDeliveries(world.deps, endpointRow)
      const { body } = await world
        .as('owner')
        .rest('GET', `/v1/webhook-deliveries?endpointId=${id}`)
      return body.data.map(({ type }: { type: string }) => type)
    }
    expect(await listDeliveredTypes(world.as('owner'))).toEqual(['postcard.created'])
    expect(await listDeliveredTypes(narrowedClient)).toEqual([])
  })

  test('records of a new kind are counted in a merge preview, moved when their person is merged, moved back when the merge is undone, and deleted with the person', async () => {
    const owner = world.as('owner')
    const [survivorId, otherId] = [await createPersonFor('agent'), await createPersonFor('loner')]
    const id = await createPostcard(otherId)
    const previewPath = `/v1/people/${survivorId}/merge-preview?otherIds=${otherId}`
    const { moves } = (await owner.rest('GET', previewPath)).body.data
    expect(moves).toEqual({ activities: 0, tasks: 0, deals: 0, appointments: 0, postcards: 1 })
    const mergeReply = await owner.gql(
      'mutation ($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { person { merges { nodes { id } } } } }',
      { id: survivorId, otherIds: [otherId] },
    )
    expect(mergeReply.body.errors).toBeUndefined()
    const canViewPostcard = async (user: TestUser) =>
      (await world.as(user).gql('query ($id: ID!) { node(id: $id) { id } }', { id })).body.data
        .node !== null
    expect([await canViewPostcard('agent'), await canViewPostcard('loner')]).toEqual([true, false])
    const [merge] = mergeReply.body.data.mergePeople.person.merges.nodes
    expect((await owner.rest('POST', `/v1/people/merges/${merge.id}/undo`)).status).toBe(200)
    expect([await canViewPostcard('agent'), await canViewPostcard('loner')]).toEqual([false, true])
    expect((await owner.rest('DELETE', `/v1/people/${otherId}?permanent=true`)).status).toBe(200)
    expect(await canViewPostcard('owner')).toBe(false)
  })

  test('events of a kind of record without a node type are visible to no user', async () => {
    const record = { id: 'memo_01h455vb4pex5vsknk084sn02q', version: 1 }
    await runAsSystem(world.deps, world.company, async (ctx) => {
      recordEvent(ctx, { type: 'memo.created', record })
      recordEvent(ctx, { type: 'memo.deleted', record })
    })
    for (const [user] of viewablePostcards)
      expect(await readFeed(world.as(user), 'memo.*')).toEqual([])
  })
})

/** Columns that reference a row's owner. The rows are not reassigned to another user. */
const ownerColumns = [
  'apiKeys.userId',
  'identities.userId',
  'imports.userId',
  'sessions.userId',
  'smartLists.ownerId',
  'teamMembers.userId',
  'webhookEndpoints.userId',
]

test(
  'the field `stillAssigned` of a user counts records by every column that references an assignee',
  requires(!onPostgres, 'SQLite'),
  async () => {
    const world = await createWorld()
    const database = new Database(world.file)
    const assigneeColumns = database
      .prepare<[], { table: string; column: string }>(
        `select "t"."name" as "table", "key"."from" as "column" from "sqlite_schema" as "t", pragma_foreign_key_list("t"."name") as "key"
       where "t"."type" = 'table' and "key"."table" = 'users' and "key"."from" <> 'companyId'`,
      )
      .all()
      .filter(({ table, column }) => !ownerColumns.includes(`${table}.${column}`))
    world.statements()
    await world.as('owner').gql('{ users { nodes { stillAssigned { people } } } }')
    const statement = world.statements().find((text) => text.includes('as "openTasks"')) ?? ''
    expect(
      assigneeColumns.filter(
        ({ table, column }) =>
          !statement.includes(`"${table}" as "own"`) || !statement.includes(`"own"."${column}"`),
      ),
      'columns that need a count and a reassignment in src/resources/user-administration/operations.ts, or an entry in `ownerColumns`',
    ).toEqual([])
    expect(assigneeColumns.length).toBeGreaterThan(4)
    database.close()
    await world.stop()
  },
)

test('every kind of record that declares events has a policy and registers its node type', async () => {
  const missingDeclarations: string[] = []
  for (const folder of await readdir('src/resources', { withFileTypes: true })) {
    const readSource = (file: string) =>
      readFile(`src/resources/${folder.name}/${file}`, 'utf8').catch(() => '')
    if (!(await readSource('table.ts')).includes('declareEvents(')) continue
    if (!(await readSource('policy.ts')).includes('new Policy('))
      missingDeclarations.push(`src/resources/${folder.name}/policy.ts: new Policy`)
    if (!(await readSource('graphql.ts')).includes('registerRecord('))
      missingDeclarations.push(`src/resources/${folder.name}/graphql.ts: registerRecord`)
  }
  expect(missingDeclarations).toEqual([])
})
