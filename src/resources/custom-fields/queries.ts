import { sql } from 'kysely'
import { query, queryFamily } from '../../store/query.ts'
import { isIn, withoutIndex } from '../../store/sql.ts'
import './table.ts'
import type { RecordKind } from './table.ts'

/** All fields of a company, by kind of record and in their order; they are few. */
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

/** Fields that are deleted, some of whose values are still to go. */
export const fieldsToSweep = query((k, p: { companyId: string }) =>
  k
    .selectFrom('customFields')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('deletedAt', 'is not', null)
    .orderBy('id'),
)

/** Where the values of each kind of record are kept, and the column that names the record. */
export const homes = {
  person: { table: 'personCustomValues', owner: 'personId' },
  deal: { table: 'dealCustomValues', owner: 'dealId' },
} as const

export interface ValueRow {
  recordId: string
  fieldId: string
  text: string | null
  number: number | null
}

/** The values of many records of one kind. */
export const valuesOfRecords = queryFamily<
  RecordKind,
  { companyId: string; ids: string },
  ValueRow
>((_, p, kind) => {
  const { table, owner } = homes[kind]
  return sql<ValueRow>`select ${sql.ref(owner)} as "recordId", "fieldId", "text", "number" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "fieldId", "position"`
})

type OfField = { companyId: string; fieldId: string }

export const firstValueOf = queryFamily<RecordKind, OfField, object>((k, p, kind) =>
  k
    .selectFrom(homes[kind].table)
    .select('fieldId')
    .where('companyId', '=', p.companyId)
    .where('fieldId', '=', p.fieldId)
    .limit(1),
)

/** Deletes some of a field's values, at most `limit`. */
export const deleteSomeValues = queryFamily<RecordKind, OfField & { limit: number }, unknown>(
  (_, p, kind) => {
    const { table, owner } = homes[kind]
    return sql`delete from ${sql.table(table)} where "companyId" = ${p.companyId} and (${sql.ref(owner)}, "fieldId", "position") in
    (select ${sql.ref(owner)}, "fieldId", "position" from ${sql.table(table)} where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId} limit ${p.limit})`
  },
)

type OfOptions = OfField & { options: string }

/** How many values are one of these options, counted up to `limit`. */
export const countChosen = queryFamily<
  RecordKind,
  OfOptions & { limit: number },
  { total: number }
>(
  (_, p, kind) => sql<{
    total: number
  }>`select count(*) as "total" from (select 1 from ${sql.table(homes[kind].table)}
    where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId} and ${isIn('textKey', p.options)} limit ${p.limit}) as "some"`,
)

/** Some of the records that have one of these options, at most `limit`. */
export const ownersChoosing = queryFamily<
  RecordKind,
  OfOptions & { limit: number },
  { id: string }
>((_, p, kind) => {
  const { table, owner } = homes[kind]
  return sql<{ id: string }>`select distinct ${sql.ref(owner)} as "id" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId} and ${isIn('textKey', p.options)} limit ${p.limit}`
})

type OfOwners = OfOptions & { owners: string }

/** What these records have of these options. Looked up by the records. */
const chosen = (
  p: OfOwners,
  kind: RecordKind,
) => sql`"companyId" = ${p.companyId} and ${isIn(homes[kind].owner, p.owners)}
  and "fieldId" = ${p.fieldId} and ${isIn(withoutIndex('textKey'), p.options)}`

export const clearChosen = queryFamily<RecordKind, OfOwners, unknown>(
  (_, p, kind) => sql`delete from ${sql.table(homes[kind].table)} where ${chosen(p, kind)}`,
)

export const replaceChosen = queryFamily<RecordKind, OfOwners & { by: string }, unknown>(
  (_, p, kind) =>
    sql`update ${sql.table(homes[kind].table)} set "text" = ${p.by}, "textKey" = ${p.by} where ${chosen(p, kind)}`,
)

/** Before `replaceChosen`: of what would become the same choice of one record, leaves one. */
export const dropDoubles = queryFamily<RecordKind, OfOwners & { by: string }, unknown>(
  (_, p, kind) => {
    const { table, owner } = homes[kind]
    const own = (column: string) => sql.ref(`${table}.${column}`)
    return sql`delete from ${sql.table(table)} where ${chosen(p, kind)} and exists (select 1 from ${sql.table(table)} as "other"
    where "other"."companyId" = ${p.companyId} and ${sql.ref(`other.${owner}`)} = ${own(owner)} and "other"."fieldId" = ${p.fieldId}
      and (${withoutIndex('other.textKey')} = ${p.by} or (${isIn(withoutIndex('other.textKey'), p.options)} and "other"."position" < ${own('position')})))`
  },
)
