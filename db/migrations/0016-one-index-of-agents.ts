import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../src/store/ddl.ts'

/** The index of 0015 begins with the same columns, so no program version requires the old index. */
export const expands = true

/**
 * Drops the old index on PostgreSQL. 0015 did not drop it, because the transaction that builds the
 * new index would have blocked all reads of people for as long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`drop index if exists "peopleBy_assignedAgentId_id"`.execute(db)
}
