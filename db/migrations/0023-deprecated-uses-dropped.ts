import { type Kysely, sql } from 'kysely'

/**
 * An older program version that still counts uses continues to run. Its writes to the table fail,
 * which is logged.
 */
export const expands = true

/** Drops the counts of deprecated uses, because the access log now names each use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table "deprecatedUses"`.execute(db)
}
