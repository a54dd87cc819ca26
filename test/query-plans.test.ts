/** Checks in the query plans of SQLite that statements use indexes, except in small tables. */
import Database from 'better-sqlite3'
import { getNamedType, isEnumType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { callEachOperation } from './support/api-calls.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const relationSelections = ['deals', 'tasks', 'appointments', 'activities'].map(
  (list) => `${list}(first: 3) { totalCount nodes { id } }`,
)

/** Tables with so few rows per company that a query may read all of them. */
const smallTables = [
  'stages',
  'pipelines',
  'pipelineStages',
  'teams',
  'users',
  'customFields',
  'tags',
  'webhookEndpoints',
]
/** Tables that a query may read in index order, one page at a time. */
const pagedTables = ['events', 'nameWords']

/** Every list, with each sort order that has an index. */
const sortedLists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(
  ({ name, args }) => {
    const orderArgument = args.find((argument) => argument.name === 'orderBy')
    const orderInput = orderArgument && getNamedType(orderArgument.type)
    const orderField =
      isInputObjectType(orderInput) && getNamedType(orderInput.getFields()['field']?.type)
    if (!isEnumType(orderField)) return []
    return orderField
      .getValues()
      .flatMap((sortOrder) =>
        sortOrder.description?.includes('Not indexed') ? [] : [[name, sortOrder.name] as const],
      )
  },
)

/** The lists that an Agent can read; only Owners and Admins can list webhooks. */
const agentLists = [...new Set(sortedLists.map(([list]) => list))].filter(
  (list) => !list.startsWith('webhook'),
)

describe('Query plans on SQLite', () => {
  let world: World
  let records: Records
  let database: Database.Database
  beforeAll(async () => {
    world = await createWorld()
    records = await createRecords(world)
    database = new Database(world.file, { readonly: true })
  })
  afterAll(async () => {
    database.close()
    await world.stop()
  })

  /** Returns the plan steps of the statements executed since the last call. */
  function listPlanSteps(): { detail: string; sql: string }[] {
    const statements = world
      .statements()
      .filter((sql) => /^\W*(select|with|update|delete)/i.test(sql))
    const explainStatement = (sql: string) =>
      database
        .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        .all(...(sql.match(/\?/g) ?? []).map(() => null))
    return statements.flatMap((sql) => explainStatement(sql).map(({ detail }) => ({ detail, sql })))
  }

  const listTables = () =>
    database
      .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name)

  /** Returns the plan steps that read all rows of a company or table, except limited counts. */
  function findBroadSteps(): string[] {
    const tableNames = listTables()
    return listPlanSteps().flatMap(({ detail, sql }) => {
      const [, method, alias = ''] = /^(SEARCH|SCAN) (\S+)/.exec(detail) ?? []
      const table = new RegExp(`"(\\w+)" as "${alias}"`).exec(sql)?.[1] ?? alias
      const isFullScan =
        method === 'SCAN' ? tableNames.includes(table) : /\(companyId=\?\)$/.test(detail)
      if (detail.startsWith('BLOOM FILTER ON')) return [detail]
      return isFullScan &&
        ![...smallTables, ...pagedTables].includes(table) &&
        !sql.includes('as "some"')
        ? [`${table}: ${detail}`]
        : []
    })
  }

  async function runQuery(user: TestUser, query: string): Promise<void> {
    world.statements()
    expect((await world.as(user).gql(`{ ${query} }`)).body.errors).toBeUndefined()
  }

  test.each(agentLists)(
    'listing %s as an Agent or Team Leader never reads a whole table or all rows of a company, except in small tables',
    async (list) => {
      for (const user of ['agent', 'leader'] as const) {
        await runQuery(
          user,
          `${list}(first: 5) { totalCount nodes { id ${list === 'people' ? relationSelections.join(' ') : ''} } }`,
        )
        expect(
          findBroadSteps(),
          'steps without an index: add one on (companyId, the compared column, id) in a migration',
        ).toEqual([])
      }
    },
  )

  test('the list of people for a Team Leader merges the entries of several users from a covering index', async () => {
    await runQuery('leader', 'people(first: 5) { nodes { id } }')
    const mergedSteps = listPlanSteps().filter(({ sql }) => sql.includes('as "merged"'))
    const indexSteps = mergedSteps.filter(({ detail }) =>
      detail.endsWith(
        'people USING COVERING INDEX peopleBy_assignedAgentId_id_trashedAt (companyId=? AND assignedAgentId=?)',
      ),
    )
    expect(mergedSteps.some(({ detail }) => detail === 'MERGE (UNION)')).toBe(true)
    expect(indexSteps.length).toBeGreaterThan(10)
  })

  test('operations on one record in SQLite never read a whole table or all rows of a company, except in small tables', async () => {
    const broadSteps: string[] = []
    await callEachOperation(world, records, (name) =>
      broadSteps.push(...findBroadSteps().map((step) => `${name} reads ${step}`)),
    )
    expect(broadSteps, 'steps without an index: add one in a migration').toEqual([])
  })

  test('counting the upcoming appointments of users uses an index on the user', async () => {
    await runQuery('owner', 'users(all: true) { nodes { stillAssigned { upcomingAppointments } } }')
    const planSteps = listPlanSteps().flatMap(({ detail, sql }) =>
      sql.includes('"upcomingAppointments"') ? [detail] : [],
    )
    expect(planSteps).toContainEqual(
      expect.stringContaining('appointmentUsersBy_userId_appointmentId (companyId=? AND userId=?)'),
    )
  })

  test('the SQLite query planner uses fixed statistics, as of a large company, for every table', () => {
    const statistics = database
      .prepare<[], { tbl: string; stat: string }>('select tbl, stat from sqlite_stat1')
      .all()
    expect(
      listTables().filter(
        (name) => !/^(sqlite|kysely)/.test(name) && !statistics.some(({ tbl }) => tbl === name),
      ),
    ).toEqual([])
    expect(database.prepare('select count(*) as n from sqlite_stat4').get()).toEqual({ n: 0 })
  })

  test.each([
    [
      'appointments(where: { time: { gte: "2026-06-01T00:00:00Z", lt: "2026-06-08T00:00:00Z" } }, orderBy: { field: startsAt })',
      'startsAt>? AND startsAt<?',
    ],
    [
      'appointments(where: { time: { during: { next: 168, unit: hour } } }, orderBy: { field: startsAt, direction: desc })',
      'startsAt>? AND startsAt<?',
    ],
    [
      'people(where: { createdAt: { gte: "2026-01-01T00:00:00Z", lt: "2026-02-01T00:00:00Z" } })',
      'id>? AND id<?',
    ],
    [
      'deals(where: { price: { gte: 5, lte: 9 } }, orderBy: { field: price })',
      'price>? AND price<?',
    ],
  ])('the list %s reads only one range of its index', async (list, range) => {
    await runQuery('owner', `${list} { nodes { id } }`)
    const offsetScans = listPlanSteps().filter(({ sql }) => / offset \+\?$/.test(sql))
    expect(offsetScans.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`(companyId=? AND ${range})`),
    ])
  })

  test('the results of a search by name are read from the word index without sorting', async () => {
    const firstPage = await world
      .as('owner')
      .gql('{ searchPeople(by: { name: "se" }, first: 1) { pageInfo { endCursor } } }')
    for (const afterArgument of [
      '',
      `, after: "${firstPage.body.data.searchPeople.pageInfo.endCursor}"`,
    ]) {
      await runQuery(
        'owner',
        `searchPeople(by: { name: "se" }, first: 100${afterArgument}) { nodes { id } }`,
      )
      const indexScans = listPlanSteps().flatMap(({ detail, sql }) =>
        sql.includes('as "scanned"') && / offset /.test(sql) ? [detail] : [],
      )
      expect(indexScans.length).toBeGreaterThan(0)
      expect(indexScans.filter((detail) => /TEMP B-TREE|SCAN/.test(detail))).toEqual([])
    }
  })

  test.each(sortedLists)(
    'the list %s sorted by %s is read from a SQLite index without sorting',
    async (list, order) => {
      const indexScans: string[] = []
      for (const direction of ['asc', 'desc']) {
        await runQuery(
          'owner',
          `${list}(first: 2, orderBy: { field: ${order}, direction: ${direction} }) { totalCount nodes { id } }`,
        )
        indexScans.push(
          ...listPlanSteps().flatMap(({ detail, sql }) =>
            / offset \+\?$/.test(sql) ? [detail] : [],
          ),
        )
      }
      expect(indexScans.length).toBeGreaterThan(0)
      expect(
        indexScans.filter((detail) => /TEMP B-TREE|SCAN/.test(detail)),
        'add an index on (companyId, the column, id) in a migration, or mark the order `unindexed`',
      ).toEqual([])
    },
  )
})
