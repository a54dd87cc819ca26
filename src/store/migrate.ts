import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { exitCodes, OperatorError } from './faults.ts'
import type { Connection } from './sqlite.ts'

const folder = join(import.meta.dirname, '../../db/migrations')

async function migrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  const loaded = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  return Object.fromEntries(files.map((file, index) => [file.replace(/\.ts$/, ''), loaded[index] as Migration]))
}

/**
 * Brings the schema up to date, each migration in a transaction of its own.
 * @returns the names of those that ran
 * @throws OperatorError when the database was written by a newer Dealgraph
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const known = await migrations()
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: async () => neverClosed(connection) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
  const newer = executed(connection).filter((name) => !(name in known))
  if (newer.length > 0)
    throw new OperatorError(
      `This database was written by a newer Dealgraph (it has the migration ${newer.at(-1)}); update the program.`,
      exitCodes.newerDatabase,
    )
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((done) => done.migrationName)
}

function executed({ raw }: Connection): string[] {
  const table = raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get()
  if (!table) return []
  return raw
    .prepare<[], { name: string }>('SELECT name FROM kysely_migration ORDER BY name')
    .all()
    .map((row) => row.name)
}

/** Kysely closes what it was given; the connection is ours to close. */
const neverClosed = ({ raw }: Connection) => ({ prepare: raw.prepare.bind(raw), close: () => {} }) as never
