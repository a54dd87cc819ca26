import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { query } from '../src/store/query.ts'
import { makeRecords, type Records } from './support/access-records.ts'
import { callEachOperation } from './support/api-calls.ts'
import { onPostgres } from './support/database.ts'
import { dump, tables } from './support/dump.ts'
import { asAdmin } from './support/postgres.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

const lists = [
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
const counts =
  '{ people(includeTrash: true) { totalCount nodes { id tags deals { nodes { id } } tasks { nodes { id } } } } deals { totalCount } tasks { totalCount } users { totalCount } }'

/** Statements across companies: look-up of keys, due webhooks, and deletion of old responses. */
const acrossCompanies = [
  /"apiKeys"\."hash" =/,
  /from "webhookEndpoints" as "endpoint"/,
  /^delete from "idempotencyKeys" where "createdAt"/,
]

describe('Isolation of companies', () => {
  let world: World
  let made: Records
  beforeAll(async () => {
    world = await createWorld()
    made = await makeRecords(world)
  })
  afterAll(() => world.stop())
  afterEach(() => void vi.restoreAllMocks())

  const readEverything = async (user: 'owner' | 'stranger') => {
    const client = world.as(user)
    const replies = await Promise.all(lists.map((path) => client.rest('GET', `/v1/${path}`)))
    const found = await client.rest('GET', '/v1/people/search?name=casey&total=true')
    const counted = await client.gql(counts)
    const single = await Promise.all(
      made.records.map(({ id }) => client.gql('query($id: ID!) { node(id: $id) { id } }', { id })),
    )
    return [...replies, found]
      .map(({ status, body }) => ({ status, data: body.data }))
      .concat([counted, ...single].map(({ status, body }) => ({ status, data: body.data })))
  }

  test('every statement restricts every table to a company', async () => {
    const own = new Set(Object.keys(await dump(world)))
    const unrestricted = new Set<string>()
    const check = () => {
      for (const text of world.statements()) {
        const named = [...text.matchAll(/(?:from|join|update|into) "(\w+)"/gi)].filter(
          ([, table = '']) => own.has(table) && table !== 'companies',
        )
        const companyColumns = [...text.matchAll(/"companyId"/g)].length
        if (companyColumns < named.length && !acrossCompanies.some((pattern) => pattern.test(text)))
          unrestricted.add(text)
      }
    }
    world.statements()
    for (const who of ['owner', 'stranger'] as const) await readEverything(who)
    check()
    await callEachOperation(world, made, check)
    expect([...unrestricted]).toEqual([])
  })

  test(
    'row-level security returns the same data without the filters of the program',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      const before = [await readEverything('owner'), await readEverything('stranger')]
      const original = pg.Client.prototype.query as (...input: unknown[]) => unknown
      let stripped = 0
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        input: unknown,
        ...more: unknown[]
      ) {
        const statement = input as { text?: string; name?: string }
        if (!statement?.name || !/^(select|with)/i.test(statement.text ?? ''))
          return original.call(this, input, ...more)
        const text = statement.text?.replace(
          /(?:"\w+"\.)?"companyId" = (\$\d+)/g,
          (_, value: string) => {
            stripped++
            return `${value}::text is not null`
          },
        )
        return original.call(
          this,
          { ...statement, name: `stripped ${statement.name}`, text },
          ...more,
        )
      } as never)
      expect([await readEverything('owner'), await readEverything('stranger')]).toEqual(before)
      expect(stripped).toBeGreaterThan(100)
    },
  )

  test(
    'row-level security limits a transaction to its company and one without a company to no rows',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      const { store } = world.deps
      const [mine, theirs] = [world.company.id, world.otherCompany.id]
      const names = (await store.allCompanies.read((db) => db.all(tables, {}))).map(
        ({ name }) => name,
      )
      const guarded = names.filter((name) => !['kysely_migration', 'secrets'].includes(name))
      for (const name of guarded) {
        const column = sql.ref(name === 'companies' ? 'id' : 'companyId')
        const whose = query<object, { id: string }>(
          () => sql`select distinct ${column} as "id" from ${sql.table(name)}`,
        )
        const ids = (await store.forCompany(mine).read((db) => db.all(whose, {}))).map(
          ({ id }) => id,
        )
        expect([name, ids.filter((id) => id !== mine)]).toEqual([name, []])
      }
      const rename = query<object, unknown>(() => sql`update "people" set "firstName" = 'Taken'`)
      const [all, own] = [
        await store.allCompanies.read((db) =>
          db.all(
            query((k, _: object) => k.selectFrom('people').select('companyId')),
            {},
          ),
        ),
        { count: 0 },
      ]
      await expect(
        store.forCompany(mine).write(async (db) => {
          own.count = await db.run(rename, {})
          throw new Error('only a rehearsal')
        }),
      ).rejects.toThrow('rehearsal')
      expect(own.count).toBe(all.filter(({ companyId }) => companyId === mine).length)
      expect(own.count).toBeLessThan(all.length)
      await expect(
        store.forCompany(mine).write((db) =>
          db.insert('tags', {
            companyId: theirs,
            id: 'tag_x',
            version: 1,
            createdAt: '',
            updatedAt: '',
            name: 'x',
            nameKey: 'x',
          }),
        ),
      ).rejects.toThrow('row-level security')
      await asAdmin(world.database, async (client) => {
        for (const name of guarded)
          expect([name, (await client.query(`SELECT count(*) FROM "${name}"`)).rows]).toEqual([
            name,
            [{ count: '0' }],
          ])
      })
      await expect(store.forCompany(`x' OR true --`).read(() => 1)).rejects.toThrow('Not the id')
    },
  )
})
