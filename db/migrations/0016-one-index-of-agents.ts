import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../src/store/ddl.ts'

/** The index of 0015 begins with the same columns, so no program version requires the old index. */
export const expands = true

/**
 * Drops the old index on PostgreSQL. Dropping an index blocks all reads of its table until the
 * transaction ends, so 0015, which builds an index in its transaction, does not drop one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`drop index if exists "peopleBy_assignedAgentId_id"`.execute(db)
}
