import { glob } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccessPath, getAccessParams, getAccessScope } from '../src/access/access-scope.ts'
import { loadViewerOfUser } from '../src/access/viewers.ts'
import type { FilterField, FilterSpec } from '../src/filtering/filter-spec.ts'
import { connect } from '../src/store/sqlite/connection.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

/**
 * The query plans of lists do not depend on statistics, so the plans on an empty database are the
 * same as on a large one.
 */
const peopleArguments = [
  'orderBy: { field: name }',
  'orderBy: { field: price }',
  'orderBy: { field: lastActivityAt, direction: asc }',
  'where: { stageId: { eq: "stage_00000000" } }',
  'where: { stageId: { eq: "stage_00000000" } }, orderBy: { field: price }',
  'where: { tags: { has: "VIP" }, not: { source: { eq: "Web" } } }, orderBy: { field: updatedAt }',
  'where: { deals: { some: { price: { gte: 5 } } }, activities: { none: { createdAt: { during: { last: 336, unit: hour } } } } }',
  'where: { or: [{ email: { eq: "a@b.test" } }, { phone: { eq: "4155552671" } }] }, orderBy: { field: name, direction: desc }',
]
const listQueries: [list: string, args: string][] = [
  ...peopleArguments.map((args): [string, string] => ['people', args]),
  ['deals', 'where: { status: { eq: open } }, orderBy: { field: closeDate }'],
  ['deals', 'where: { people: { some: { source: { eq: "Web" } } } }, orderBy: { field: price }'],
  ['tasks', 'where: { done: { eq: false } }, orderBy: { field: dueDate }'],
  ['tasks', 'where: { overdue: { eq: true }, person: { stageId: { eq: "stage_00000000" } } }'],
  ['activities', 'where: { type: { eq: call }, createdAt: { during: { last: 720, unit: hour } } }'],
  [
    'appointments',
    'where: { startsAt: { during: { next: 168, unit: hour } } }, orderBy: { field: startsAt }',
  ],
]

/** Returns the filter specs of all kinds of records. */
async function importFilterSpecs(): Promise<FilterSpec[]> {
  const specs: FilterSpec[] = []
  for await (const file of glob(`${process.cwd()}/src/resources/*/filter-spec.ts`))
    for (const value of Object.values<object>(await import(file)))
      if ('orders' in value) specs.push(value as FilterSpec)
  return specs
}

/** Returns the columns that a list looks up or sorts by, each with the reason for its index. */
function listIndexedColumns(spec: FilterSpec, paths: AccessPath[]): [column: string, string][] {
  const { fields, orders } = spec
  return [
    ...Object.entries(fields).flatMap(([name, { indexed, column }]): [string, string][] =>
      indexed && column ? [[column, `the filter \`${name}\` is \`indexed\``]] : [],
    ),
    ...Object.entries(orders).flatMap(([name, { unindexed, column }]): [string, string][] =>
      unindexed ? [] : [[column, `the order \`${name}\` is not \`unindexed\``]],
    ),
    ...paths.flatMap((path): [string, string][] =>
      'column' in path ? [[path.column, 'the policy finds visible records by this column']] : [],
    ),
  ]
}

const sqlTypes: { [T in FilterField['type']]?: string } = {
  Boolean: 'INTEGER',
  Int: 'INTEGER',
  Float: 'REAL',
}

describe('Query plans for filtered and sorted lists', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test.each(listQueries)(
    'the query plan of %s(%s) scans no table for an Owner, a Team Leader or an Agent',
    async (list, args) => {
      const { raw: database } = connect(world.file, { isQueryOnly: true })
      for (const caller of ['owner', 'leader', 'agent'] as TestUser[]) {
        world.statements()
        const { body } = await world
          .as(caller)
          .gql(`{ ${list}(${args}) { totalCount nodes { id } } }`)
        expect(body.errors).toBeUndefined()
        const listStatements = world
          .statements()
          .filter((sql) => sql.includes('"candidate"') || sql.includes(' offset '))
        expect(listStatements.length).toBeGreaterThan(1)
        for (const sql of listStatements) {
          const steps = database
            .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
            .all(...Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => null))
          // A plan may scan a subquery, a parameter list or a union of access paths.
          const tableScans = steps
            .map(({ detail }) => detail)
            .filter((detail) =>
              /^SCAN (?!candidate|set|path|seen|json_each|user|agent|CONSTANT ROW|\(|limited)/.test(
                detail,
              ),
            )
          expect([caller, sql, tableScans]).toEqual([caller, sql, []])
        }
      }
      database.close()
    },
  )

  test('the type of every list filter fits the SQL type of its column', async () => {
    const { raw: database } = connect(world.file, { isQueryOnly: true })
    const selectColumns = database.prepare<[string], { name: string; type: string }>(
      'select name, type from pragma_table_info(?)',
    )
    const wrongTypes: string[] = []
    for (const { table, fields } of await importFilterSpecs()) {
      const columnTypes = new Map(selectColumns.all(table).map(({ name, type }) => [name, type]))
      for (const [name, { column = '', type }] of Object.entries(fields)) {
        const columnType = columnTypes.get(column)
        if (columnType && columnType !== (sqlTypes[type] ?? 'TEXT'))
          wrongTypes.push(`${table}.${column} is ${columnType}, but the filter ${name} is ${type}`)
      }
    }
    database.close()
    expect(wrongTypes, 'filters to correct in src/resources/*/filter-spec.ts').toEqual([])
  })

  test('a filter or sort order of a list is nullable if and only if its column is nullable', async () => {
    const { raw: database } = connect(world.file, { isQueryOnly: true })
    const selectColumns = database.prepare<[string], { name: string; notnull: number }>(
      'select name, "notnull" from pragma_table_info(?)',
    )
    const wrongFields: string[] = []
    for (const { table, fields, orders } of await importFilterSpecs()) {
      const columns = new Map(selectColumns.all(table).map((column) => [column.name, column]))
      const filters = Object.entries(fields).filter(([, field]) => !field.internal)
      for (const [name, { column = '', nullable = false }] of [
        ...filters,
        ...Object.entries(orders),
      ]) {
        const isNotNull = columns.get(column)?.notnull
        if (isNotNull !== undefined && nullable === (isNotNull === 1))
          wrongFields.push(`${table}.${name}`)
      }
    }
    database.close()
    expect(wrongFields, 'fields and orders to correct in filter-spec.ts').toEqual([])
  })

  test('every indexed filter, sort order and access path of a list has an index on its column', async () => {
    const { raw: database } = connect(world.file, { isQueryOnly: true })
    const selectIndexes = database.prepare<[string], { columns: string }>(
      `select (select group_concat("name") || ',' from pragma_index_info("index"."name")) as "columns"
       from pragma_index_list(?) as "index" where not "index"."partial"`,
    )
    const { companyId, id: userId } = world.users.agent
    const viewer = await world.deps.store.allCompanies.read((db) =>
      loadViewerOfUser(db, { companyId, userId, scopes: null }),
    )
    if (!viewer) throw new Error('The agent does not exist')
    const missingIndexes: string[] = []
    for (const spec of await importFilterSpecs()) {
      const indexes = selectIndexes.all(spec.table)
      const paths = spec.policy.accessPaths(getAccessParams(viewer), getAccessScope(viewer))
      for (const [column, reason] of listIndexedColumns(spec, paths))
        if (!indexes.some(({ columns }) => columns.startsWith(`companyId,${column},`)))
          missingIndexes.push(`${spec.table} (companyId, ${column}, id): ${reason}`)
    }
    database.close()
    expect(missingIndexes, 'indexes to add in a migration').toEqual([])
  })
})
