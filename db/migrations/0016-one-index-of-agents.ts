import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../src/store/ddl.ts'

/**
 * What the index before begins with is what the one of 0015 begins with, too: nobody needs both.
 */
export const expands = true

/**
 * On PostgreSQL, where 0015 left it: to take it away while another is made would have kept
 * everybody out for that long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`drop index if exists "peopleBy_assignedAgentId_id"`.execute(db)
}
