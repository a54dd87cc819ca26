import type { Kysely } from 'kysely'
import { addColumn, createIndex } from '../../src/store/ddl.ts'

/** Older program versions leave the column null and do not use the index. */
export const expands = true

/**
 * Adds the version of a record before an import changed it. When the import is undone, an earlier
 * import that left the record at this version can then be undone too. The index finds a record's
 * imports.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'importRecords', 'versionBefore', 'int')
  await createIndex(db, 'importRecords', ['companyId', 'recordId'])
}
