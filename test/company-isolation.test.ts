import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { query } from '../src/store/query.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { callEachOperation } from './support/api-calls.ts'
import { onPostgres } from './support/database.ts'
import { dump, tablesQuery } from './support/dump.ts'
import { withAdmin } from './support/postgres.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

const listPaths = [
  'people?includeTrash=true',
  'deals',
  'tasks',
  'activities',
  'appointments',
  'users',
  'teams',
  'tags',
  'stages',
  'pipelines',
  'smart-lists',
  'events',
  'audit-log',
]
const countsQuery =
  '{ people(includeTrash: true) { totalCount nodes { id tags deals { nodes { id } } tasks { nodes { id } } } } deals { totalCount } tasks { totalCount } users { totalCount } }'

/**
 * Statements that may read or delete the rows of several companies: API key lookups, queries of the
 * webhook dispatcher, and the deletion of old responses.
 */
const crossCompanyPatterns = [
  /"apiKeys"\."hash" =/,
  /from "webhookEndpoints" as "endpoint"/,
  /^delete from "idempotencyKeys" where "createdAt"/,
]

describe('Company isolation', () => {
  let world: World
  let records: Records
  beforeAll(async () => {
    world = await createWorld()
    records = await createRecords(world)
  })
  afterAll(() => world.stop())
  afterEach(() => void vi.restoreAllMocks())

  const readAllData = async (user: 'owner' | 'stranger') => {
    const client = world.as(user)
    const replies = await Promise.all(listPaths.map((path) => client.rest('GET', `/v1/${path}`)))
    const searchReply = await client.rest('GET', '/v1/people/search?name=casey&total=true')
    const countsReply = await client.gql(countsQuery)
    const singleReplies = await Promise.all(
      records.records.map(({ id }) =>
        client.gql('query($id: ID!) { node(id: $id) { id } }', { id }),
      ),
    )
    return [...replies, searchReply]
      .map(({ status, body }) => ({ status, data: body.data }))
      .concat(
        [countsReply, ...singleReplies].map(({ status, body }) => ({ status, data: body.data })),
      )
  }

  test('every SQL statement, except those on an explicit list, restricts every table to one company', async () => {
    const ownTables = new Set(Object.keys(await dump(world)))
    const unrestrictedStatements = new Set<string>()
    const checkStatements = () => {
      for (const statementText of world.statements()) {
        const namedTables = [
          ...statementText.matchAll(/(?:from|join|update|into) "(\w+)"/gi),
        ].filter(([, table = '']) => ownTables.has(table) && table !== 'companies')
        const companyColumns = [...statementText.matchAll(/"companyId"/g)].length
        if (
          companyColumns < namedTables.length &&
          !crossCompanyPatterns.some((pattern) => pattern.test(statementText))
        )
          unrestrictedStatements.add(statementText)
      }
    }
    world.statements()
    for (const user of ['owner', 'stranger'] as const) await readAllData(user)
    checkStatements()
    await callEachOperation(world, records, checkStatements)
    expect([...unrestrictedStatements]).toEqual([])
  })

  test(
    'with row-level security, requests return the same data even without the company filters in SQL statements',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      const dataBefore = [await readAllData('owner'), await readAllData('stranger')]
      const originalQuery = pg.Client.prototype.query as (...input: unknown[]) => unknown
      let removedFilterCount = 0
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        input: unknown,
        ...queryArguments: unknown[]
      ) {
        const statement = input as { text?: string; name?: string }
        if (!statement?.name || !/^(select|with)/i.test(statement.text ?? ''))
          return originalQuery.call(this, input, ...queryArguments)
        const textWithoutFilters = statement.text?.replace(
          /(?:"\w+"\.)?"companyId" = (\$\d+)/g,
          (_, value: string) => {
            removedFilterCount++
            return `${value}::text is not null`
          },
        )
        return originalQuery.call(
          this,
          { ...statement, name: `stripped ${statement.name}`, text: textWithoutFilters },
          ...queryArguments,
        )
      } as never)
      expect([await readAllData('owner'), await readAllData('stranger')]).toEqual(dataBefore)
      expect(removedFilterCount).toBeGreaterThan(100)
    },
  )

  test(
    'row-level security restricts a transaction to the rows of its company, or to no rows if no company is set',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      const { store } = world.deps
      const [ownCompanyId, otherCompanyId] = [world.company.id, world.otherCompany.id]
      const tableNames = (await store.allCompanies.read((db) => db.all(tablesQuery, {}))).map(
        ({ name }) => name,
      )
      const companyTables = tableNames.filter(
        (name) => !['kysely_migration', 'secrets'].includes(name),
      )
      for (const name of companyTables) {
        const column = sql.ref(name === 'companies' ? 'id' : 'companyId')
        const companyIdsQuery = query<object, { id: string }>(
          () => sql`select distinct ${column} as "id" from ${sql.table(name)}`,
        )
        const ids = (
          await store.forCompany(ownCompanyId).read((db) => db.all(companyIdsQuery, {}))
        ).map(({ id }) => id)
        expect([name, ids.filter((id) => id !== ownCompanyId)]).toEqual([name, []])
      }
      const renameQuery = query<object, unknown>(
        () => sql`update "people" set "firstName" = 'Taken'`,
      )
      const [allRows, renamedRows] = [
        await store.allCompanies.read((db) =>
          db.all(
            query((k, _: object) => k.selectFrom('people').select('companyId')),
            {},
          ),
        ),
        { count: 0 },
      ]
      await expect(
        store.forCompany(ownCompanyId).write(async (db) => {
          renamedRows.count = await db.run(renameQuery, {})
          throw new Error('rolled back by the test')
        }),
      ).rejects.toThrow('rolled back by the test')
      expect(renamedRows.count).toBe(
        allRows.filter(({ companyId }) => companyId === ownCompanyId).length,
      )
      expect(renamedRows.count).toBeLessThan(allRows.length)
      await expect(
        store.forCompany(ownCompanyId).write((db) =>
          db.insert('tags', {
            companyId: otherCompanyId,
            id: 'tag_x',
            version: 1,
            createdAt: '',
            updatedAt: '',
            name: 'x',
            nameKey: 'x',
          }),
        ),
      ).rejects.toThrow('row-level security')
      await withAdmin(world.database, async (client) => {
        for (const name of companyTables)
          expect([name, (await client.query(`SELECT count(*) FROM "${name}"`)).rows]).toEqual([
            name,
            [{ count: '0' }],
          ])
      })
      await expect(store.forCompany(`x' OR true --`).read(() => 1)).rejects.toThrow(
        'Not a company id',
      )
    },
  )
})
