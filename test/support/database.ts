import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabaseFolder } from './database-folder.ts'
import { getUrl, role, templateDatabase, withAdmin } from './postgres.ts'

/** An empty database for a test: a file, or a database on the PostgreSQL server. */
export interface TestDatabase {
  url: string
  /** The path of the SQLite file; on PostgreSQL, a path that does not exist. */
  file: string
  remove(): Promise<void>
}

/** The URL of the test suite's PostgreSQL server, if there is one; see `postgres-suite.ts`. */
export const postgresUrl: string | undefined = process.env['VITEST']
  ? inject('postgres')
  : undefined
export const onPostgres = postgresUrl !== undefined

export function newSqliteDatabase(): TestDatabase {
  const folder = createDatabaseFolder()
  const file = join(folder, 'test.db')
  return {
    url: `sqlite:${file}`,
    file,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Creates a database on a PostgreSQL server. @param sourceDatabase the database to copy */
export async function createPostgresDatabase(
  server: string,
  sourceDatabase = templateDatabase,
): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await withAdmin(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${sourceDatabase} OWNER ${role}`),
  )
  return {
    url: getUrl(server, name),
    file: '/nonexistent',
    remove: () =>
      withAdmin(
        server,
        async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
      ),
  }
}

const sqliteTemplate = process.env['VITEST'] ? inject('sqliteTemplate') : undefined

/**
 * Copies the migrated template to the SQLite file in a URL if the file does not exist, because
 * running all migrations takes ten times as long.
 */
export function copySqliteTemplate(url: string): void {
  const file = /^sqlite:(.+)/.exec(url)?.[1]
  if (sqliteTemplate && file && existsSync(dirname(file)) && !existsSync(file))
    copyFileSync(sqliteTemplate, file)
}

export async function newDatabase(): Promise<TestDatabase> {
  if (postgresUrl) return createPostgresDatabase(postgresUrl)
  const database = newSqliteDatabase()
  copySqliteTemplate(database.url)
  return database
}

/**
 * Updates the statistics of PostgreSQL tables, as autovacuum does in production. Without
 * statistics, PostgreSQL would use nested loops to join thousands of new rows.
 */
export async function updateStatistics(url: string): Promise<void> {
  if (url.startsWith('postgres:')) await withAdmin(url, (client) => client.query('ANALYZE'))
}

/** Runs a migration on a test database, even if a server uses the database. */
export async function runMigration(
  url: string,
  migrate: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const dialect = onPostgres
    ? new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) })
    : new SqliteDialect({ database: new Database(url.replace(/^sqlite:/, '')) })
  const db = new Kysely<unknown>({ dialect })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}
