import { getNamedType, isEnumType, isInputObjectType } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedCompany } from '../db/seed.ts'
import { schema } from '../src/resources/index.ts'
import { reads } from './bench/operations.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { callEachOperation } from './support/api-calls.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

/** Tables with few rows per company, which may be read completely. */
const smallTables = [
  'stages',
  'pipelines',
  'pipelineStages',
  'teams',
  'teamMembers',
  'users',
  'customFields',
  'tags',
  'webhookEndpoints',
  'apiKeys',
  'smartLists',
]
/** Tables that may be read in index order, one page at a time. */
const pagedTables = ['events', 'nameWords']

interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: Step[]
}

/** Every list with each of its indexed orders. */
const sortedLists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(
  ({ name, args }) => {
    const order = args.find((argument) => argument.name === 'orderBy')
    const input = order && getNamedType(order.type)
    const field = isInputObjectType(input) && getNamedType(input.getFields()['field']?.type)
    if (!isEnumType(field)) return []
    return field
      .getValues()
      .flatMap((order) =>
        order.description?.includes('Not indexed') ? [] : [[name, order.name] as const],
      )
  },
)

describe('Query plans on PostgreSQL', requires(onPostgres, 'PostgreSQL'), () => {
  let world: World
  let records: Records
  let client: pg.Client
  /** Tables with so few rows that PostgreSQL may choose any plan. */
  let emptyTables: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    records = await createRecords(world)
    // PostgreSQL chooses generic plans by the size of companies.
    await seedCompany(world.deps, 'Large', 2500, () => {})
    client = new pg.Client({ connectionString: world.database })
    await client.connect()
    await client.query('ANALYZE')
    emptyTables = (
      await client.query('SELECT relname FROM pg_class WHERE reltuples < 1000')
    ).rows.map(({ relname }) => relname)
    await client.query(
      `SET dealgraph.company = '${world.company.id}'; SET enable_seqscan = off; SET enable_bitmapscan = off; SET plan_cache_mode = force_generic_plan`,
    )
  })
  afterAll(async () => {
    await client.end()
    await world.stop()
  })

  async function explainStatement(sql: string): Promise<Step[]> {
    await client.query(`PREPARE asked AS ${sql}`)
    try {
      const values = Array.from(
        { length: Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))) },
        () => 'NULL',
      )
      const { rows } = await client.query(
        `EXPLAIN (FORMAT JSON) EXECUTE asked${values.length > 0 ? `(${values})` : ''}`,
      )
      const flatten = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(flatten)]
      return flatten(rows[0]['QUERY PLAN'][0].Plan)
    } finally {
      await client.query('DEALLOCATE asked')
    }
  }

  const knownPlans = new Map<string, Promise<string[]>>()
  /** Returns the plan steps that read all rows of a company or table. */
  async function findBroadSteps(): Promise<string[]> {
    const statements = world
      .statements()
      .filter(
        (sql) =>
          /^\W*(select|with|update|delete)/i.test(sql) && !/as "(some|limited|set)"/.test(sql),
      )
    const foundPlans: string[] = []
    for (const sql of statements) {
      if (!knownPlans.has(sql))
        knownPlans.set(
          sql,
          explainStatement(sql).then((steps) =>
            describeBroadSteps(steps).map((step) => `${step}: ${sql}`),
          ),
        )
      foundPlans.push(...((await knownPlans.get(sql)) ?? []))
    }
    return [...new Set(foundPlans)]
  }

  const describeBroadSteps = (steps: Step[]): string[] =>
    steps.flatMap((step) => {
      const table = step['Relation Name']
      if (
        !table ||
        !step['Node Type'].includes('Scan') ||
        [...smallTables, ...pagedTables, ...emptyTables, 'companies', 'secrets'].includes(table)
      )
        return []
      const bounds = [
        ...(step['Index Cond'] ?? '').matchAll(/"?(\w+)"?(?:\)::text)? (?:=|<|>|<=|>=) /g),
      ]
      // A partial index contains only few rows of a company.
      const isNarrow = bounds.length > 1 || step['Index Name']?.endsWith('_where')
      return step['Node Type'] === 'Seq Scan' ||
        !isNarrow ||
        !step['Index Cond']?.includes('"companyId"')
        ? [`${step['Node Type']} of ${table} ${step['Index Cond'] ?? ''}`]
        : []
    })

  test.each(['owner', 'leader', 'agent'] as TestUser[])(
    'every query by the user %s uses an index on the company and another column',
    async (user) => {
      const pagePattern = / offset \$\d+$| order by .* limit \$\d+$/
      for (const request of reads) {
        world.statements()
        if (request.query) await world.as(user).gql(request.query, request.variables)
        else if (request.body === undefined)
          await world.as(user).rest(request.method ?? 'GET', request.path ?? '/')
        // A list reads one page along the index of its order.
        const foundPlans = (await findBroadSteps()).filter((step) => !pagePattern.test(step))
        expect([request.name, foundPlans]).toEqual([request.name, []])
      }
    },
  )

  test('operations on one record never scan a whole table or all rows of a company', async () => {
    const foundPlans: string[] = []
    await callEachOperation(world, records, async (name) =>
      foundPlans.push(...(await findBroadSteps()).map((step) => `${name}: ${step}`)),
    )
    expect(foundPlans).toEqual([])
  })

  test.each(sortedLists)(
    'the list %s sorted by %s is read from an index without sorting',
    async (list, order) => {
      // A list in an indexed order must not sort.
      await client.query('SET enable_sort = off')
      let walkCount = 0
      for (const direction of ['asc', 'desc']) {
        world.statements()
        const { body } = await world
          .as('owner')
          .gql(
            `{ ${list}(first: 2, orderBy: { field: ${order}, direction: ${direction} }) { nodes { id } } }`,
          )
        expect(body.errors).toBeUndefined()
        for (const sql of world.statements().filter((text) => / offset \$\d+$/.test(text))) {
          walkCount++
          expect([
            sql,
            (await explainStatement(sql))
              .filter((step) => /^Sort|Seq Scan/.test(step['Node Type']))
              .map((step) => step['Node Type']),
          ]).toEqual([sql, []])
        }
      }
      await client.query('RESET enable_sort')
      expect(walkCount).toBeGreaterThan(0)
    },
  )

  test('every primary key, unique index and foreign key includes the company, and every table has row-level security', async () => {
    const { rows: tables } = await client.query<{
      table: string
      constraint: string
      type: string
      columns: string[]
      target: string[] | null
    }>(
      `SELECT c.relname AS "table", k.conname AS "constraint", k.contype AS type,
         ARRAY(SELECT a.attname::text FROM unnest(k.conkey) n JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n) AS columns,
         CASE WHEN k.contype = 'f' THEN ARRAY(SELECT a.attname::text FROM unnest(k.confkey) n JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = n) END AS target
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'f') AND c.relnamespace = current_schema()::regnamespace`,
    )
    const sharedTables = ['companies', 'secrets', 'kysely_migration', 'windows']
    const tablesWithoutCompany = tables.filter(
      ({ table, columns, target }) =>
        !sharedTables.includes(table) &&
        !(columns[0] === 'companyId' && (!target || ['companyId', 'id'].includes(target[0] ?? ''))),
    )
    expect(tablesWithoutCompany).toEqual([])
    const { rows: uniqueIndexes } = await client.query(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE UNIQUE%' AND indexdef NOT LIKE '%("companyId"%' AND NOT tablename = ANY($1)`,
      [sharedTables],
    )
    expect(uniqueIndexes).toEqual([])
    const { rows: unprotectedTables } = await client.query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND NOT (relrowsecurity AND relforcerowsecurity)`,
    )
    expect(unprotectedTables.map(({ relname }) => relname).sort()).toEqual([
      'kysely_migration',
      'secrets',
      'windows',
    ])
  })
})
