import { type Kysely, sql } from 'kysely'
import { addColumn } from '../../src/store/ddl.ts'

/** Older program versions leave the columns null. */
export const expands = true

/** Adds the number of rows with changed or omitted values, and the size of the warnings file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['warned', 'warningsBytes']) {
    await addColumn(db, 'imports', column, 'int')
    await sql`update "imports" set ${sql.ref(column)} = 0`.execute(db)
  }
}
