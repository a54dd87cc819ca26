import { sql } from 'kysely'
import type { Db } from './db.ts'
import { byDialect, query } from './query.ts'
import { selectTables, sortParentsFirst, type TableRow, toTableInfo } from './table-copy.ts'

const allTables = byDialect<TableRow>({
  sqlite: () => sql.raw(selectTables.sqlite),
  postgres: () => sql.raw(selectTables.postgres),
})
const selectAllTables = query((_, _p: object) => sql<TableRow>`${allTables}`)

const deleteCompanyRows = (table: string) =>
  query(
    (_, p: { companyId: string }) =>
      sql`delete from ${sql.table(table)} where ${sql.ref(table === 'companies' ? 'id' : 'companyId')} = ${p.companyId}`,
  )

/**
 * Deletes a company's rows from every table; triggers protect the events of all but the demo.
 * @returns the number of deleted rows by table, without tables that had none
 */
export async function removeCompany(db: Db, companyId: string): Promise<Record<string, number>> {
  const tables = (await db.all(selectAllTables, {}))
    .map(toTableInfo)
    .filter(({ name, columns }) => name === 'companies' || columns.includes('companyId'))
  const deletedRows: Record<string, number> = {}
  for (const { name } of sortParentsFirst(tables).reverse()) {
    const count = await db.run(deleteCompanyRows(name), { companyId })
    if (count > 0) deletedRows[name] = count
  }
  return deletedRows
}
