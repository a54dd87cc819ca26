import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** A program that does not know the table does without it. */
export const expands = true

/** Who still uses what is deprecated: a count for each key and each such thing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'deprecatedUses', {
    columns: {
      companyId: 'text',
      id: 'text',
      keyId: 'text',
      what: 'text',
      calls: 'int',
      firstUsedAt: 'time',
      lastUsedAt: 'time',
      sunset: 'text?',
    },
    key: ['companyId', 'id'],
    cascade: { keyId: 'apiKeys' },
    unique: [['companyId', 'what', 'keyId']],
    indexes: [
      ['companyId', 'keyId', 'id'],
      ['companyId', 'what', 'id'],
      ['companyId', 'lastUsedAt', 'id'],
    ],
  })
}
