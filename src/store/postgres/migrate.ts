import { Kysely, PostgresDialect } from 'kysely'
import type { Client } from 'pg'
import { exitCodes, OperatorError } from '../faults.ts'
import {
  loadMigration,
  migrationNames,
  newerDatabaseError,
  type OnMigration,
} from '../migrations.ts'
import { notifyMigrated } from './commit-notifications.ts'
import { createWindows } from './counters.ts'
import { redactUrl } from './faults.ts'
import { createFoldFunction } from './fold-function.ts'

/** Advisory lock key of migrations; an arbitrary number. */
const migrationLockKey = 7_041_775

const createMigrations =
  'CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT COLLATE "C" PRIMARY KEY, timestamp TEXT NOT NULL, expands BOOLEAN NOT NULL)'

/**
 * Applies pending migrations, each in its own transaction, so that an interrupted run can resume. Of
 * several processes one migrates while the others wait.
 * @param onProgress receives the numbers of applied and of pending migrations
 * @returns the names of the applied migrations
 * @throws OperatorError if the database belongs to another program or an incompatible newer version
 */
export async function migrate(
  client: Client,
  url: string,
  onProgress: OnMigration = () => {},
): Promise<string[]> {
  const known = await migrationNames()
  if ((await pending(client, known)).length === 0) return []
  await client.query(`SELECT pg_advisory_lock(${migrationLockKey})`)
  try {
    await refuseForeign(client, url)
    const names = await pending(client, known)
    onProgress(0, names.length)
    for (const [index, name] of names.entries()) {
      await runOne(client, name)
      onProgress(index + 1, names.length)
    }
    await client.query(notifyMigrated)
    return names
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${migrationLockKey})`)
  }
}

const isThere = async (client: Client, table: string) =>
  (await client.query('SELECT to_regclass($1) AS found', [`"${table}"`])).rows[0]?.found !== null

interface Done {
  name: string
  expands: number
}

/** Reads applied migrations and whether each is compatible with older versions (`expands`). */
export const done = async (client: Client): Promise<Done[]> =>
  (await isThere(client, 'kysely_migration'))
    ? (await client.query('SELECT name, expands FROM kysely_migration ORDER BY name')).rows
    : []

async function pending(client: Client, known: string[]): Promise<string[]> {
  const ran = await done(client)
  refuse(ran, known)
  return known.filter((name) => !ran.some((each) => each.name === name))
}

function refuse(ran: Done[], known: string[]): void {
  const unknown = ran.filter(({ name, expands }) => !expands && !known.includes(name))
  if (unknown.length > 0) throw newerDatabaseError(unknown.map(({ name }) => name))
}

/** @throws OperatorError if an unknown migration is incompatible with this version */
export const refuseNewer = async (client: Client, known: string[]): Promise<void> =>
  refuse(await done(client), known)

/** @throws OperatorError if the schema has tables of another program */
async function refuseForeign(client: Client, url: string): Promise<void> {
  if (await isThere(client, 'kysely_migration')) return
  const { rows } = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'windows' LIMIT 1",
  )
  if (rows.length > 0)
    throw new OperatorError(
      `${redactUrl(url)} has tables of another program; make a database for Dealgraph, and point DATABASE_URL there.`,
      exitCodes.unusableDatabase,
    )
}

async function runOne(client: Client, name: string): Promise<void> {
  const migration = await loadMigration(name)
  await client.query('BEGIN')
  try {
    await client.query("SET LOCAL dealgraph.company = '*'")
    await client.query(createMigrations)
    await client.query(createWindows)
    await createFoldFunction(client)
    await migration.up(kyselyOn(client))
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

/** Runs Kysely on one connection, which the caller releases. */
function kyselyOn(client: Client): Kysely<unknown> {
  const lent = { query: client.query.bind(client), release: () => {} }
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => lent, end: async () => {} } as never,
    }),
  })
}
