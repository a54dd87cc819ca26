import { type Kysely, sql } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/**
 * Responses stored for an Idempotency-Key belong to the API key that sent the request, and have the
 * conditions for a replay. Responses stored per user are dropped. Older programs must not continue,
 * since they would replay responses to any key of the user.
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
