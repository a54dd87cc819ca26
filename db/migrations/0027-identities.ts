import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, dropForeignKeys, isPostgres } from '../../src/store/ddl.ts'

/** Older program versions ignore the new tables, and accept only API keys. */
export const expands = true

const record = {
  companyId: 'text',
  id: 'text',
  version: 'int',
  createdBy: 'text?',
  createdAt: 'time',
  updatedAt: 'time',
} as const

/** Creates the tables of identities and sessions, and allows idempotency keys of identities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'identities', {
    columns: { ...record, userId: 'text', issuer: 'text', subject: 'text', email: 'text' },
    key: ['companyId', 'id'],
    references: { userId: 'users' },
    unique: [
      ['companyId', 'issuer', 'subject'],
      ['companyId', 'userId', 'issuer'],
    ],
    indexes: [['issuer', 'subject']],
  })
  await createTable(db, 'sessions', {
    columns: {
      ...record,
      userId: 'text',
      identityId: 'text',
      hash: 'text',
      userAgent: 'text?',
      lastUsedAt: 'time',
      expiresAt: 'time',
      revokedAt: 'time?',
      idToken: 'blob?',
    },
    key: ['companyId', 'id'],
    references: { userId: 'users' },
    cascade: { identityId: 'identities' },
    unique: [['hash']],
    indexes: [
      ['companyId', 'userId', 'id'],
      ['companyId', 'identityId'],
    ],
  })
  await allowOtherCredentials(db)
}

const idempotencyColumns = {
  companyId: 'text',
  apiKeyId: 'text',
  keyHash: 'text',
  requestHash: 'text',
  status: 'int',
  headers: 'text',
  body: 'blob',
  conditions: 'text',
  createdAt: 'time',
} as const

/** Drops the foreign key from stored responses to API keys; SQLite needs a new table for this. */
async function allowOtherCredentials(db: Kysely<unknown>): Promise<void> {
  const table = 'idempotencyKeys'
  if (isPostgres(db)) return dropForeignKeys(db, table, 'apiKeys')
  const copyTable = 'idempotencyKeysCopy'
  await createTable(db, copyTable, {
    columns: idempotencyColumns,
    key: ['companyId', 'apiKeyId', 'keyHash'],
    references: { companyId: 'companies' },
  })
  const columns = sql.join(Object.keys(idempotencyColumns).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(copyTable)} (${columns}) select ${columns} from ${sql.table(table)}`.execute(
    db,
  )
  await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table ${sql.table(copyTable)} rename to ${sql.table(table)}`.execute(db)
  await createIndex(db, table, ['createdAt'])
}
