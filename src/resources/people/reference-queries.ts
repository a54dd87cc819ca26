/** Statements over the tables that reference people, which `person-references.ts` lists. */
import { sql } from 'kysely'
import { queryFamily } from '../../store/query.ts'
import type { TableName } from '../../store/schema.ts'
import { isIn } from '../../store/sql.ts'

export type Row = Record<string, unknown>

interface RowSelection {
  table: TableName
  /** The column that `ids` are values of. */
  column: string
  orderBy: readonly string[]
  /** Selects only rows of the person `personId`. */
  ofOnePerson?: true
}

export const rowsOf = queryFamily<
  RowSelection,
  { companyId: string; ids: string; personId?: string },
  Row
>((_, p, { table, column, orderBy, ofOnePerson }) => {
  const ofPerson = ofOnePerson ? sql` and "personId" = ${p.personId}` : sql``
  const order = sql.join([column, ...orderBy].map((each) => sql.ref(each)))
  return sql<Row>`select * from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(column, p.ids)}${ofPerson} order by ${order}`
})

export const existingIds = queryFamily<
  TableName,
  { companyId: string; ids: string },
  { id: string }
>(
  (_, p, table) => sql<{ id: string }>`select "id" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

export const recordsOfPeople = queryFamily<
  TableName,
  { companyId: string; ids: string; limit: number },
  { id: string; personId: string }
>(
  (_, p, table) =>
    sql<{ id: string; personId: string }>`select "id", "personId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)}
      order by "id" limit ${p.limit}`,
)

interface VersionedRow {
  id: string
  version: number
}

export const reassignRecordsOf = queryFamily<
  TableName,
  { companyId: string; ids: string; from: string; to: string; now: string },
  VersionedRow
>(
  (_, p, table) => sql<VersionedRow>`update ${sql.table(table)}
    set "personId" = ${p.to}, "version" = "version" + 1, "updatedAt" = ${p.now}
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and "personId" = ${p.from}
    returning "id", "version"`,
)

export const incrementVersions = queryFamily<
  TableName,
  { companyId: string; ids: string; now: string },
  VersionedRow
>(
  (_, p, table) => sql<VersionedRow>`update ${sql.table(table)}
    set "version" = "version" + 1, "updatedAt" = ${p.now}
    where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} returning "id", "version"`,
)
