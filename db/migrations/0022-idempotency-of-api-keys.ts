import { type Kysely, sql } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/**
 * Stores responses for idempotency keys per API key, with the conditions for a replay. Drops the
 * responses that were stored per user. Older program versions must not continue to run, since they
 * would replay a response to any API key of the user.
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
