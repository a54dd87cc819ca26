import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runScenario, sendBulkRequests } from './differential/changes.ts'
import { type PostgresProvider, providePglite } from './differential/postgres-provider.ts'
import { createDocuments, filterCases, searchCases } from './differential/queries.ts'
import { createServerPair, type ServerPair } from './differential/server-pair.ts'
import { closeConnections } from './fuzz/send.ts'

/** PGlite replaces PostgreSQL in the other differential tests if PostgreSQL is not installed. */
describe('PGlite', () => {
  let postgres: PostgresProvider
  let pair: ServerPair
  beforeAll(async () => {
    postgres = await providePglite()
    pair = await createServerPair(postgres.openDatabase)
  })
  afterAll(async () => {
    closeConnections()
    await pair?.stop()
    await postgres?.stop()
  })

  test('PGlite returns and stores the same data as SQLite', async () => {
    expect((await runScenario(pair)).filter((status) => status >= 300)).toEqual([])
    await sendBulkRequests(pair, {})
    for (const [query, variables] of createDocuments(
      [...searchCases, ...filterCases].filter((_, index) => index % 20 === 0),
    ))
      await pair.clientFor('owner').gql(query, variables)
    expect(
      [...pair.takeDifferences(), ...(await pair.findRowDifferences())].slice(0, 5).join('\n\n'),
    ).toBe('')
  })

  test('concurrent requests to a server on PGlite succeed, and no change is lost', async () => {
    const { postgres } = pair
    const readTaskCount = async () =>
      (await postgres.as('owner').gql('{ tasks { totalCount } }')).body.data.tasks.totalCount
    const countBefore = await readTaskCount()
    const createReplies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        postgres.as('owner').rest('POST', '/v1/tasks', { title: `Task ${index}` }),
      ),
    )
    const readReplies = await Promise.all(
      Array.from({ length: 12 }, () =>
        postgres
          .as('owner')
          .gql('{ tasks(first: 50) { totalCount } apiKeys { nodes { lastUsedAt } } }'),
      ),
    )
    expect(createReplies.map(({ status }) => status)).toEqual(createReplies.map(() => 201))
    const counts = readReplies.map(({ body }) => body.data?.tasks.totalCount)
    expect(counts).toEqual(counts.map(() => countBefore + createReplies.length))
  })
})
