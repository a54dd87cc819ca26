import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

const database = new SQLite(process.env['DATABASE'])
// Makes each COMMIT durable, as in the other contenders.
database.pragma('synchronous = full')

// biome-ignore lint/suspicious/noExplicitAny: this contender's tables have no types
export const db = new Kysely<any>({ dialect: new SqliteDialect({ database }) })
export const companyId = process.env['COMPANY']
export const ownerId = process.env['OWNER']
