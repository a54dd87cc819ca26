/** Runs migrations on PostgreSQL, in one process at a time. */
import { Kysely, PostgresDialect } from 'kysely'
import type { Client } from 'pg'
import { OperatorError } from '../faults.ts'
import {
  createNewerDatabaseError,
  listMigrationNames,
  loadMigration,
  type OnMigration,
} from '../migrations.ts'
import { notifyMigratedSql } from './commit-notifications.ts'
import { allCompanies, companySetting } from './connection.ts'
import { createWindowsTableSql } from './counters.ts'
import { createFoldFunction } from './ddl.ts'
import { redactUrl } from './faults.ts'

/** The advisory lock key for migrations, an arbitrary number. */
const migrationLockKey = 7_041_775

const createMigrationsTableSql =
  'CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT COLLATE "C" PRIMARY KEY, timestamp TEXT NOT NULL, expands BOOLEAN NOT NULL)'

/**
 * Applies pending migrations, each in its own transaction, so that an interrupted run can resume.
 * If several processes start, one of them migrates while the others wait.
 * @returns the names of the applied migrations
 * @throws OperatorError if the database belongs to another program or an incompatible newer version
 */
export async function migrate(client: Client, url: string, onProgress: OnMigration = () => {}) {
  const names = await listMigrationNames()
  if ((await findPendingMigrations(client, names)).length === 0) return []
  await client.query(`SELECT pg_advisory_lock(${migrationLockKey})`)
  try {
    await rejectForeignDatabase(client, url)
    const pendingNames = await findPendingMigrations(client, names)
    onProgress(0, pendingNames.length)
    for (const [index, name] of pendingNames.entries()) {
      await runMigration(client, name)
      onProgress(index + 1, pendingNames.length)
    }
    await client.query(notifyMigratedSql)
    return pendingNames
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${migrationLockKey})`)
  }
}

export const tableExists = async (client: Client, table: string): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) AS oid', [`"${table}"`])).rows[0]?.oid !== null

interface AppliedMigration {
  name: string
  /** Whether the migration is compatible with older versions of the program. */
  expands: number
}

export const readAppliedMigrations = async (client: Client): Promise<AppliedMigration[]> =>
  (await tableExists(client, 'kysely_migration'))
    ? (await client.query('SELECT name, expands FROM kysely_migration ORDER BY name')).rows
    : []

async function findPendingMigrations(client: Client, names: string[]): Promise<string[]> {
  const migrations = await rejectNewerDatabase(client, names)
  return names.filter((name) => !migrations.some((migration) => migration.name === name))
}

/** Returns the applied migrations. @throws OperatorError if an unknown migration is incompatible */
export async function rejectNewerDatabase(client: Client, names: string[]) {
  const migrations = await readAppliedMigrations(client)
  const breaking = migrations.filter(({ name, expands }) => !expands && !names.includes(name))
  if (breaking.length > 0) throw createNewerDatabaseError(breaking.map(({ name }) => name))
  return migrations
}

async function rejectForeignDatabase(client: Client, url: string): Promise<void> {
  if (await tableExists(client, 'kysely_migration')) return
  const { rows } = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'windows' LIMIT 1",
  )
  if (rows.length > 0)
    throw new OperatorError(
      `${redactUrl(url)} contains tables of another program; create a database for Dealgraph, and set DATABASE_URL to it.`,
      'unusableDatabase',
    )
}

async function runMigration(client: Client, name: string): Promise<void> {
  const migration = await loadMigration(name)
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL ${companySetting} = '${allCompanies}'`)
    await client.query(createMigrationsTableSql)
    await client.query(createWindowsTableSql)
    await createFoldFunction(client)
    await migration.up(createKysely(client))
    await client.query(
      `INSERT INTO kysely_migration VALUES ($1, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), $2)`,
      [name, migration.expands ?? false],
    )
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw cause
  }
}

function createKysely(client: Client): Kysely<unknown> {
  const connection = { query: client.query.bind(client), release: () => {} }
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => connection, end: async () => {} } as never,
    }),
  })
}
