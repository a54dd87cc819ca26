import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** Creates the table of smart lists, which are named filters for people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'smartLists', {
    columns: {
      companyId: 'text',
      id: 'text',
      version: 'int',
      createdAt: 'time',
      updatedAt: 'time',
      name: 'text',
      nameKey: 'text',
      description: 'text?',
      ownerId: 'text',
      shared: 'bool',
      filter: 'text',
      orderBy: 'text?',
      includeTrash: 'bool',
    },
    key: ['companyId', 'id'],
    references: { ownerId: 'users' },
    indexes: [
      ['companyId', 'ownerId', 'id'],
      ['companyId', 'shared', 'id'],
      ['companyId', 'nameKey', 'id'],
    ],
  })
}
