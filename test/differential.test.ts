import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '../src/lib/text.ts'
import { encodeListParam, query } from '../src/store/query.ts'
import { listRows, sqlFold } from '../src/store/sql.ts'
import {
  changeTags,
  mergeAndUndo,
  moveDeals,
  repeatRequests,
  runScenario,
  sendBulkRequests,
  sendLimitValues,
} from './differential/changes.ts'
import { createRecords, edgeCaseNames } from './differential/edge-cases.ts'
import {
  createComparatorCases,
  createDocuments,
  filterCases,
  searchCases,
  textFilterCases,
} from './differential/queries.ts'
import { readPages } from './differential/read-pages.ts'
import { ownedLists, rootLists, selectAllFields } from './differential/schema.ts'
import { createServerPair, type ServerPair } from './differential/server-pair.ts'
import { onPostgres, updateStatistics } from './support/database.ts'
import { requires } from './support/requirements.ts'

describe('SQLite and PostgreSQL', requires(onPostgres, 'PostgreSQL'), () => {
  let pair: ServerPair
  let idsByList: Record<string, string[]>
  beforeAll(async () => {
    // Slow scans count as more records, so a scan on a busy machine could exceed the default limit.
    pair = await createServerPair({ MAX_RECORDS_LOOKED_AT: '900000000' })
    idsByList = await createRecords(pair)
    await updateStatistics(pair.postgres.database)
  })
  afterAll(() => pair.stop())
  const expectSameResponses = () => expect(pair.takeDifferences().slice(0, 5).join('\n\n')).toBe('')
  /**
   * Compares responses and rows. Tests that only read data do not call this function, because reads
   * change no rows.
   */
  const expectSameData = async () =>
    expect(
      [...pair.takeDifferences(), ...(await pair.findRowDifferences())].slice(0, 5).join('\n\n'),
    ).toBe('')

  test('SQLite and PostgreSQL store the same data after the same requests', () => expectSameData())

  /**
   * The callers of root lists, each with the direction in which to read each sort order. One
   * direction is enough for a caller, because lists are also read backward.
   */
  const callers = [['owner', 'asc'], ['agent', 'desc'], ['leader'], ['stranger']] as const
  for (const list of rootLists)
    test(`SQLite and PostgreSQL return the same pages of the list ${list.field.name}`, async () => {
      for (const [caller, direction] of callers) {
        await readPages(pair, { user: caller, list, pageSize: 20 })
        if (direction)
          for (const field of list.orders)
            await readPages(pair, {
              user: caller,
              list,
              pageSize: caller === 'owner' ? 9 : 40,
              args: { orderBy: { field, direction } },
            })
      }
      expectSameResponses()
    })

  for (const list of ownedLists)
    test(`SQLite and PostgreSQL return the same pages of the list ${list.owner}.${list.field.name}`, async () => {
      const rootList = rootLists.find(({ node }) => node.name === list.owner)
      const owners = rootList
        ? await readPages(pair, { user: 'owner', list: rootList, pageSize: 50 })
        : []
      for (const id of owners.slice(0, 5))
        await readPages(pair, { user: 'owner', list, id, pageSize: 3 })
      for (const id of owners.slice(0, 2))
        for (const field of list.orders)
          for (const direction of ['asc', 'desc'])
            await readPages(pair, {
              user: 'agent',
              list,
              id,
              args: { orderBy: { field, direction } },
            })
      expectSameResponses()
    })

  for (const [name, queries] of Object.entries({
    searches: searchCases,
    'text filters': textFilterCases,
    'filters on custom fields, numbers, times and related records': filterCases,
  }))
    test(`SQLite and PostgreSQL return the same results for ${name}`, async () => {
      let nonEmptyCount = 0
      for (const [query, variables] of createDocuments(queries)) {
        const { text } = await pair.clientFor('owner').gql(query, variables)
        nonEmptyCount += text.split('"nodes":[{').length - 1
      }
      for (const [query, variables] of createDocuments(
        queries.filter((_, index) => index % 7 === 0),
      ))
        await pair.clientFor('agent').gql(query, variables)
      expectSameResponses()
      expect(nonEmptyCount, name).toBeGreaterThan(queries.length / 4)
    })

  test('SQLite and PostgreSQL return the same results for every comparator of every filter', async () => {
    const { gql } = pair.clientFor('owner')
    let [caseCount, nonEmptyCount] = [0, 0]
    for (const list of rootLists) {
      const recordsQuery = `{ list: ${list.field.name}(first: 50) { nodes ${selectAllFields(list.node, 0)} } }`
      const queries = createComparatorCases(list, (await gql(recordsQuery)).body.data.list.nodes)
      caseCount += queries.length
      for (const [query, variables] of createDocuments(queries)) {
        const { body, text } = await gql(query, variables)
        expect(body.errors).toBeUndefined()
        nonEmptyCount += text.split('"nodes":[{').length - 1
      }
    }
    expectSameResponses()
    expect(caseCount).toBeGreaterThan(500)
    expect(nonEmptyCount).toBeGreaterThan(caseCount / 2)
  })

  test('bulk operations have the same effects on SQLite and PostgreSQL', async () => {
    await sendBulkRequests(pair, idsByList)
    await expectSameData()
  })

  test('merging people and undoing a merge have the same effects on SQLite and PostgreSQL', async () => {
    await mergeAndUndo(pair, idsByList)
    await expectSameData()
  })

  test('board operations have the same effects on SQLite and PostgreSQL', async () => {
    await moveDeals(pair, idsByList)
    await expectSameData()
  })

  test('tag operations have the same effects on SQLite and PostgreSQL', async () => {
    await changeTags(pair)
    await expectSameData()
  })

  test('SQLite and PostgreSQL replay the same responses to repeated idempotent requests', async () => {
    await repeatRequests(pair)
    await expectSameData()
  })

  test('SQLite and PostgreSQL return and store the same data for unusual values and for values at and beyond the input limits', async () => {
    await sendLimitValues(pair)
    await expectSameData()
  })

  test('SQLite and PostgreSQL case-fold text of any script identically, including a final Σ', async () => {
    const caseTexts = edgeCaseNames.flatMap((name) => [name, `aΣ${name}b ${name}Σ`, `Σ'${name}.Σ`])
    const foldQuery = query<{ list: string }, { text: string }>(
      (_, p) => sql`select ${sqlFold(sql`"value"`)} as "text" from ${listRows(p.list, 'text')}`,
    )
    for (const { deps } of [pair.sqlite, pair.postgres]) {
      const rows = await deps.store.allCompanies.read((db) =>
        db.all(foldQuery, { list: encodeListParam(caseTexts) }),
      )
      expect(rows.map(({ text }) => text)).toEqual(caseTexts.map(fold))
    }
  })

  test('SQLite and PostgreSQL store the same rows, including events, after the requests in test/support/scenario.ts', async () => {
    const otherPair = await createServerPair()
    try {
      expect(await runScenario(otherPair)).toEqual([])
      expect(
        [...otherPair.takeDifferences(), ...(await otherPair.findRowDifferences())]
          .slice(0, 5)
          .join('\n\n'),
      ).toBe('')
    } finally {
      await otherPair.stop()
    }
  })
})
