import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../src/store/sqlite/connection.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

/**
 * The query plans of lists do not depend on statistics, so the plans on an empty database are the
 * same as on a large one.
 */
const filterLists = [
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
  ...filterLists.map((args): [string, string] => ['people', args]),
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

describe('Query plans for filtered and sorted lists', requires(!onPostgres, 'SQLite'), () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test.each(listQueries)(
    'the query plan of %s(%s) scans no table for any role',
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
})
