import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, SqliteDialect } from 'kysely'
import type { Migration } from 'kysely/migration'
import { exitCodes, OperatorError } from './faults.ts'
import { tellSizes } from './sizes.ts'
import type { Connection } from './sqlite.ts'

const folder = join(import.meta.dirname, '../../db/migrations')

const names = async () =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()

/**
 * Brings the schema up to date, each migration in a transaction of its own.
 * @returns the names of those that ran
 * @throws OperatorError when the database was written by a newer Dealgraph
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const known = await names()
  const done = executed(connection)
  const newer = done.filter((name) => !known.includes(name))
  if (newer.length > 0)
    throw new OperatorError(
      `This database was written by a newer Dealgraph (it has the migration ${newer.at(-1)}); update the program.`,
      exitCodes.newerDatabase,
    )
  return done.length === known.length ? [] : run(connection, known)
}

function executed({ raw }: Connection): string[] {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
  if (!table) return []
  return raw
    .prepare<[], { name: string }>('SELECT name FROM kysely_migration ORDER BY name')
    .all()
    .map((row) => row.name)
}

/** The migrator is loaded only where there is something to do: most starts find nothing. */
async function run(connection: Connection, known: string[]): Promise<string[]> {
  const { Migrator } = await import('kysely/migration')
  const loaded = await Promise.all(known.map((name) => import(pathToFileURL(join(folder, `${name}.ts`)).href) as Promise<Migration>))
  const migrations = Object.fromEntries(known.map((name, index) => [name, loaded[index] as Migration]))
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: async () => neverClosed(connection) }) })
  const { error, results } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) throw error
  tellSizes(connection)
  return (results ?? []).map((done) => done.migrationName)
}

/** Kysely closes what it was given; the connection is ours to close. */
const neverClosed = ({ raw }: Connection) => ({ prepare: raw.prepare.bind(raw), close: () => {} }) as never
