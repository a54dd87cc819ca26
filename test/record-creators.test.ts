import Database from 'better-sqlite3'
import { isObjectType } from 'graphql'
import { Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../db/migrations/0025-record-creators.ts'
import { fillVariables } from '../src/graphiql/browser/fill.ts'
import { exampleGroups } from '../src/graphiql/examples.ts'
import { uncapitalize } from '../src/lib/text.ts'
import { schema } from '../src/resources/index.ts'
import { createWorld, type World } from './support/world.ts'

const nodeQuery = `query ($id: ID!) { node(id: $id) { __typename
  ... on Record { createdById createdBy { id } } ... on Pipeline { stages { createdById } } } }`

/** The names of the types with a creator. Identities and sessions are created by sign-in. */
const recordTypes = Object.values(schema.getTypeMap())
  .filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Record'),
  )
  .map(({ name }) => name)
  .filter((name) => !['Identity', 'Session'].includes(name))

let world: World
const recordIds: string[] = []

/** Creates a record of each type from its GraphiQL example. Pipelines are created with stages. */
beforeAll(async () => {
  world = await createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' })
  const { gql } = world.as('admin')
  const runQuery = async (query: string) => (await gql(query)).body.data
  for (const { query, variables = {} } of exampleGroups.flatMap(({ examples }) => examples)) {
    const [, type = ''] = /\bcreate(\w+)\(input: \$input\)/.exec(query) ?? []
    if (!recordTypes.includes(type)) continue
    const filled = await fillVariables(variables, runQuery, world.clock.now())
    const { body } = await gql(
      `mutation ($input: Create${type}Input!) { create${type}(input: $input) { record: ${uncapitalize(type)} { id } } }`,
      filled.variables as Record<string, unknown>,
    )
    expect(body.errors).toBeUndefined()
    recordIds.push(body.data[`create${type}`].record.id)
  }
})

afterAll(() => world.stop())

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
    expect(
      [...checkedTypes, 'PipelineStage'].toSorted(),
      'each type has a GraphiQL example that creates a record, in src/graphiql/examples',
    ).toEqual(recordTypes.toSorted())
  })

  test('an Owner who was created together with the company has no creator', async () => {
    const { body } = await world
      .as('agent')
      .gql('{ users(all: true) { nodes { email createdById } } }')
    const owner = body.data.users.nodes.find(({ email }: { email: string }) => /^owner/.test(email))
    expect(owner.createdById).toBe(null)
  })
})

describe('Creators of records from earlier versions', () => {
  test('the migration that adds creators derives the creators of existing records from the creation events', async () => {
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
