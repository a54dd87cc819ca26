import { afterEach, describe, expect, test } from 'vitest'
import { failures } from '../src/store/faults.ts'
import { listMigrationNames } from '../src/store/migrations.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/store.ts'
import { endpointWorkQuery } from '../src/webhooks/queries.ts'
import {
  createPostgresDatabase,
  onPostgres,
  postgresUrl,
  type TestDatabase,
} from './support/database.ts'
import { withAdmin } from './support/postgres.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

describe('Migrations on a shared PostgreSQL database', requires(onPostgres, 'PostgreSQL'), () => {
  const openResources: (Store | World | TestDatabase)[] = []
  afterEach(async () => {
    for (const resource of openResources.splice(0).reverse())
      await ('stop' in resource
        ? resource.stop()
        : 'remove' in resource
          ? resource.remove()
          : resource.close())
  })
  const closeAfterTest = <T extends (typeof openResources)[number]>(resource: T): T => {
    openResources.push(resource)
    return resource
  }
  const runStatements = (url: string, ...statements: string[]) =>
    withAdmin(url, async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  test('if several processes start at the same time, one migrates the database while the others wait', async () => {
    const { url } = closeAfterTest(await createPostgresDatabase(postgresUrl ?? '', 'template0'))
    const stores = await Promise.all(
      [1, 2, 3].map(async () => closeAfterTest(await openStore({ url }))),
    )
    expect(
      stores.map(({ newMigrations }) => newMigrations).sort((a, b) => b.length - a.length),
    ).toEqual([await listMigrationNames(), [], []])
  })

  test('after a migration that only adds to the schema, processes of an earlier version keep running, and further processes of that version can start', async () => {
    const world = closeAfterTest(await createWorld())
    const sendRequests = async () => {
      const creationReply = await world.as('owner').rest('POST', '/v1/people', {
        firstName: 'Ann',
        tags: ['x'],
        emails: [{ value: 'a@x.test' }],
      })
      const readReplies = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(() => world.as('agent').rest('GET', '/v1/people?includeTrash=true')),
      )
      return [creationReply, ...readReplies].map(({ status }) => status)
    }
    const runEndpointQuery = () =>
      world.deps.store.allCompanies.readLatest((db) =>
        db.all(endpointWorkQuery, { now: '2026-01-01', demo: 1, owner: '' }),
      )
    const expectedStatuses = [201, 200, 200, 200, 200, 200, 200]
    expect([await sendRequests(), await runEndpointQuery()]).toEqual([expectedStatuses, []])
    await runStatements(
      world.database,
      `INSERT INTO kysely_migration VALUES ('9999-newer', '2027-01-01', true)`,
      'ALTER TABLE "people" ADD COLUMN "newer" TEXT',
      'ALTER TABLE "webhookEndpoints" ADD COLUMN "newer" TEXT',
      'ALTER TABLE "users" ADD COLUMN "newer" BIGINT NOT NULL DEFAULT 0',
      'CREATE TABLE "newer" ("companyId" TEXT, "id" TEXT)',
    )
    expect([await sendRequests(), await runEndpointQuery()]).toEqual([expectedStatuses, []])
    closeAfterTest(await openStore({ url: world.database }))
  })

  test('after a migration that removes part of the schema, processes of an earlier version stop and cannot be started again', async () => {
    const { url } = closeAfterTest(await createPostgresDatabase(postgresUrl ?? ''))
    const store = closeAfterTest(await openStore({ url }))
    await runStatements(
      url,
      `INSERT INTO kysely_migration VALUES ('9999-narrower', '2027-01-01', false)`,
      `NOTIFY dealgraph, 'migrated'`,
    )
    const newerDatabaseError = {
      exitCode: failures.newerDatabase.exitCode,
      message: expect.stringContaining('9999-narrower'),
    }
    expect(await store.fatalError).toMatchObject(newerDatabaseError)
    await expect(openStore({ url })).rejects.toMatchObject(newerDatabaseError)
  })

  test('a migration reuses an existing copy of the index that it creates, and drops the index that the new index replaces', async () => {
    const { url } = closeAfterTest(await createPostgresDatabase(postgresUrl ?? ''))
    const [oldIndex, newIndex] = [
      'peopleBy_assignedAgentId_id',
      'peopleBy_assignedAgentId_id_trashedAt',
    ]
    const columns = '"companyId", "assignedAgentId", "id"'
    const listIndexes = async () => {
      const indexQuery = `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'people' AND indexname LIKE '%assignedAgentId%'`
      return (await withAdmin(url, (client) => client.query(indexQuery))).rows.map(
        ({ name }) => name,
      )
    }
    await runStatements(
      url,
      `DELETE FROM kysely_migration WHERE name >= '0015' AND name < '0018'`,
      `DROP INDEX "${newIndex}"`,
      `CREATE INDEX "${oldIndex}" ON "people" (${columns})`,
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS "${newIndex}" ON "people" (${columns}, "trashedAt")`,
      'DROP TABLE "dealRankCounts"',
      'DROP FUNCTION "countDealRanks" CASCADE',
    )
    expect((await listIndexes()).sort()).toEqual([oldIndex, newIndex])
    expect(closeAfterTest(await openStore({ url })).newMigrations).toEqual(
      (await listMigrationNames()).slice(14, 17),
    )
    expect(await listIndexes()).toEqual([newIndex])
  })

  test('after the migration 0017-deal-rank-counts on PostgreSQL, the API returns the positions of existing deals', async () => {
    const world = closeAfterTest(await createWorld())
    const owner = world.as('owner')
    const { id: pipelineId } = (await owner.gql('{ pipelines { nodes { id } } }')).body.data
      .pipelines.nodes[0]
    for (let i = 0; i < 4; i++)
      await owner.rest('POST', '/v1/deals', { title: `Card ${i}`, pipelineId })
    await runStatements(
      world.database,
      `DELETE FROM kysely_migration WHERE name >= '0017' AND name < '0018'`,
      'DROP TABLE "dealRankCounts"',
      'DROP FUNCTION "countDealRanks" CASCADE',
    )
    expect(closeAfterTest(await openStore({ url: world.database })).newMigrations).toEqual([
      '0017-deal-rank-counts',
    ])
    const { data } = (await owner.rest('GET', '/v1/deals')).body
    expect(data.map(({ order }: { order: number }) => order)).toEqual([3, 2, 1, 0])
  })

  test("the server does not migrate another program's database", async () => {
    const { url } = closeAfterTest(await createPostgresDatabase(postgresUrl ?? '', 'template0'))
    await runStatements(url, 'CREATE TABLE notes (text TEXT)')
    await expect(openStore({ url })).rejects.toMatchObject({
      exitCode: failures.unusableDatabase.exitCode,
      message: expect.stringContaining('another program'),
    })
  })
})
