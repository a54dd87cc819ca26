import Database from 'better-sqlite3'
import { isObjectType } from 'graphql'
import { Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../db/migrations/0025-record-creators.ts'
import { schema } from '../src/resources/index.ts'
import { onPostgres } from './support/database.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

const query = `query ($id: ID!) { node(id: $id) { __typename
  ... on Record { createdById createdBy { id } } ... on Pipeline { stages { createdById } } } }`

let world: World
let folder: Folder
const ids: string[] = []

beforeAll(async () => {
  folder = newFolder()
  world = await createWorld(onPostgres ? {} : { DATABASE_URL: `sqlite:${folder.file('a.db')}` })
  const create = async (place: string, body: object): Promise<string> => {
    const { data } = (await world.as('admin').rest('POST', `/v1/${place}`, body)).body
    ids.push(data.id)
    return data.id
  }
  const personId = await create('people', { firstName: 'Ann' })
  const stages = [{ name: 'In', type: 'open' }]
  const pipelineId = await create('pipelines', { name: 'Other', stages })
  const [startsAt, endsAt] = ['2026-06-03T09:00:00Z', '2026-06-03T10:00:00Z']
  await create('deals', { title: 'Flat', pipelineId })
  await create('tasks', { title: 'Call' })
  await create('activities', { personId, channel: 'call' })
  await create('appointments', { title: 'Visit', startsAt, endsAt })
  await create('teams', { name: 'South' })
  await create('tags', { name: 'Warm' })
  await create('stages', { name: 'Late' })
  await create('custom-fields', { record: 'person', name: 'Size', type: 'number' })
  await create('smart-lists', { name: 'All', where: {} })
  await create('users', { email: 'new@acme.test', firstName: 'New', role: 'Agent' })
  await create('api-keys', { name: 'Key' })
  await create('webhook-endpoints', { url: 'https://93.184.216.34/hook', events: ['*'] })
})

afterAll(async () => {
  await world.stop()
  folder.remove()
})

describe('Creators of records', () => {
  test('every kind of record names the user who created the record', async () => {
    const { id } = world.users.admin
    const types = new Set<string>()
    for (const recordId of ids) {
      const { node } = (await world.as('admin').gql(query, { id: recordId })).body.data
      expect(node).toMatchObject({ createdById: id, createdBy: { id } })
      for (const stage of node.stages ?? []) expect(stage).toEqual({ createdById: id })
      types.add(node.__typename)
    }
    const recordTypes = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Record'),
    )
    // Sign-in creates identities and sessions, which have no creator.
    expect([...types, 'PipelineStage', 'Identity', 'Session'].toSorted()).toEqual(
      recordTypes.map(({ name }) => name).toSorted(),
    )
  })

  test('records that the server created have no creator', async () => {
    const { body } = await world
      .as('agent')
      .gql('{ users(all: true) { nodes { email createdById } } }')
    const owner = body.data.users.nodes.find(({ email }: { email: string }) => /^owner/.test(email))
    expect(owner.createdById).toBe(null)
  })
})

describe('Creators of records of earlier versions', requires(!onPostgres, 'SQLite'), () => {
  test('the migration derives the creators of existing records from their creation events', async () => {
    const database = new Database(world.file)
    const tables = database
      .prepare(
        `select "name" from "sqlite_schema" where "type" = 'table' and "name" in
          ('users', 'teams', 'stages', 'pipelines', 'pipelineStages', 'tags', 'customFields', 'smartLists', 'webhookEndpoints')`,
      )
      .pluck()
      .all() as string[]
    const readCreators = () =>
      tables.map((name) =>
        database.prepare(`select "id", "createdBy" from "${name}" order by "id"`).all(),
      )
    const creators = readCreators()
    for (const table of tables) database.exec(`alter table "${table}" drop column "createdBy"`)
    await up(new Kysely({ dialect: new SqliteDialect({ database }) }))
    expect(tables).toHaveLength(9)
    expect(readCreators()).toEqual(creators)
    database.close()
  })
})
