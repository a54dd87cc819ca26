import { type Kysely, sql } from 'kysely'

/**
 * A program that still counts uses continues without the table; its writes to it fail and are
 * logged.
 */
export const expands = true

/** Uses of deprecated features are named in the access log instead of being counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table "deprecatedUses"`.execute(db)
}
