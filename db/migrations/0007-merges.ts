import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** Merges of people, with the data to undo them; deleted with the person who was kept. */
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
