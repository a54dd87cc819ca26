import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import {
  type AccessCase,
  createCases,
  getCallArguments,
  unknownRecord,
} from './support/access-cases.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { getExpectedOutcome, type OperationCase, operations } from './support/access-table.ts'
import { type ApiCall, apiCalls, type CallResult, listFields } from './support/api-calls.ts'
import type { Client } from './support/client.ts'
import { dump, withRollback } from './support/dump.ts'
import { providerSettings } from './support/sign-in.ts'
import { type Caller, canView, everyScope, hasScope } from './support/visibility-model.ts'
import { createWorld, type World } from './support/world.ts'

const statusByOutcome: Record<string, number> = {
  ok: 200,
  null: 200,
  SCOPE: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
}

describe('API permissions', () => {
  let world: World
  let testRecords: Records
  let cases: AccessCase[]

  beforeAll(async () => {
    world = await createWorld(providerSettings)
    testRecords = await createRecords(world)
    cases = createCases(testRecords)
  })
  afterAll(() => world.stop())

  /** Runs the cases and describes each unexpected result. */
  async function findUnexpectedResults(plan: AccessCase[]): Promise<string[]> {
    const faults: string[] = []
    const reportFault = ({ apiCall, caller, record }: AccessCase, reason: string) =>
      faults.push(
        `${caller}: ${apiCall.name} ${record ? `${record.kind} of ${record.user} by ${record.createdBy} (${testRecords.records.indexOf(record)})` : ''}: ${reason}`,
      )
    const checkCase = async (item: AccessCase) => {
      const callResult = await item.apiCall.call(world.as(item.caller), item.values)
      if (callResult.outcome !== item.outcome)
        reportFault(
          item,
          `${callResult.outcome} (${callResult.message}) instead of ${item.outcome}`,
        )
      else if (
        item.apiCall.name.includes(' ') &&
        ![
          statusByOutcome[
            item.testCase.hasRowOutcome && item.outcome !== 'SCOPE' ? 'ok' : item.outcome
          ],
          item.outcome === 'ok' ? 201 : 0,
        ].includes(callResult.status)
      )
        reportFault(item, `status ${callResult.status}`)
      if (item.testCase.listedKind && callResult.outcome === 'ok')
        checkList(item, callResult, reportFault)
    }
    for (let batchStart = 0; batchStart < plan.length; batchStart += 16)
      await Promise.all(plan.slice(batchStart, batchStart + 16).map(checkCase))
    return faults
  }

  function checkList(
    item: AccessCase,
    result: CallResult,
    report: (testCase: AccessCase, reason: string) => void,
  ) {
    for (const record of testRecords.records.filter(
      ({ kind }) => kind === item.testCase.listedKind,
    )) {
      const isListed = result.ids.includes(record.id)
      const isExpected =
        canView(testRecords.teams, { user: item.caller }, record) &&
        (item.testCase.isListed?.(record) ?? true)
      if (isListed !== isExpected)
        report({ ...item, record }, isListed ? 'is in the list' : 'is missing from the list')
    }
  }

  test('the permission tests cover every query, mutation, REST route and node type', () => {
    expect(
      Object.keys(operations).sort(),
      'the keys of `operations` in test/support/access-table.ts are the root fields',
    ).toEqual([...listFields('Query'), ...listFields('Mutation')].map(({ name }) => name).sort())
    // `subscriptions.test.ts` compares subscriptions with the event feed, and `events.test.ts`
    // compares the feed with the permissions.
    expect(Object.keys(schema.getSubscriptionType()?.getFields() ?? {})).toEqual(['events'])
    const untestedCalls = apiCalls.filter((apiCall) =>
      cases.every((item) => item.apiCall !== apiCall),
    )
    expect(
      untestedCalls.map(({ name }) => name),
      'operations without a sample record in test/support/access-records.ts, or without arguments in test/support/access-table.ts that the REST route accepts',
    ).toEqual([])
    expect(apiCalls.filter(({ name }) => name.includes(' '))).toHaveLength(routes.length)
    const nodeInterface = schema.getType('Node')
    const nodeTypeNames = schema
      .getPossibleTypes(nodeInterface as never)
      .map(({ name }) => name.toLowerCase())
    expect(
      [...new Set(testRecords.records.map(({ kind }) => kind.toLowerCase()))].sort(),
      'the sample records in test/support/access-records.ts have every kind',
    ).toEqual(nodeTypeNames.sort())
  })

  test('a forbidden operation fails with FORBIDDEN, NOT_FOUND or VALIDATION_ERROR in REST and GraphQL and changes no data', async () => {
    const rejectedCases = cases.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'null')
    const dumpBefore = await dump(world)
    expect(await findUnexpectedResults(rejectedCases)).toEqual([])
    expect(await dump(world)).toEqual(dumpBefore)
    for (const code of ['SCOPE', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'])
      expect(rejectedCases.filter(({ outcome }) => outcome === code).length).toBeGreaterThan(10)
  })

  test('a permitted operation succeeds in REST and GraphQL, and a list contains exactly the records that the caller can view', async () => {
    const dumpBefore = await dump(world)
    await withRollback(world, async () =>
      expect(
        await findUnexpectedResults(
          cases.filter(({ outcome }) => outcome === 'ok' || outcome === 'null'),
        ),
      ).toEqual([]),
    )
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('every REST and GraphQL operation without a valid API key returns 401 and changes no data', async () => {
    const dumpBefore = await dump(world)
    for (const client of [
      world.client(),
      world.client(`${world.as('owner').secret?.slice(0, -1)}!`),
    ])
      for (const { apiCall, values } of new Map(
        cases.map((item) => [item.apiCall, item]),
      ).values()) {
        const callResult = await apiCall.call(client, values)
        expect([callResult.outcome, callResult.status], apiCall.name).toEqual(['UNAUTHORIZED', 401])
      }
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('an operation requires only its own scope and checks the scope before it reads a record', async () => {
    const requiredScopes = [
      ...new Set(
        Object.values(operations)
          .flat()
          .map(({ requiredScope }) => requiredScope),
      ),
    ].filter((requiredScope) => typeof requiredScope === 'string')
    const keyPairs = []
    for (const requiredScope of requiredScopes) {
      const isRequired = (scope: string) =>
        scope === requiredScope || scope.startsWith(`${requiredScope}.`)
      const otherScopes = everyScope.filter((scope) => !isRequired(scope))
      const scopes = everyScope.filter(isRequired)
      const deniedKey = await world.createKey('owner', otherScopes)
      const allowedKey = await world.createKey('owner', scopes)
      keyPairs.push({ requiredScope, scopes, deniedKey, allowedKey })
    }
    const dumpBefore = await dump(world)
    for (const { requiredScope, scopes, deniedKey, allowedKey } of keyPairs) {
      for (const { apiCall, testCase } of selectDistinctCases(requiredScope)) {
        const existingRecord = testRecords.records.find(
          (record) =>
            testCase.recordKinds?.[0] === record.kind &&
            record.company === 'acme' &&
            !record.trashed &&
            (testCase.isApplicable?.(record) ?? true),
        )
        for (const record of testCase.recordKinds ? [existingRecord, unknownRecord] : [undefined]) {
          const rejectedResult = await apiCall.call(
            deniedKey,
            getCallArguments(testCase, record, testRecords.companyRecords.acme),
          )
          expect(
            [rejectedResult.outcome, rejectedResult.message.includes(requiredScope)],
            `${apiCall.name} without ${requiredScope}`,
          ).toEqual(['SCOPE', true])
        }
        await withRollback(world, async () =>
          expect(
            (
              await apiCall.call(
                allowedKey,
                getCallArguments(testCase, existingRecord, testRecords.companyRecords.acme),
              )
            ).outcome,
            `${apiCall.name} with ${requiredScope}`,
          ).toBe(
            getExpectedOutcome(
              apiCall.field,
              testCase,
              testRecords.teams,
              { user: 'owner', scopes },
              existingRecord,
            ),
          ),
        )
      }
    }
    expect(await dump(world)).toEqual(dumpBefore)
  })

  const selectDistinctCases = (requiredScope: string) => [
    ...new Map(
      cases
        .filter(({ testCase }) => testCase.requiredScope === requiredScope)
        .map((item) => [item.apiCall.name + JSON.stringify(Object.keys(item.values)), item]),
    ).values(),
  ]

  test('the `node` query returns null for a record hidden from the caller and an error for a record outside the scopes of the API key', async () => {
    const scopes = ['tags.manage']
    const caller: Caller = { user: 'owner', scopes }
    const client: Client = await world.createKey('owner', scopes)
    const nodeCall = apiCalls.find(({ name }) => name === 'node') as ApiCall
    for (const record of testRecords.records) {
      const [testCase] = operations['node'] as [OperationCase]
      const requiredScope =
        typeof testCase.requiredScope === 'function' ? testCase.requiredScope(record) : undefined
      const outcome = getExpectedOutcome('node', testCase, testRecords.teams, caller, record)
      expect(outcome === 'SCOPE').toBe(!!requiredScope && !hasScope(caller, requiredScope))
      expect(
        (await nodeCall.call(client, { id: record.id })).outcome,
        `${record.kind} of ${record.company}`,
      ).toBe(outcome)
    }
  })
})
