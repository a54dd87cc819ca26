/** The calls of the permission table: each operation by each user on each applicable record. */
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
import { type TestUser, testUsers } from './world.ts'

/** One call of the permission table: the caller, operation, record and expected outcome. */
export interface AccessCase {
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

/** Returns the arguments of an operation that is called on a record. */
export const getCallArguments = (
  testCase: OperationCase,
  record: RecordFacts | undefined,
  companyRecords: CompanyRecords,
): object =>
  testCase.createValues?.(record ?? unknownRecord, companyRecords) ??
  (record ? { id: record.id } : {})

/** Returns every case of the permission table. */
export const createCases = (fixture: Records): AccessCase[] =>
  apiCalls.flatMap((apiCall) =>
    (operations[apiCall.field] ?? []).flatMap((testCase) =>
      testUsers.flatMap((caller) => createCasesFor(fixture, { apiCall, testCase, caller })),
    ),
  )

function createCasesFor(
  { records, teams, companyRecords }: Records,
  operation: Pick<AccessCase, 'apiCall' | 'testCase' | 'caller'>,
): AccessCase[] {
  const { apiCall, testCase, caller } = operation
  const { recordKinds, isApplicable = () => true } = testCase
  const cases = (
    recordKinds
      ? records.filter((record) => recordKinds.includes(record.kind) && isApplicable(record))
      : [undefined]
  ).map((record) => ({
    ...operation,
    record,
    values: getCallArguments(testCase, record, companyRecords[getCompany(caller)]),
    outcome: getExpectedOutcome(apiCall.field, testCase, teams, { user: caller }, record),
  }))
  return cases.filter(({ values }) => apiCall.accepts(values))
}
