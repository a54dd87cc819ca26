import { type Kysely, sql } from 'kysely'
import { addColumn } from '../../src/store/ddl.ts'

/** Imports count the rows of which something was changed or left out, and write a file of them. */
export const expands = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['warned', 'warningsBytes']) {
    await addColumn(db, 'imports', column, 'int')
    await sql`update "imports" set ${sql.ref(column)} = 0`.execute(db)
  }
}
