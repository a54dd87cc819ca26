import { sql } from 'kysely'
import { queryFamily } from '../../store/query.ts'
import type { TableName } from '../../store/schema.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

/** Statements over any table that hangs on people; which, is their shape. */
export type Row = Record<string, unknown>

interface Rows {
  table: TableName
  column: string
  /** What puts those of one in order. */
  by: readonly string[]
  /** Only those that name one person. */
  personId?: true
}

/** The rows of some people, or of some records. */
export const rowsOf = queryFamily<Rows, { companyId: string; ids: string; personId?: string }, Row>(
  (_, p, { table, column, by, personId }) => {
    const named = personId ? sql` and "personId" = ${p.personId}` : sql``
    const order = sql.join([column, ...by].map((each) => sql.ref(each)))
    return sql<Row>`select * from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(column, p.ids)}${named} order by ${order}`
  },
)

/** Which of some ids are there. */
export const idsThere = queryFamily<TableName, { companyId: string; ids: string }, { id: string }>(
  (_, p, table) =>
    sql<{
      id: string
    }>`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

/** The records about some people, with the person. */
export const recordsAbout = queryFamily<
  TableName,
  { companyId: string; ids: string; limit: number },
  { id: string; personId: string }
>(
  (_, p, table) =>
    sql<{ id: string; personId: string }>`select "id", "personId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)} order by "id" limit ${p.limit}`,
)

/** A record that was changed, with the version that it has now. */
interface Raised {
  id: string
  version: number
}

/**
 * Gives records about one person to another: those of the given ids that are still about the first.
 */
export const giveRecords = queryFamily<
  TableName,
  { companyId: string; ids: string; from: string; to: string; now: string },
  Raised
>(
  (_, p, table) =>
    sql<Raised>`update ${sql.table(table)} set "personId" = ${p.to}, "version" = "version" + 1, "updatedAt" = ${p.now}
      where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and "personId" = ${p.from} returning "id", "version"`,
)

/** Notes that the links of records have changed. */
export const raiseRecords = queryFamily<
  TableName,
  { companyId: string; ids: string; now: string },
  Raised
>(
  (_, p, table) =>
    sql<Raised>`update ${sql.table(table)} set "version" = "version" + 1, "updatedAt" = ${p.now}
      where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} returning "id", "version"`,
)
