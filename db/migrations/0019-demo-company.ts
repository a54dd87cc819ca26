import { type Kysely, sql } from 'kysely'
import { addColumn, allowDeletionsIf, freezeColumn } from '../../src/store/ddl.ts'

/** Older program versions create companies with the default, 0. */
export const expands = true

/**
 * Marks the demo company: a server with `DEMO=false` rejects its keys, and the company can be
 * deleted together with its events. A demo company of an earlier version is recognized by the
 * creation events of its keys named "Demo". Their request id is `seed`, which no client request can
 * have. The mark is immutable, so that the events of other companies can never be deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'companies', 'isDemo', 'bool', 0)
  await sql`update "companies" set "isDemo" = 1 where exists (select 1 from "events"
    where "events"."companyId" = "companies"."id" and "events"."type" = 'apiKey.created'
      and "events"."requestId" = 'seed' and "events"."changes" like '%"to":"Demo"%')`.execute(db)
  await freezeColumn(db, 'companies', 'isDemo')
  await allowDeletionsIf(
    db,
    'events',
    'EXISTS (SELECT 1 FROM "companies" WHERE "id" = OLD."companyId" AND "isDemo" = 1)',
  )
}
