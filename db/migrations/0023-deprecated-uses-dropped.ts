import { type Kysely, sql } from 'kysely'

/**
 * An older program version, which still counts deprecated uses, continues to run, but logs that its
 * writes to the dropped table fail.
 */
export const expands = true

/** Drops the counts of deprecated uses, because the access log now names each use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table "deprecatedUses"`.execute(db)
}
