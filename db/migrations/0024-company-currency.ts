import type { Kysely } from 'kysely'
import { addColumn } from '../../src/store/ddl.ts'

/** Older program versions create companies with the default values. */
export const expands = true

/** Adds a company's price currency and time zone, which `dealgraph company update` changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'companies', 'currency', 'text', 'USD')
  await addColumn(db, 'companies', 'timeZone', 'text', 'UTC')
}
