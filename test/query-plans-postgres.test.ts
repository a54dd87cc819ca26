import { getNamedType, isEnumType, isInputObjectType } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { readRequests } from './bench/operations.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { callEachOperation } from './support/api-calls.ts'
import { runDealgraph } from './support/command.ts'
import {
  createPostgresDatabase,
  newSqliteDatabase,
  onPostgres,
  postgresUrl,
  type TestDatabase,
} from './support/database.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

/** Tables with so few rows per company that a query may read all of them. */
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
/** Tables that a query may read in index order, one page at a time. */
const pagedTables = ['events', 'nameWords']

interface PlanStep {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: PlanStep[]
}

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

/**
 * Creates a database with a large company, because a generic plan in PostgreSQL depends on the
 * average size of a company. Seeding an SQLite file and copying it is several times as fast as
 * seeding PostgreSQL.
 */
async function createSeededDatabase(): Promise<TestDatabase> {
  const source = newSqliteDatabase()
  const target = await createPostgresDatabase(postgresUrl ?? '', 'template0')
  for (const command of [
    ['seed', '--people', '2500'],
    ['copy', '--from', source.url, '--to', target.url],
  ]) {
    const { code, stderr } = await runDealgraph({ DATABASE_URL: source.url }, ...command)
    expect([command, code, stderr]).toEqual([command, 0, expect.any(String)])
  }
  await source.remove()
  return target
}

describe('Query plans on PostgreSQL', requires(onPostgres, 'PostgreSQL'), () => {
  let world: World
  let records: Records
  let client: pg.Client
  /** Tables with so few rows that PostgreSQL may choose any plan. */
  let tinyTables: string[] = []
  beforeAll(async () => {
    world = await createWorld({}, { openDatabase: createSeededDatabase })
    records = await createRecords(world)
    client = new pg.Client({ connectionString: world.database })
    await client.connect()
    await client.query('ANALYZE')
    tinyTables = (
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

  async function explainStatement(sql: string): Promise<PlanStep[]> {
    await client.query(`PREPARE asked AS ${sql}`)
    try {
      const parameters = Array.from(
        { length: Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))) },
        () => 'NULL',
      )
      const { rows } = await client.query(
        `EXPLAIN (FORMAT JSON) EXECUTE asked${parameters.length > 0 ? `(${parameters})` : ''}`,
      )
      const flattenPlan = (step: PlanStep): PlanStep[] => [
        step,
        ...(step.Plans ?? []).flatMap(flattenPlan),
      ]
      return flattenPlan(rows[0]['QUERY PLAN'][0].Plan)
    } finally {
      await client.query('DEALLOCATE asked')
    }
  }

  const stepsBySql = new Map<string, Promise<string[]>>()
  /** Returns the plan steps that read all rows of a company or of a table. */
  async function findBroadSteps(): Promise<string[]> {
    const statements = world
      .statements()
      .filter(
        (sql) =>
          /^\W*(select|with|update|delete)/i.test(sql) && !/as "(some|limited|set)"/.test(sql),
      )
    const broadSteps: string[] = []
    for (const sql of statements) {
      if (!stepsBySql.has(sql))
        stepsBySql.set(
          sql,
          explainStatement(sql).then((steps) =>
            describeBroadSteps(steps).map((step) => `${step}: ${sql}`),
          ),
        )
      broadSteps.push(...((await stepsBySql.get(sql)) ?? []))
    }
    return [...new Set(broadSteps)]
  }

  const describeBroadSteps = (steps: PlanStep[]): string[] =>
    steps.flatMap((step) => {
      const table = step['Relation Name']
      if (
        !table ||
        !step['Node Type'].includes('Scan') ||
        [...smallTables, ...pagedTables, ...tinyTables, 'companies', 'secrets'].includes(table)
      )
        return []
      const indexConditions = [
        ...(step['Index Cond'] ?? '').matchAll(/"?(\w+)"?(?:\)::text)? (?:=|<|>|<=|>=) /g),
      ]
      // Partial indexes (`…_where`) contain only a few rows per company, except that of all people
      // outside Trash.
      const isSelectiveIndex = /(?<!^peopleBy_id)_where$/.test(step['Index Name'] ?? '')
      const isSelective = indexConditions.length > 1 || isSelectiveIndex
      return step['Node Type'] === 'Seq Scan' ||
        !isSelective ||
        !step['Index Cond']?.includes('"companyId"')
        ? [`${step['Node Type']} of ${table} ${step['Index Cond'] ?? ''}`]
        : []
    })

  test.each(['owner', 'leader', 'agent'] as TestUser[])(
    'each query of a read request by the user %s uses an index on the company and another column, except for small tables and list pages',
    async (user) => {
      const pagePattern = / offset \$\d+$| order by .* limit \$\d+$/
      for (const read of readRequests) {
        world.statements()
        if (read.query) await world.as(user).gql(read.query, read.variables)
        else if (read.body === undefined)
          await world.as(user).rest(read.method ?? 'GET', read.path ?? '/')
        // A list query may read one page in index order.
        const broadSteps = (await findBroadSteps()).filter((step) => !pagePattern.test(step))
        expect([read.name, broadSteps]).toEqual([read.name, []])
      }
    },
  )

  test('operations on one record in PostgreSQL never read a whole table or all rows of a company, except in small tables', async () => {
    const broadSteps: string[] = []
    await callEachOperation(world, records, async (name) =>
      broadSteps.push(...(await findBroadSteps()).map((step) => `${name}: ${step}`)),
    )
    expect(broadSteps).toEqual([])
  })

  test.each(sortedLists)(
    'the list %s sorted by %s is read from a PostgreSQL index without sorting',
    async (list, order) => {
      // With this setting, PostgreSQL sorts only if no index provides the order.
      await client.query('SET enable_sort = off')
      let scanCount = 0
      for (const direction of ['asc', 'desc']) {
        world.statements()
        const { body } = await world
          .as('owner')
          .gql(
            `{ ${list}(first: 2, orderBy: { field: ${order}, direction: ${direction} }) { nodes { id } } }`,
          )
        expect(body.errors).toBeUndefined()
        for (const sql of world.statements().filter((sql) => / offset \$\d+$/.test(sql))) {
          scanCount++
          expect([
            sql,
            (await explainStatement(sql))
              .filter((step) => /^Sort|Seq Scan/.test(step['Node Type']))
              .map((step) => step['Node Type']),
          ]).toEqual([sql, []])
        }
      }
      await client.query('RESET enable_sort')
      expect(scanCount).toBeGreaterThan(0)
    },
  )

  test('in PostgreSQL, every key and unique index of company data starts with companyId, and every table except kysely_migration, secrets and windows has row-level security', async () => {
    const { rows: constraints } = await client.query<{
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
    const constraintsWithoutCompany = constraints.filter(
      ({ table, columns, target }) =>
        !sharedTables.includes(table) &&
        !(columns[0] === 'companyId' && (!target || ['companyId', 'id'].includes(target[0] ?? ''))),
    )
    expect(constraintsWithoutCompany).toEqual([])
    const { rows: indexesWithoutCompany } = await client.query(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE UNIQUE%' AND indexdef NOT LIKE '%("companyId"%' AND NOT tablename = ANY($1)`,
      [sharedTables],
    )
    expect(indexesWithoutCompany).toEqual([])
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
