import type { Kysely } from 'kysely'
import { addColumn, createIndex } from '../../src/store/ddl.ts'

/** Older program versions leave the column null and do not use the index. */
export const expands = true

/**
 * The version of a record before an import changed it, so that undoing the import restores it for
 * the earlier import that left it at this version. The index finds the imports of a record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'importRecords', 'versionBefore', 'int')
  await createIndex(db, 'importRecords', ['companyId', 'recordId'])
}
