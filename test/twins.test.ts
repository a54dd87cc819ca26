import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileOperation } from '../src/graphql/compiler/compile.ts'
import { routes } from '../src/resources/index.ts'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { prepared, story, tellerOf } from './support/story.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Two worlds that are equal to the last id. What REST does in one, the route's document does in the
 * other through GraphQL, and compiled; in the end both databases hold the same, events included. On
 * the way each operation leaves its entries in the audit log, under its own request.
 */
const entriesOf = query((k, p: { companyId: string; requestId: string }) =>
  k
    .selectFrom('events')
    .select('actorId')
    .where('companyId', '=', p.companyId)
    .where('requestId', '=', p.requestId),
)

/**
 * Records whose present stage is not the one that their history ends with, and times that were
 * never left or entered twice.
 */
const strays = query(
  (_, p: { companyId: string }) => sql<{ id: string }>`
    select "id" from "deals" where "companyId" = ${p.companyId} and "stageId" <> (select coalesce(case when count(*) = 1 then max("toStageId") end, '') from "dealStageChanges" as "change"
      where "change"."companyId" = ${p.companyId} and "change"."dealId" = "deals"."id" and "leftAt" is null and "enteredAt" = "stageEnteredAt")
    union all select "id" from "people" where "companyId" = ${p.companyId} and "stageId" <> (select coalesce(case when count(*) = 1 then max("toStageId") end, '') from "personStageChanges" as "change"
      where "change"."companyId" = ${p.companyId} and "change"."personId" = "people"."id" and "leftAt" is null)`,
)
const astray = (world: World) =>
  world.deps.store.allCompanies.read((db) => db.all(strays, { companyId: world.company.id }))

describe('the two doors', () => {
  let rest: World
  let graphql: World
  beforeAll(async () => {
    rest = await createWorld({ QUERY_COMPILER: 'off' })
    graphql = await createWorld({ QUERY_COMPILER: 'always' })
  })
  afterAll(() => Promise.all([rest.stop(), graphql.stop()]))

  test('every mutation of the routes is in the story', () => {
    const told = new Set(story.map(([operation]) => operation))
    const missing = [...prepared.values()].filter(
      (route) => route.mutation && !told.has(route.name),
    )
    expect(missing.filter(({ method }) => method !== 'patch').map(({ name }) => name)).toEqual([])
  })

  test('PATCH is another word for PUT, wherever there is one; of a deal, it needs nothing but what it changes', () => {
    const free = (document: string) =>
      document.replace(/mutation \w+/, '').replace(/\$(title: DealTitle|pipelineId: ID)!/g, '$$$1')
    const by = (method: string) =>
      routes
        .filter((route) => route.method === method)
        .map((route) => [route.path, free(route.document)])
    expect(by('patch')).toEqual(by('put'))
    expect(
      routes.find(({ method, path }) => method === 'patch' && path === '/v1/deals/{id}')?.document,
    ).not.toMatch(/(title|pipelineId): \w+!/)
  })

  test('do the same, to the last row', async () => {
    const told = tellerOf(rest.as('owner'), rest.users.owner.id)
    for (const [operation, given, name] of story) {
      const { route, inputs, method, path, body } = await told.ask(operation, given)
      const one = await rest.as('owner').rest(method, path, body)
      const other = await graphql.as('owner').gql(route.document, inputs)
      expect([operation, one.status, one.body.error, other.body.errors]).toEqual([
        operation,
        route.reply.kind === 'created' ? 201 : 200,
        undefined,
        undefined,
      ])
      expect([operation, await astray(rest)]).toEqual([operation, []])
      const entries = await rest.deps.store.allCompanies.read((db) =>
        db.all(entriesOf, { companyId: rest.company.id, requestId: one.body.meta.requestId }),
      )
      expect([
        operation,
        entries.length > 0,
        entries.filter(({ actorId }) => actorId !== rest.users.owner.id),
      ]).toEqual([operation, true, []])
      const data = other.body.data[route.root]
      if (one.body.data) expect([operation, one.body.data]).toEqual([operation, data])
      if (name) told.ids[name] = data.id
    }
    const rows = async (world: World) =>
      Object.entries(await dump(world))
        .flatMap(([name, table]) => (name.startsWith('kysely') ? [] : table))
        .map((row) => row.replace(/"requestId":"[^"]*"/, ''))
    expect((await rows(rest)).sort()).toEqual((await rows(graphql)).sort())
  })

  test('are compiled in one and executed plainly in the other', () => {
    const mutations = [...prepared.values()].filter((route) => route.mutation)
    expect(
      mutations.filter(({ operation }) => !compileOperation(operation)).map(({ name }) => name),
    ).toEqual([])
  })

  test('leave every record at the version of its last entry in the audit log', async () => {
    const { events = [], ...tables } = await dump(rest)
    const logged = new Map<string, number>()
    for (const { recordId, recordVersion, sequence: _ } of events
      .map((row) => JSON.parse(row))
      .sort((a, b) => a.sequence - b.sequence))
      logged.set(recordId, recordVersion)
    const records = Object.entries(tables).flatMap(([table, list]) =>
      list
        .map((row): { id: string; version?: number } => JSON.parse(row))
        .map((row) => ({ table, ...row })),
    )
    const wrong = records.filter(({ id, version = 1 }) => version !== (logged.get(id) ?? 1))
    expect(
      wrong.map(
        ({ table, id, version }) =>
          `${table} ${id} is at ${version}, its last entry at ${logged.get(id)}`,
      ),
    ).toEqual([])
    expect(records.filter(({ version = 1 }) => version > 1).length).toBeGreaterThan(5)
  })
})
