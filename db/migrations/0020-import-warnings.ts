import { type Kysely, sql } from 'kysely'
import { addColumn } from '../../src/store/ddl.ts'

/** Counts the rows of an import with changed or omitted values, listed in a warnings file. */
export const expands = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['warned', 'warningsBytes']) {
    await addColumn(db, 'imports', column, 'int')
    await sql`update "imports" set ${sql.ref(column)} = 0`.execute(db)
  }
}
