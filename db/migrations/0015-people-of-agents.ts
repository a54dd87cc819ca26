import { type Kysely, sql } from 'kysely'
import { createIndex } from '../../src/store/ddl.ts'

/** A program that does not know the index finds its rows by it all the same. */
export const expands = true

/** The people of an agent who are not in the trash, without looking at each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index "peopleBy_assignedAgentId_id"`.execute(db)
  await createIndex(db, 'people', ['companyId', 'assignedAgentId', 'id', 'trashedAt'])
}
