import type { Kysely } from 'kysely'
import { createIndex, makeAppendOnly } from '../../src/store/ddl.ts'

/**
 * The events are the audit log, with indexes by type, record, user, API key and time. They are
 * append-only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['actorId', 'keyId', 'type', 'recordKind', 'createdAt'])
    await createIndex(db, 'events', ['companyId', column, 'sequence'])
  await makeAppendOnly(db, 'events')
}
