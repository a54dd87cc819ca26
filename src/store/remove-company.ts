import { sql } from 'kysely'
import type { Db } from './db.ts'
import { byDialect, query } from './query.ts'
import { sortParentsFirst } from './table-copy.ts'

const companyTablesQuery = byDialect({
  sqlite: () => sql`select "name",
      (select json_group_array("table") from pragma_foreign_key_list("tables"."name")) as "parents"
    from "sqlite_schema" as "tables" where "type" = 'table'
      and exists (select 1 from pragma_table_info("tables"."name") as "column" where "column"."name" = 'companyId')`,
  postgres: () => sql`select cast(relname as text) as "name",
      (select cast(coalesce(json_agg(parent.relname), '[]') as text) from pg_constraint f
        join pg_class parent on parent.oid = f.confrelid where f.conrelid = tables.oid and f.contype = 'f') as "parents"
    from pg_class tables where relkind in ('r', 'p') and relnamespace = cast(current_schema() as regnamespace)
      and exists (select 1 from pg_attribute where attrelid = tables.oid and attname = 'companyId' and not attisdropped)`,
})
const selectCompanyTables = query<object, { name: string; parents: string }>(
  () => sql`select * from (${companyTablesQuery}) as "tables" order by "name"`,
)

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
  const rows = await db.all(selectCompanyTables, {})
  const tables = [
    { name: 'companies', parents: [] },
    ...rows.map(({ name, parents }) => ({ name, parents: JSON.parse(parents) as string[] })),
  ]
  const deletedRows: Record<string, number> = {}
  for (const { name } of sortParentsFirst(tables).reverse()) {
    const count = await db.run(deleteCompanyRows(name), { companyId })
    if (count > 0) deletedRows[name] = count
  }
  return deletedRows
}
