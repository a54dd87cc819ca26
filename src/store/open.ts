import type { Store, StoreOptions } from './store.ts'

/** Opens the database, brings its schema up to date, and makes it ready for use. @throws OperatorError where it cannot */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (/^postgres(ql)?:/.test(options.url)) return (await import('./postgres/store.ts')).openPostgres(options)
  const { openSqlite } = await import('./sqlite/store.ts')
  return openSqlite(options)
}
