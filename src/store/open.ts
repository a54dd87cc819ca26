import { isPostgres } from './address.ts'
import type { Apart, Store, StoreOptions } from './store.ts'
import type { Tables } from './tables.ts'

/**
 * Opens the database, brings its schema up to date, and makes it ready for use. @throws
 * OperatorError where it cannot
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (isPostgres(options.url)) return (await import('./postgres/store.ts')).openPostgres(options)
  const { openSqlite } = await import('./sqlite/store.ts')
  return openSqlite(options)
}

/**
 * The file of a database that is served, for a thread beside the one that serves it; see
 * `Store.apart`.
 */
export const openToRead = async (of: Pick<Apart, 'file' | 'is'>): Promise<Store> =>
  (await import('./sqlite/to-read.ts')).openToRead(of)

const tablesSide = async (url: string) =>
  isPostgres(url) ? import('./postgres/tables.ts') : import('./sqlite/tables.ts')

/**
 * Opens a database for oneself alone, to move what is in it, and brings its schema up to date.
 * @param there whether it must be there already
 * @throws OperatorError where it cannot, or where others use it
 */
export const openTables = async (url: string, there = false): Promise<Tables> =>
  (await tablesSide(url)).openTables(url, there)

/** The same for all spellings of an address. @throws OperatorError where it is none */
export const placeOf = async (url: string): Promise<string> => (await tablesSide(url)).placeOf(url)
