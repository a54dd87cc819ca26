import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewerOfUser } from '../src/access/viewers.ts'
import { recordEvent } from '../src/events/record-event.ts'
import { createExporter } from '../src/exchange/export.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { createDeliveries } from '../src/webhooks/outbox.ts'
import { endpointByIdQuery } from '../src/webhooks/queries.ts'
import type { Client } from './support/client.ts'
import { createNote, createNotesTable, routes, schema } from './support/notes.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

/**
 * The permissions, events and merges of a new kind of record follow from its declarations. The
 * tests use the notes that `support/notes.ts` declares.
 */
describe('A new kind of record', () => {
  let world: World
  /** Note ids by user. Each note is about a person assigned to the user. */
  const noteIds = {} as Record<'agent' | 'loner', string>
  const personIds = {} as Record<'agent' | 'loner', string>
  beforeAll(async () => {
    world = await createWorld({}, { api: { schema, routes } })
    await createNotesTable(world)
    for (const user of ['agent', 'loner'] as const) {
      personIds[user] = await createPersonFor(user)
      noteIds[user] = await createNoteAbout(personIds[user])
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
  const createNoteAbout = (personId: string) =>
    runAsSystem(world.deps, world.company, (ctx) =>
      createNote(ctx, personId, `Note about ${personId}`),
    ).then(({ id }) => id)

  const readViewer = async (userName: TestUser) => {
    const { companyId, id: userId } = world.users[userName]
    const viewer = await world.deps.store.allCompanies.read((db) =>
      viewerOfUser(db, { companyId, userId, scopes: null }),
    )
    if (!viewer) throw new Error(`${userName} is not an active user`)
    return viewer
  }

  /** Each user, with the users whose notes that user can view. */
  const viewableNotes: [TestUser, ('agent' | 'loner')[]][] = [
    ['owner', ['loner', 'agent']],
    ['admin', ['loner', 'agent']],
    ['leader', ['agent']],
    ['agent', ['agent']],
    ['loner', ['loner']],
    ['idle', []],
    ['stranger', []],
  ]
  const readFeed = async (client: Client, types = 'note.*') => {
    const { status, body } = await client.rest('GET', `/v1/events?limit=100&types=${types}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.data as { type: string; recordId: string; changes: { field: string }[] }[]
  }
  const canViewDeletion = async (client: Client, id: string) =>
    (await readFeed(client)).some(
      ({ type, recordId }) => type === 'note.deleted' && recordId === id,
    )

  test.each(viewableNotes)(
    'the user %s can view exactly the permitted records of a new kind in lists, by id and in the event feed',
    async (user, viewableOwners) => {
      const expectedIds = viewableOwners.map((owner) => noteIds[owner])
      const client = world.as(user)
      const { body } = await client.gql(
        'query ($ids: [ID!]!) { notes { totalCount nodes { id } } nodes(ids: $ids) { id } }',
        { ids: Object.values(noteIds) },
      )
      expect(body.data.notes).toEqual({
        totalCount: expectedIds.length,
        nodes: expectedIds.map((id) => ({ id })),
      })
      expect(body.data.nodes).toEqual(
        Object.values(noteIds).map((id) => (expectedIds.includes(id) ? { id } : null)),
      )
      for (const id of Object.values(noteIds)) {
        const noteReply = await client.gql('query ($id: ID!) { note(id: $id) { id } }', { id })
        expect(noteReply.body.data.note).toEqual(expectedIds.includes(id) ? { id } : null)
      }
      const restNotes = (await client.rest('GET', '/v1/notes')).body.data as { id: string }[]
      expect(restNotes.map(({ id }) => id)).toEqual(expectedIds)
      expect((await readFeed(client)).map(({ recordId }) => recordId)).toEqual(
        expectedIds.toReversed(),
      )
    },
  )

  test.each(viewableNotes)(
    'an export for the user %s contains exactly the permitted records of a new kind',
    async (user, viewableOwners) => {
      const viewer = await readViewer(user)
      const exporter = createExporter(world.deps, viewer, 'notes', { includeTrash: false }, schema)
      const columns = (await exporter.listColumns()).map(({ name }) => name)
      expect(columns).toEqual(['id', 'person', 'text', 'createdAt', 'updatedAt', 'version'])
      const records: object[] = []
      for await (const chunk of exporter.readRecords()) records.push(...chunk)
      const expectRecordOf = (owner: 'agent' | 'loner') =>
        expect.objectContaining({
          id: noteIds[owner],
          person: personIds[owner],
          text: `Note about ${personIds[owner]}`,
        })
      expect(records).toEqual(viewableOwners.toReversed().map(expectRecordOf))
    },
  )

  test('paging through a list of a new kind of record returns each record once', async () => {
    const owner = world.as('owner')
    const firstPage = await owner.rest('GET', '/v1/notes?limit=1')
    const { hasMore, nextCursor } = firstPage.body.meta
    const secondPage = await owner.rest('GET', `/v1/notes?limit=1&cursor=${nextCursor}`)
    expect(hasMore).toBe(true)
    expect([...firstPage.body.data, ...secondPage.body.data]).toEqual([
      { id: noteIds.loner },
      { id: noteIds.agent },
    ])
    expect(secondPage.body.meta.hasMore).toBe(false)
  })

  test('Boolean fields of a new kind of record are booleans in the event feed', async () => {
    const [event] = await readFeed(world.as('agent'))
    expect(event?.changes).toContainEqual(
      expect.objectContaining({ field: 'pinned', from: null, to: false }),
    )
  })

  test('a narrowed key can view records of a new kind only within its scopes', async () => {
    const narrowedClient = await world.createKey('owner', ['people.view.own', 'activities.view'])
    const clientWithoutScope = await world.createKey('owner', ['people.view.all'])
    expect((await narrowedClient.gql('{ notes { totalCount } }')).body.data.notes.totalCount).toBe(
      0,
    )
    expect(await readFeed(narrowedClient)).toEqual([])
    expect(await readFeed(clientWithoutScope)).toEqual([])
    expect((await clientWithoutScope.rest('GET', '/v1/notes')).body.error.code).toBe('FORBIDDEN')
    const { body } = await clientWithoutScope.gql('query ($id: ID!) { node(id: $id) { id } }', {
      id: noteIds.agent,
    })
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
  })

  test('the deletion event of a record of a new kind is visible only to users who could view the record', async () => {
    const id = await createNoteAbout(personIds.agent)
    const { body } = await world
      .as('owner')
      .gql('mutation ($id: ID!) { deleteNote(id: $id) { deletedId } }', { id })
    expect(body.errors).toBeUndefined()
    for (const [user, viewableOwners] of viewableNotes)
      expect([user, await canViewDeletion(world.as(user), id)]).toEqual([
        user,
        viewableOwners.includes('agent'),
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
    const endpoint = { url: 'https://93.184.216.34/hook', events: ['note.*'] }
    const listDeliveredTypes = async (client: Client) => {
      const { id } = (await client.rest('POST', '/v1/webhook-endpoints', endpoint)).body.data
      await createNoteAbout(personIds.agent)
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
    expect(await listDeliveredTypes(world.as('owner'))).toEqual(['note.created'])
    expect(await listDeliveredTypes(narrowedClient)).toEqual([])
  })

  test('records of a new kind are moved by a merge of their person, moved back by its undo and deleted with the person', async () => {
    const owner = world.as('owner')
    const [survivorId, otherId] = [await createPersonFor('agent'), await createPersonFor('loner')]
    const id = await createNoteAbout(otherId)
    const mergeReply = await owner.gql(
      'mutation ($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { person { merges { nodes { id } } } } }',
      { id: survivorId, otherIds: [otherId] },
    )
    expect(mergeReply.body.errors).toBeUndefined()
    const canViewNote = async (user: TestUser) =>
      (await world.as(user).gql('query ($id: ID!) { node(id: $id) { id } }', { id })).body.data
        .node !== null
    expect([await canViewNote('agent'), await canViewNote('loner')]).toEqual([true, false])
    const [merge] = mergeReply.body.data.mergePeople.person.merges.nodes
    expect((await owner.rest('POST', `/v1/people/merges/${merge.id}/undo`)).status).toBe(200)
    expect([await canViewNote('agent'), await canViewNote('loner')]).toEqual([false, true])
    expect((await owner.rest('DELETE', `/v1/people/${otherId}?permanent=true`)).status).toBe(200)
    expect(await canViewNote('owner')).toBe(false)
  })

  test('events of a kind of record without a node type are visible to no user', async () => {
    const record = { id: 'memo_01h455vb4pex5vsknk084sn02q', version: 1 }
    await runAsSystem(world.deps, world.company, async (ctx) => {
      recordEvent(ctx, { type: 'memo.created', record })
      recordEvent(ctx, { type: 'memo.deleted', record })
    })
    for (const [user] of viewableNotes) expect(await readFeed(world.as(user), 'memo.*')).toEqual([])
  })
})

test('every kind of record that declares events has a policy and registers its node type', async () => {
  const missingDeclarations: string[] = []
  for (const folder of await readdir('src/resources', { withFileTypes: true })) {
    const readSource = (file: string) =>
      readFile(`src/resources/${folder.name}/${file}`, 'utf8').catch(() => '')
    const table = await readSource('table.ts')
    if (!table.includes('declareEvents(')) continue
    if (![table, await readSource('policy.ts')].some((text) => text.includes('definePolicy(')))
      missingDeclarations.push(`src/resources/${folder.name}/policy.ts: definePolicy`)
    if (!(await readSource('graphql.ts')).includes('registerRecord('))
      missingDeclarations.push(`src/resources/${folder.name}/graphql.ts: registerRecord`)
  }
  expect(missingDeclarations).toEqual([])
})
