import type { Kysely } from 'kysely'
import { createIndex, makeAppendOnly } from '../../src/store/ddl.ts'

/**
 * Makes the events an append-only audit log, with indexes by type, record kind, user, API key and
 * time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['actorId', 'keyId', 'type', 'recordKind', 'createdAt'])
    await createIndex(db, 'events', ['companyId', column, 'sequence'])
  await makeAppendOnly(db, 'events')
}
