import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import { makeRecords, type Records } from './support/access-records.ts'
import {
  type CompanyRecords,
  expected,
  type OperationCase,
  type Outcome,
  operations,
} from './support/access-table.ts'
import { type ApiCall, apiCalls, type CallResult, fieldsOf } from './support/api-calls.ts'
import type { Client } from './support/client.ts'
import { dump, rehearse } from './support/dump.ts'
import {
  type Caller,
  canView,
  companyOf,
  everyScope,
  hasScope,
  type RecordFacts,
} from './support/visibility-model.ts'
import { createWorld, people, type Who, type World } from './support/world.ts'

/** One call: caller, operation, record and expected result. */
interface Case {
  apiCall: ApiCall
  testCase: OperationCase
  who: Who
  record: RecordFacts | undefined
  values: object
  outcome: Outcome
}

const statuses: Record<string, number> = {
  ok: 200,
  null: 200,
  SCOPE: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
}
const unknown: RecordFacts = { kind: 'person', id: 'nothing_00000000', company: 'acme' }

describe('Permissions', () => {
  let world: World
  let made: Records
  const cases: Case[] = []

  beforeAll(async () => {
    world = await createWorld()
    made = await makeRecords(world)
    for (const apiCall of apiCalls)
      for (const testCase of operations[apiCall.field] ?? [])
        for (const who of people) cases.push(...casesOf(apiCall, testCase, who))
  })
  afterAll(() => world.stop())

  const homeOf = (who: Who): CompanyRecords => made.homes[companyOf(who)]
  const valuesOf = (
    testCase: OperationCase,
    record: RecordFacts | undefined,
    home: CompanyRecords,
  ) => testCase.with?.(record ?? unknown, home) ?? (record ? { id: record.id } : {})

  function casesOf(apiCall: ApiCall, testCase: OperationCase, who: Who): Case[] {
    const records = testCase.on
      ? made.records.filter(
          (record) => testCase.on?.includes(record.kind) && (testCase.only?.(record) ?? true),
        )
      : [undefined]
    return records
      .map(
        (record): Case => ({
          apiCall,
          testCase,
          who,
          record,
          values: valuesOf(testCase, record, homeOf(who)),
          outcome: expected(apiCall.field, testCase, made.teams, { user: who }, record),
        }),
      )
      .filter(({ values }) => apiCall.accepts(values))
  }

  /** Returns descriptions of unexpected results. */
  async function findFaults(plan: Case[]): Promise<string[]> {
    const found: string[] = []
    const reportFault = ({ apiCall, who, record }: Case, why: string) =>
      found.push(
        `${who}: ${apiCall.name} ${record ? `${record.kind} of ${record.user} by ${record.createdBy} (${made.records.indexOf(record)})` : ''}: ${why}`,
      )
    const one = async (each: Case) => {
      const called = await each.apiCall.call(world.as(each.who), each.values)
      if (called.outcome !== each.outcome)
        reportFault(each, `${called.outcome} (${called.message}) instead of ${each.outcome}`)
      else if (
        each.apiCall.name.includes(' ') &&
        ![
          statuses[each.testCase.inRows && each.outcome !== 'SCOPE' ? 'ok' : each.outcome],
          each.outcome === 'ok' ? 201 : 0,
        ].includes(called.status)
      )
        reportFault(each, `status ${called.status}`)
      if (each.testCase.lists && called.outcome === 'ok') checkList(each, called, reportFault)
    }
    for (let from = 0; from < plan.length; from += 16)
      await Promise.all(plan.slice(from, from + 16).map(one))
    return found
  }

  function checkList(each: Case, called: CallResult, tell: (each: Case, why: string) => void) {
    for (const record of made.records.filter(({ kind }) => kind === each.testCase.lists)) {
      const isListed = called.ids.includes(record.id)
      const isExpected =
        canView(made.teams, { user: each.who }, record) && (each.testCase.among?.(record) ?? true)
      if (isListed !== isExpected)
        tell({ ...each, record }, isListed ? 'is in the list' : 'is missing from the list')
    }
  }

  test('the permission table covers every root field, every REST route and every kind of record', () => {
    expect(Object.keys(operations).sort()).toEqual(
      [...fieldsOf('Query'), ...fieldsOf('Mutation')].map((field) => field.name).sort(),
    )
    // subscriptions.test.ts compares subscriptions with the feed, events.test.ts the feed with
    // permissions.
    expect(Object.keys(schema.getSubscriptionType()?.getFields() ?? {})).toEqual(['events'])
    for (const apiCall of apiCalls)
      expect(cases.filter((each) => each.apiCall === apiCall).length, apiCall.name).toBeGreaterThan(
        0,
      )
    expect(apiCalls.filter(({ name }) => name.includes(' '))).toHaveLength(routes.length)
    const node = schema.getType('Node')
    const types = schema.getPossibleTypes(node as never).map(({ name }) => name.toLowerCase())
    expect(types.sort()).toEqual(
      [...new Set(made.records.map(({ kind }) => kind.toLowerCase()))].sort(),
    )
  })

  test('forbidden operations fail with the right code on both interfaces and change nothing', async () => {
    const refusal = cases.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'null')
    const before = await dump(world)
    expect(await findFaults(refusal)).toEqual([])
    expect(await dump(world)).toEqual(before)
    for (const code of ['SCOPE', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'])
      expect(refusal.filter(({ outcome }) => outcome === code).length).toBeGreaterThan(10)
  })

  test('permitted operations succeed on both interfaces, and lists hold exactly the visible records', async () => {
    const before = await dump(world)
    await rehearse(world, async () =>
      expect(
        await findFaults(cases.filter(({ outcome }) => outcome === 'ok' || outcome === 'null')),
      ).toEqual([]),
    )
    expect(await dump(world)).toEqual(before)
  })

  test('every operation without a valid key fails with 401', async () => {
    const before = await dump(world)
    for (const client of [
      world.client(),
      world.client(`${world.as('owner').secret?.slice(0, -1)}!`),
    ])
      for (const { apiCall, values } of new Map(
        cases.map((each) => [each.apiCall, each]),
      ).values()) {
        const called = await apiCall.call(client, values)
        expect([called.outcome, called.status], apiCall.name).toEqual(['UNAUTHORIZED', 401])
      }
    expect(await dump(world)).toEqual(before)
  })

  test('a key without the scope is refused before any look-up, and the required scope alone is enough', async () => {
    const needed = [
      ...new Set(
        Object.values(operations)
          .flat()
          .map(({ needs }) => needs),
      ),
    ].filter((needs) => typeof needs === 'string')
    for (const needs of needed) {
      const withIt = (scope: string) => scope === needs || scope.startsWith(`${needs}.`)
      const missing = everyScope.filter((scope) => !withIt(scope))
      const scopes = everyScope.filter(withIt)
      const [without, only] = [
        await world.createKey('owner', missing),
        await world.createKey('owner', scopes),
      ]
      const before = await dump(world)
      for (const { apiCall, testCase } of firstOf(needs)) {
        const existing = made.records.find(
          (record) =>
            testCase.on?.[0] === record.kind &&
            record.company === 'acme' &&
            !record.trashed &&
            (testCase.only?.(record) ?? true),
        )
        for (const record of testCase.on ? [existing, unknown] : [undefined]) {
          const refusal = await apiCall.call(without, valuesOf(testCase, record, homeOf('owner')))
          expect(
            [refusal.outcome, refusal.message.includes(needs)],
            `${apiCall.name} without ${needs}`,
          ).toEqual(['SCOPE', true])
        }
        await rehearse(world, async () =>
          expect(
            (await apiCall.call(only, valuesOf(testCase, existing, homeOf('owner')))).outcome,
            `${apiCall.name} with ${needs}`,
          ).toBe(
            expected(apiCall.field, testCase, made.teams, { user: 'owner', scopes }, existing),
          ),
        )
      }
      expect(await dump(world)).toEqual(before)
    }
  })

  const firstOf = (needs: string) => [
    ...new Map(
      cases
        .filter(({ testCase }) => testCase.needs === needs)
        .map((each) => [each.apiCall.name + JSON.stringify(Object.keys(each.values)), each]),
    ).values(),
  ]

  test('the node query returns null for a hidden record and refuses a kind outside the scopes of the key', async () => {
    const scopes = ['tags.manage']
    const caller: Caller = { user: 'owner', scopes }
    const client: Client = await world.createKey('owner', scopes)
    const node = apiCalls.find(({ name }) => name === 'node') as ApiCall
    for (const record of made.records) {
      const [testCase] = operations['node'] as [OperationCase]
      const needs = typeof testCase.needs === 'function' ? testCase.needs(record) : undefined
      const outcome = expected('node', testCase, made.teams, caller, record)
      expect(outcome === 'SCOPE').toBe(!!needs && !hasScope(caller, needs))
      expect(
        (await node.call(client, { id: record.id })).outcome,
        `${record.kind} of ${record.company}`,
      ).toBe(outcome)
    }
  })
})
