import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** Older program versions ignore the new table. */
export const expands = true

/** Creates the table that counts the uses of each deprecated feature by each API key. */
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
