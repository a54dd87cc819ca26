import { sql } from 'kysely'
import { query, queryFamily } from '../../store/query.ts'
import { isIn, withoutIndex } from '../../store/sql.ts'
import './table.ts'
import type { RecordKind } from './table.ts'

/** Selects the fields of a company, those of people first, each kind ordered by position. */
export const fieldsOfCompany = query((k, p: { companyId: string }) =>
  k
    .selectFrom('customFields')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('deletedAt', 'is', null)
    .orderBy('recordKind', 'desc')
    .orderBy('position')
    .orderBy('id'),
)

/** Selects deleted fields that still have values. */
export const deletedFields = query((k, p: { companyId: string }) =>
  k
    .selectFrom('customFields')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('deletedAt', 'is not', null)
    .orderBy('id'),
)

/** The table of values of each kind of record, and its column with the id of the record. */
export const valueTables = {
  person: { table: 'personCustomValues', owner: 'personId' },
  deal: { table: 'dealCustomValues', owner: 'dealId' },
} as const

export interface ValueRow {
  recordId: string
  fieldId: string
  text: string | null
  number: number | null
}

export const valuesOfRecords = queryFamily<
  RecordKind,
  { companyId: string; ids: string },
  ValueRow
>((_, p, kind) => {
  const { table, owner } = valueTables[kind]
  return sql`select ${sql.ref(owner)} as "recordId", "fieldId", "text", "number" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "fieldId", "position"`
})

type FieldParams = { companyId: string; fieldId: string }

export const firstValue = queryFamily<RecordKind, FieldParams, object>((k, p, kind) =>
  k
    .selectFrom(valueTables[kind].table)
    .select('fieldId')
    .where('companyId', '=', p.companyId)
    .where('fieldId', '=', p.fieldId)
    .limit(1),
)

/** Deletes up to `limit` values of a field. */
export const deleteValues = queryFamily<RecordKind, FieldParams & { limit: number }, unknown>(
  (_, p, kind) => {
    const { table, owner } = valueTables[kind]
    return sql`delete from ${sql.table(table)} where "companyId" = ${p.companyId} and (${sql.ref(owner)}, "fieldId", "position") in
    (select ${sql.ref(owner)}, "fieldId", "position" from ${sql.table(table)} where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId} limit ${p.limit})`
  },
)

type OptionParams = FieldParams & { options: string }

/** Counts the values that are one of these options, up to `limit`. */
export const countValuesOfOptions = queryFamily<
  RecordKind,
  OptionParams & { limit: number },
  { total: number }
>(
  (
    _,
    p,
    kind,
  ) => sql`select count(*) as "total" from (select 1 from ${sql.table(valueTables[kind].table)}
    where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId} and ${isIn('textKey', p.options)} limit ${p.limit}) as "some"`,
)

/** Selects up to `limit` records that have one of these options. */
export const recordsWithOptions = queryFamily<
  RecordKind,
  OptionParams & { limit: number },
  { id: string }
>((_, p, kind) => {
  const { table, owner } = valueTables[kind]
  return sql`select distinct ${sql.ref(owner)} as "id" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId} and ${isIn('textKey', p.options)} limit ${p.limit}`
})

type OwnerParams = OptionParams & { ownerIds: string }

/** Matches the values of these options on these records, using the index on records. */
const optionValues = (
  p: OwnerParams,
  kind: RecordKind,
) => sql`"companyId" = ${p.companyId} and ${isIn(valueTables[kind].owner, p.ownerIds)}
  and "fieldId" = ${p.fieldId} and ${isIn(withoutIndex('textKey'), p.options)}`

export const deleteOptionValues = queryFamily<RecordKind, OwnerParams, unknown>(
  (_, p, kind) =>
    sql`delete from ${sql.table(valueTables[kind].table)} where ${optionValues(p, kind)}`,
)

export const replaceOptionValues = queryFamily<
  RecordKind,
  OwnerParams & { replacement: string },
  unknown
>(
  (_, p, kind) =>
    sql`update ${sql.table(valueTables[kind].table)} set "text" = ${p.replacement}, "textKey" = ${p.replacement} where ${optionValues(p, kind)}`,
)

/** Deletes the duplicates on one record that `replaceOptionValues` would create. */
export const deleteDuplicateChoices = queryFamily<
  RecordKind,
  OwnerParams & { replacement: string },
  unknown
>((_, p, kind) => {
  const { table, owner } = valueTables[kind]
  const getOwnColumn = (column: string) => sql.ref(`${table}.${column}`)
  return sql`delete from ${sql.table(table)} where ${optionValues(p, kind)} and exists (select 1 from ${sql.table(table)} as "other"
    where "other"."companyId" = ${p.companyId} and ${sql.ref(`other.${owner}`)} = ${getOwnColumn(owner)} and "other"."fieldId" = ${p.fieldId}
      and (${withoutIndex('other.textKey')} = ${p.replacement} or (${isIn(withoutIndex('other.textKey'), p.options)} and "other"."position" < ${getOwnColumn('position')})))`
})
