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

const nodeQuery = `query ($id: ID!) { node(id: $id) { __typename
  ... on Record { createdById createdBy { id } } ... on Pipeline { stages { createdById } } } }`

let world: World
let folder: Folder
const recordIds: string[] = []

beforeAll(async () => {
  folder = newFolder()
  world = await createWorld(onPostgres ? {} : { DATABASE_URL: `sqlite:${folder.file('a.db')}` })
  const createRecord = async (resource: string, body: object): Promise<string> => {
    const { data } = (await world.as('admin').rest('POST', `/v1/${resource}`, body)).body
    recordIds.push(data.id)
    return data.id
  }
  const personId = await createRecord('people', { firstName: 'Ann' })
  const stages = [{ name: 'In', type: 'open' }]
  const pipelineId = await createRecord('pipelines', { name: 'Other', stages })
  const [startsAt, endsAt] = ['2026-06-03T09:00:00Z', '2026-06-03T10:00:00Z']
  await createRecord('deals', { title: 'Flat', pipelineId })
  await createRecord('tasks', { title: 'Call' })
  await createRecord('activities', { personId, channel: 'call' })
  await createRecord('appointments', { title: 'Visit', startsAt, endsAt })
  await createRecord('teams', { name: 'South' })
  await createRecord('tags', { name: 'Warm' })
  await createRecord('stages', { name: 'Late' })
  await createRecord('custom-fields', { record: 'person', name: 'Size', type: 'number' })
  await createRecord('smart-lists', { name: 'All', where: {} })
  await createRecord('users', { email: 'new@acme.test', firstName: 'New', role: 'Agent' })
  await createRecord('api-keys', { name: 'Key' })
  await createRecord('webhook-endpoints', { url: 'https://93.184.216.34/hook', events: ['*'] })
})

afterAll(async () => {
  await world.stop()
  folder.remove()
})

describe('Creators of records', () => {
  test('a record of any kind names the user who created it', async () => {
    const { id } = world.users.admin
    const checkedTypes = new Set<string>()
    for (const recordId of recordIds) {
      const { node } = (await world.as('admin').gql(nodeQuery, { id: recordId })).body.data
      expect(node).toMatchObject({ createdById: id, createdBy: { id } })
      for (const stage of node.stages ?? []) expect(stage).toEqual({ createdById: id })
      checkedTypes.add(node.__typename)
    }
    const recordTypes = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Record'),
    )
    // Identities and sessions are created by sign-in and therefore have no creator.
    expect([...checkedTypes, 'PipelineStage', 'Identity', 'Session'].toSorted()).toEqual(
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

describe('Creators of records from earlier versions', requires(!onPostgres, 'SQLite'), () => {
  test('the migration derives the creators of existing records from their creation events', async () => {
    const database = new Database(world.file)
    const tables = database
      .prepare(
        `select "name" from "sqlite_schema" where "type" = 'table' and "name" in
          ('users', 'teams', 'stages', 'pipelines', 'pipelineStages', 'tags', 'customFields', 'smartLists', 'webhookEndpoints')`,
      )
      .pluck()
      .all() as string[]
    const readCreatorRows = () =>
      tables.map((name) =>
        database.prepare(`select "id", "createdBy" from "${name}" order by "id"`).all(),
      )
    const creatorRows = readCreatorRows()
    for (const table of tables) database.exec(`alter table "${table}" drop column "createdBy"`)
    await up(new Kysely({ dialect: new SqliteDialect({ database }) }))
    expect(tables).toHaveLength(9)
    expect(readCreatorRows()).toEqual(creatorRows)
    database.close()
  })
})
