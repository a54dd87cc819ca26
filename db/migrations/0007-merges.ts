import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** Creates the table of merges with their snapshots. A merge is deleted with its survivor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'personMerges', {
    columns: {
      companyId: 'text',
      id: 'text',
      survivorId: 'text',
      snapshot: 'text',
      createdBy: 'text?',
      createdAt: 'time',
      undoneAt: 'time?',
    },
    key: ['companyId', 'id'],
    cascade: { survivorId: 'people' },
    indexes: [['companyId', 'survivorId', 'id']],
  })
}
