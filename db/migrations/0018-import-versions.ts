import type { Kysely } from 'kysely'
import { addColumn, createIndex } from '../../src/store/ddl.ts'

/** Older program versions leave the column null and do not use the index. */
export const expands = true

/**
 * Stores the version that each record had before an import changed it. After that import is undone,
 * an earlier import that left the record at this version can be undone too. The index finds the
 * imports that changed a record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'importRecords', 'versionBefore', 'int')
  await createIndex(db, 'importRecords', ['companyId', 'recordId'])
}
