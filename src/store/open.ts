import { isPostgresUrl } from './address.ts'
import type { DatabaseFile, Store, StoreOptions } from './store.ts'
import type { TableCopy } from './table-copy.ts'

/**
 * Opens the database, brings its schema up to date, and makes it ready for use. @throws
 * OperatorError where it cannot
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (isPostgresUrl(options.url)) return (await import('./postgres/store.ts')).openPostgres(options)
  const { openSqlite } = await import('./sqlite/store.ts')
  return openSqlite(options)
}

/**
 * The file of a database that is served, for a thread beside the one that serves it; see
 * `Store.apart`.
 */
export const openReadOnly = async (of: Pick<DatabaseFile, 'file' | 'identity'>): Promise<Store> =>
  (await import('./sqlite/read-only-store.ts')).openReadOnly(of)

const tablesSide = async (url: string) =>
  isPostgresUrl(url) ? import('./postgres/table-copy.ts') : import('./sqlite/table-copy.ts')

/**
 * Opens a database for oneself alone, to move what is in it, and brings its schema up to date.
 * @param there whether it must be there already
 * @throws OperatorError where it cannot, or where others use it
 */
export const openTableCopy = async (url: string, there = false): Promise<TableCopy> =>
  (await tablesSide(url)).openTableCopy(url, there)

/** The same for all spellings of an address. @throws OperatorError where it is none */
export const databaseLocation = async (url: string): Promise<string> =>
  (await tablesSide(url)).databaseLocation(url)
