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

/**
 * A database on a server as it stands, looked at without changing anything of it, beside whoever
 * uses it.
 */
export interface PostgresInspection extends ServerFigures, TableFaults {
  /** Where it is, without user and password. */
  place: string
  /**
   * Migrations that are still to run; those that this program does not know, and of these the ones
   * that it cannot go on beside.
   */
  pending: string[]
  unknown: string[]
  newer: string[]
  role: Role | undefined
  /** Milliseconds that a statement takes there and back: the median of some. */
  roundTrip: number
  /** Milliseconds by which the server's clock is ahead of ours. */
  ahead: number
  db: Db
  close(): Promise<void>
}

/** @throws OperatorError where it cannot be reached */
export async function inspect(url: string, now: () => number): Promise<PostgresInspection> {
  const connector = new Connector(url, {
    config: { application_name: 'dealgraph doctor', pipeline: false },
    allowsStandby: true,
  })
  let client: Client | undefined
  try {
    client = await connector.connect()
    await connector.refuseSharedSessions(client)
    // Sees all companies, and can change nothing.
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
      ...(await distance(client, now)),
      db: createDb(sessionOn(client)),
      close: () => connector.end(client),
    }
  } catch (cause) {
    await connector.end(client)
    throw toOperatorError(cause, url)
  }
}

const rounds = 11

/**
 * Asks the time again and again. What the quickest answer says of it is the nearest to the truth.
 */
async function distance(
  client: Client,
  now: () => number,
): Promise<{ roundTrip: number; ahead: number }> {
  const asked: { took: number; ahead: number }[] = []
  for (let n = 0; n < rounds; n++) {
    const [begun, started] = [now(), performance.now()]
    const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at')
    const took = performance.now() - started
    asked.push({ took, ahead: (rows[0]?.at as number) - (begun + took / 2) })
  }
  asked.sort((a, b) => a.took - b.took)
  return { roundTrip: asked[Math.floor(rounds / 2)]?.took ?? 0, ahead: asked[0]?.ahead ?? 0 }
}
