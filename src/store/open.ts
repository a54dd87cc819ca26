/** Opens databases, and loads the code for SQLite or PostgreSQL only when it is needed. */
import { isPostgresUrl, toOperatorError as toFileError } from './faults.ts'
import { toOperatorError as toServerError } from './postgres/faults.ts'
import type { DatabaseFile, Store, StoreOptions } from './store.ts'
import type { TableCopy } from './table-copy.ts'

/** Opens a database and migrates its schema. @throws OperatorError if this fails */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (isPostgresUrl(options.url)) return (await import('./postgres/store.ts')).openPostgres(options)
  return (await import('./sqlite/store.ts')).openSqlite(options)
}

/** Opens the file of a served database read-only, for a query worker. */
export const openReadOnly = async (source: Pick<DatabaseFile, 'file' | 'fileId'>) =>
  (await import('./sqlite/read-only-store.ts')).openReadOnly(source)

const loadTableCopyModule = async (url: string) =>
  isPostgresUrl(url) ? import('./postgres/table-copy.ts') : import('./sqlite/table-copy.ts')

/**
 * Opens a database exclusively and migrates its schema, to copy its tables. Unless `mustExist`
 * is true, a missing file is created. @throws OperatorError if this fails
 */
export const openTableCopy = async (url: string, mustExist = false): Promise<TableCopy> =>
  (await loadTableCopyModule(url)).openTableCopy(url, mustExist)

/** Returns a location that identifies the database. @throws OperatorError if the URL is invalid */
export const getDatabaseLocation = async (url: string): Promise<string> =>
  (await loadTableCopyModule(url)).getDatabaseLocation(url)

export const toOperatorError = (cause: unknown, url: string): unknown =>
  isPostgresUrl(url) ? toServerError(cause, url) : toFileError(cause, url.replace(/^sqlite:/, ''))
