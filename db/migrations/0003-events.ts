import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

const companyReference = { companyId: 'companies' }

/** Creates the tables of idempotency keys, and of the events that record each change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'idempotencyKeys', {
    columns: {
      companyId: 'text',
      userId: 'text',
      keyHash: 'text',
      requestHash: 'text',
      status: 'int',
      headers: 'text',
      body: 'blob',
      createdAt: 'time',
    },
    key: ['companyId', 'userId', 'keyHash'],
    references: companyReference,
    indexes: [['createdAt']],
  })
  await createTable(db, 'events', {
    columns: {
      companyId: 'text',
      sequence: 'int',
      id: 'text',
      type: 'text',
      recordKind: 'text',
      recordId: 'text',
      recordVersion: 'int',
      actorId: 'text?',
      keyId: 'text?',
      requestId: 'text',
      changes: 'text',
      audience: 'text?',
      createdAt: 'time',
    },
    key: ['companyId', 'sequence'],
    references: companyReference,
    unique: [['companyId', 'id']],
    indexes: [['companyId', 'recordId', 'sequence']],
  })
}
