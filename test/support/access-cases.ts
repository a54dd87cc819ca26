/** The calls of the permission table: every operation by every user on every record. */
import type { Records } from './access-records.ts'
import {
  type CompanyRecords,
  getExpectedOutcome,
  type OperationCase,
  type Outcome,
  operations,
} from './access-table.ts'
import { type ApiCall, apiCalls } from './api-calls.ts'
import { getCompany, type RecordFacts } from './visibility-model.ts'
import { people, type TestUser } from './world.ts'

/** One call: caller, operation, record and expected result. */
export interface Case {
  apiCall: ApiCall
  testCase: OperationCase
  caller: TestUser
  record: RecordFacts | undefined
  values: object
  outcome: Outcome
}

export const unknownRecord: RecordFacts = {
  kind: 'person',
  id: 'nothing_00000000',
  company: 'acme',
}

/** Returns the arguments of a call on a record. */
export const getValues = (
  testCase: OperationCase,
  record: RecordFacts | undefined,
  companyRecords: CompanyRecords,
): object =>
  testCase.createValues?.(record ?? unknownRecord, companyRecords) ??
  (record ? { id: record.id } : {})

/** Returns every case of the permission table. */
export const createCases = (fixture: Records): Case[] =>
  apiCalls.flatMap((apiCall) =>
    (operations[apiCall.field] ?? []).flatMap((testCase) =>
      people.flatMap((caller) => getCases(fixture, { apiCall, testCase, caller })),
    ),
  )

function getCases(
  { records, teams, companyRecords }: Records,
  operation: Pick<Case, 'apiCall' | 'testCase' | 'caller'>,
): Case[] {
  const { apiCall, testCase, caller } = operation
  const { recordKinds, isApplicable = () => true } = testCase
  const cases = (
    recordKinds
      ? records.filter((record) => recordKinds.includes(record.kind) && isApplicable(record))
      : [undefined]
  ).map((record) => ({
    ...operation,
    record,
    values: getValues(testCase, record, companyRecords[getCompany(caller)]),
    outcome: getExpectedOutcome(apiCall.field, testCase, teams, { user: caller }, record),
  }))
  return cases.filter(({ values }) => apiCall.accepts(values))
}
