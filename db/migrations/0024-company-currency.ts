import type { Kysely } from 'kysely'
import { addColumn } from '../../src/store/ddl.ts'

/** Older program versions create companies with the defaults. */
export const expands = true

/** The currency of prices, and the time zone, which `company update` changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'companies', 'currency', 'text', 'USD')
  await addColumn(db, 'companies', 'timeZone', 'text', 'UTC')
}
