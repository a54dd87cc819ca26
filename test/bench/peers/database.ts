import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

const database = new SQLite(process.env['DATABASE'])
// What has been answered is on the disk, as it is of the others.
database.pragma('synchronous = full')

// biome-ignore lint/suspicious/noExplicitAny: its tables are not described
export const db = new Kysely<any>({ dialect: new SqliteDialect({ database }) })
export const companyId = process.env['COMPANY']
export const ownerId = process.env['OWNER']
