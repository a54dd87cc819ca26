import { type Kysely, sql } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/**
 * Responses kept for an Idempotency-Key belong to the API key that made the request, and say what
 * the caller could view then. Those of users are dropped: they would have lasted 24 hours. A
 * program that does not know this would replay them to any key of the user: it must not go on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table "idempotencyKeys"`.execute(db)
  await createTable(db, 'idempotencyKeys', {
    columns: {
      companyId: 'text',
      apiKeyId: 'text',
      keyHash: 'text',
      requestHash: 'text',
      status: 'int',
      headers: 'text',
      body: 'blob',
      conditions: 'text',
      createdAt: 'time',
    },
    key: ['companyId', 'apiKeyId', 'keyHash'],
    references: { companyId: 'companies' },
    cascade: { apiKeyId: 'apiKeys' },
    indexes: [['createdAt']],
  })
}
