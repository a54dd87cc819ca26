import type { Client } from 'pg'
import { withoutCredentials } from '../address.ts'
import { createDb, type Db } from '../db.ts'
import { migrationNames } from '../migrations.ts'
import { sessionOn } from './connection.ts'
import { Connector } from './connector.ts'
import { toOperatorError } from './faults.ts'
import { done } from './migrate.ts'
import { type Role, roleOf } from './roles.ts'
import { everyCompany, setting } from './scope.ts'
import { readServerFigures, type ServerFigures } from './server-figures.ts'
import { type TableFaults, tableFaultsOf } from './table-faults.ts'

/** A read-only inspection of a database that may be in use. */
export interface PostgresInspection extends ServerFigures, TableFaults {
  /** The address without user and password. */
  place: string
  /** Migrations that have not been applied. */
  pending: string[]
  /** Applied migrations that this version does not know. */
  unknown: string[]
  /** Unknown migrations that are incompatible with this version. */
  newer: string[]
  role: Role | undefined
  /** Median round-trip time of a statement, in milliseconds. */
  roundTrip: number
  /** Milliseconds by which the server's clock is ahead of ours. */
  ahead: number
  db: Db
  close(): Promise<void>
}

/** @throws OperatorError if the server cannot be reached */
export async function inspect(url: string, now: () => number): Promise<PostgresInspection> {
  const connector = new Connector(url, {
    config: { application_name: 'dealgraph doctor', pipeline: false },
    allowsStandby: true,
  })
  let client: Client | undefined
  try {
    client = await connector.connect()
    await connector.refuseSharedSessions(client)
    // A read-only transaction with access to all companies.
    await client.query(`BEGIN READ ONLY; SET LOCAL ${setting} = '${everyCompany}'`)
    const ran = await done(client)
    const known = await migrationNames()
    const unknown = ran.filter(({ name }) => !known.includes(name))
    return {
      place: withoutCredentials(url),
      pending: known.filter((name) => !ran.some((each) => each.name === name)),
      unknown: unknown.map(({ name }) => name),
      newer: unknown.filter(({ expands }) => !expands).map(({ name }) => name),
      role: await roleOf(client),
      ...(await readServerFigures(client)),
      ...(await tableFaultsOf(client)),
      ...(await measureLatency(client, now)),
      db: createDb(sessionOn(client)),
      close: () => connector.end(client),
    }
  } catch (cause) {
    await connector.end(client)
    throw toOperatorError(cause, url)
  }
}

const rounds = 11

/** Measures round-trip time and clock offset; the fastest round gives the most exact offset. */
async function measureLatency(
  client: Client,
  now: () => number,
): Promise<{ roundTrip: number; ahead: number }> {
  const samples: { took: number; ahead: number }[] = []
  for (let n = 0; n < rounds; n++) {
    const [begun, started] = [now(), performance.now()]
    const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at')
    const took = performance.now() - started
    samples.push({ took, ahead: (rows[0]?.at as number) - (begun + took / 2) })
  }
  samples.sort((a, b) => a.took - b.took)
  return { roundTrip: samples[Math.floor(rounds / 2)]?.took ?? 0, ahead: samples[0]?.ahead ?? 0 }
}
