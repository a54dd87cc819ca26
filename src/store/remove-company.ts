/** Removes a company with all its rows, for the `demo remove` command. */
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { byDialect, query } from './query.ts'
import { selectTablesSql, sortParentsFirst, type TableRow, toTableInfo } from './table-copy.ts'

const dialectTablesSql = byDialect<TableRow>({
  sqlite: () => sql.raw(selectTablesSql.sqlite),
  postgres: () => sql.raw(selectTablesSql.postgres),
})
const allTablesQuery = query((_, _p: object) => sql<TableRow>`${dialectTablesSql}`)

const createDeleteQuery = (table: string) =>
  query(
    (_, p: { companyId: string }) =>
      sql`delete from ${sql.table(table)} where ${sql.ref(table === 'companies' ? 'id' : 'companyId')} = ${p.companyId}`,
  )

/**
 * Deletes a company's rows from every table. Triggers reject this for all but the demo company.
 * @returns the number of deleted rows by table; omits tables without deleted rows
 */
export async function removeCompany(db: Db, companyId: string): Promise<Record<string, number>> {
  const tables = (await db.all(allTablesQuery, {}))
    .map(toTableInfo)
    .filter(({ name, columns }) => name === 'companies' || columns.includes('companyId'))
  const deletedRowCounts: Record<string, number> = {}
  for (const { name } of sortParentsFirst(tables).reverse()) {
    const rowCount = await db.run(createDeleteQuery(name), { companyId })
    if (rowCount > 0) deletedRowCounts[name] = rowCount
  }
  return deletedRowCounts
}
