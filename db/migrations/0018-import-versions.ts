import type { Kysely } from 'kysely'
import { addColumn, createIndex } from '../../src/store/ddl.ts'

/** A program of an older version leaves the column empty, and does not use the index. */
export const expands = true

/**
 * The version of a record before an import changed it: undoing that import hands the record back to
 * the import that had left it at this version. The index finds the imports of a record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'importRecords', 'versionBefore', 'int')
  await createIndex(db, 'importRecords', ['companyId', 'recordId'])
}
