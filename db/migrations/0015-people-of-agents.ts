import { type Kysely, sql } from 'kysely'
import { createIndex, isPostgres } from '../../src/store/ddl.ts'

/** Older program versions use the previous index, or the new index, which has the same prefix. */
export const expands = true

/**
 * Creates a covering index, which finds an assignee's people outside Trash without reading their
 * rows. On PostgreSQL, where older program versions may run at the same time, 0016 drops the
 * previous index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'people', ['companyId', 'assignedAgentId', 'id', 'trashedAt'])
  if (!isPostgres(db)) await sql`drop index "peopleBy_assignedAgentId_id"`.execute(db)
}
