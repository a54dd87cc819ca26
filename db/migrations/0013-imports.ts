import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** Older program versions ignore the new tables. */
export const expands = true

/** Creates the tables of imports, and of the record changes that an undo reverses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'imports', {
    columns: {
      companyId: 'text',
      id: 'text',
      userId: 'text',
      kind: 'text',
      file: 'text',
      digest: 'text',
      options: 'text',
      rows: 'int',
      created: 'int',
      updated: 'int',
      unchanged: 'int',
      skipped: 'int',
      refused: 'int',
      errorsFile: 'text?',
      errorsBytes: 'int',
      createdAt: 'time',
      finishedAt: 'time?',
      undoneAt: 'time?',
    },
    key: ['companyId', 'id'],
    references: { companyId: 'companies', userId: 'users' },
    indexes: [['companyId', 'digest', 'id']],
  })
  await createTable(db, 'importRecords', {
    columns: {
      companyId: 'text',
      importId: 'text',
      recordId: 'text',
      externalId: 'text?',
      action: 'text',
      before: 'text?',
      version: 'int',
      leftAlone: 'text?',
    },
    key: ['companyId', 'importId', 'recordId'],
    cascade: { importId: 'imports' },
    oneOf: { action: ['created', 'updated', 'found'] },
    indexes: [
      { columns: ['companyId', 'externalId', 'importId'], where: '"externalId" IS NOT NULL' },
    ],
    clustered: true,
  })
}
