import { sql } from 'kysely'
import { query, queryFamily } from '../../store/query.ts'
import { isIn, withoutIndex } from '../../store/sql.ts'
import type { CustomFieldRow, RecordKind } from './table.ts'

/** Selects a company's custom fields: fields for people first, each kind ordered by position. */
export const fieldsOfCompany = query(
  (_, p: { companyId: string }) =>
    sql<CustomFieldRow>`select * from "customFields" where "companyId" = ${p.companyId} and "deletedAt" is null
      order by "recordKind" desc, "position", "id"`,
)

/** Selects deleted fields that may still have values. */
export const deletedFields = query(
  (_, p: { companyId: string }) =>
    sql<CustomFieldRow>`select * from "customFields" where "companyId" = ${p.companyId} and "deletedAt" is not null order by "id"`,
)

/** The value table of each kind of record, and its column that contains the record id. */
export const valueTables = {
  person: { table: 'personCustomValues', recordIdColumn: 'personId' },
  deal: { table: 'dealCustomValues', recordIdColumn: 'dealId' },
} as const

type ValueRow = { recordId: string; fieldId: string; text: string | null; number: number | null }

export const valuesOfRecords = queryFamily(
  (_, p: { companyId: string; ids: string }, kind: RecordKind) => {
    const { table, recordIdColumn } = valueTables[kind]
    return sql<ValueRow>`select ${sql.ref(recordIdColumn)} as "recordId", "fieldId", "text", "number" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(recordIdColumn, p.ids)} order by ${sql.ref(recordIdColumn)}, "fieldId", "position"`
  },
)

type FieldParams = { companyId: string; fieldId: string }

/** Returns a `from` clause that selects the values of a field. */
const fromValues = (p: FieldParams, kind: RecordKind) =>
  sql`from ${sql.table(valueTables[kind].table)} where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId}`

export const firstValue = queryFamily(
  (_, p: FieldParams, kind: RecordKind) => sql`select "fieldId" ${fromValues(p, kind)} limit 1`,
)

/** Deletes up to `limit` values of a field. */
export const deleteValues = queryFamily(
  (_, p: FieldParams & { limit: number }, kind: RecordKind) => {
    const { table, recordIdColumn } = valueTables[kind]
    const key = sql`${sql.ref(recordIdColumn)}, "fieldId", "position"`
    return sql`delete from ${sql.table(table)} where "companyId" = ${p.companyId} and (${key}) in
      (select ${key} ${fromValues(p, kind)} limit ${p.limit})`
  },
)

type OptionParams = FieldParams & { options: string }

type LimitedOptionParams = OptionParams & { limit: number }

/** Counts up to `limit` values that equal one of the options. */
export const optionValueCount = queryFamily(
  (_, p: LimitedOptionParams, kind: RecordKind) =>
    sql<{ total: number }>`select count(*) as "total" from
      (select 1 ${fromValues(p, kind)} and ${isIn('textKey', p.options)} limit ${p.limit}) as "some"`,
)

/** Selects up to `limit` records with at least one of the options. */
export const recordsWithOptions = queryFamily(
  (_, p: LimitedOptionParams, kind: RecordKind) =>
    sql<{ id: string }>`select distinct ${sql.ref(valueTables[kind].recordIdColumn)} as "id"
      ${fromValues(p, kind)} and ${isIn('textKey', p.options)} limit ${p.limit}`,
)

type RecordOptionParams = OptionParams & { recordIds: string }

/** Matches the records' values that equal one of the options, using the index on record ids. */
const optionValues = (p: RecordOptionParams, kind: RecordKind) =>
  sql`"companyId" = ${p.companyId} and ${isIn(valueTables[kind].recordIdColumn, p.recordIds)}
  and "fieldId" = ${p.fieldId} and ${isIn(withoutIndex('textKey'), p.options)}`

export const deleteOptionValues = queryFamily(
  (_, p: RecordOptionParams, kind: RecordKind) =>
    sql`delete from ${sql.table(valueTables[kind].table)} where ${optionValues(p, kind)}`,
)

type ReplacementParams = RecordOptionParams & { replacement: string }

export const replaceOptionValues = queryFamily(
  (_, p: ReplacementParams, kind: RecordKind) =>
    sql`update ${sql.table(valueTables[kind].table)} set "text" = ${p.replacement}, "textKey" = ${p.replacement} where ${optionValues(p, kind)}`,
)

/** Deletes values that `replaceOptionValues` would turn into duplicates within a record. */
export const deleteDuplicateChoices = queryFamily((_, p: ReplacementParams, kind: RecordKind) => {
  const { table, recordIdColumn } = valueTables[kind]
  const qualifyColumn = (column: string) => sql.ref(`${table}.${column}`)
  return sql`delete from ${sql.table(table)} where ${optionValues(p, kind)} and exists (select 1 from ${sql.table(table)} as "other"
    where "other"."companyId" = ${p.companyId} and ${sql.ref(`other.${recordIdColumn}`)} = ${qualifyColumn(recordIdColumn)} and "other"."fieldId" = ${p.fieldId}
      and (${withoutIndex('other.textKey')} = ${p.replacement} or (${isIn(withoutIndex('other.textKey'), p.options)} and "other"."position" < ${qualifyColumn('position')})))`
})
