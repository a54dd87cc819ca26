import type { Kysely } from 'kysely'
import { appendOnly, createIndex } from '../../src/store/ddl.ts'

/**
 * The events are the audit log: found by what happened, to what, by whom, by which key and when;
 * and never changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['actorId', 'keyId', 'type', 'recordKind', 'createdAt'])
    await createIndex(db, 'events', ['companyId', column, 'sequence'])
  await appendOnly(db, 'events')
}
