import { type Kysely, sql } from 'kysely'
import { createIndex, isPostgres } from '../../src/store/ddl.ts'

/**
 * A program that does not know the index goes by the one before, or by what it has in common with
 * it.
 */
export const expands = true

/**
 * The people of an agent who are not in the trash, without looking at each of them. On PostgreSQL,
 * where programs of an older version may go on meanwhile, the index before stays for now (see
 * 0016).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'people', ['companyId', 'assignedAgentId', 'id', 'trashedAt'])
  if (!isPostgres(db)) await sql`drop index "peopleBy_assignedAgentId_id"`.execute(db)
}
