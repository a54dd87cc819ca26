/** Opens databases, each by the code for its kind, which is loaded only then. */
import { toOperatorError as explainFile, isPostgresUrl } from './faults.ts'
import { toOperatorError as explainServer } from './postgres/faults.ts'
import type { DatabaseFile, Store, StoreOptions } from './store.ts'
import type { TableCopy } from './table-copy.ts'

/** Opens a database with its schema up to date. @throws OperatorError */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (isPostgresUrl(options.url)) return (await import('./postgres/store.ts')).openPostgres(options)
  return (await import('./sqlite/store.ts')).openSqlite(options)
}

/** Opens the file of a served database in a query worker. */
export const openReadOnly = async (
  source: Pick<DatabaseFile, 'file' | 'identity'>,
): Promise<Store> => (await import('./sqlite/read-only-store.ts')).openReadOnly(source)

const tableCopies = async (url: string) =>
  isPostgresUrl(url) ? import('./postgres/table-copy.ts') : import('./sqlite/table-copy.ts')

/**
 * Opens a database exclusively, with its schema up to date, to copy its tables; unless `mustExist`,
 * a missing one is created. @throws OperatorError
 */
export const openTableCopy = async (url: string, mustExist = false): Promise<TableCopy> =>
  (await tableCopies(url)).openTableCopy(url, mustExist)

/** Returns one address for all spellings of a URL. @throws OperatorError for an invalid one */
export const databaseLocation = async (url: string): Promise<string> =>
  (await tableCopies(url)).databaseLocation(url)

export const toOperatorError = (cause: unknown, url: string): unknown =>
  isPostgresUrl(url) ? explainServer(cause, url) : explainFile(cause, url.replace(/^sqlite:/, ''))
