/**
 * Detects a pooler between the program and the server that lends server connections for one
 * transaction or statement, as PgBouncer does in its transaction and statement mode.
 */
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { exitCodes, OperatorError } from '../faults.ts'
import { shown } from './faults.ts'

/** Other clients of the pooler may by chance keep both connections apart for some rounds. */
const rounds = 20

const nonce = () => randomBytes(16).toString('hex')

/** Whether a pooler lends the session: it reports another process than the session's own. */
export const isPooled = (client: Client, pid: number): boolean =>
  (client as unknown as { processID: number }).processID !== pid

/**
 * Prepared statements, LISTEN and settings need a session of their own. Two connections each set a
 * value in turn: it is a session's own if each finds what it has set, in every round.
 * @param connect opens the second connection
 * @throws OperatorError if sessions are shared
 */
export async function refuseSharedSessions(
  client: Client,
  connect: () => Promise<Client>,
  url: string,
): Promise<void> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  if (!isPooled(client, rows[0]?.pid)) return
  const second = await connect()
  try {
    for (let round = 0; round < rounds; round++) {
      const [value, secondValue] = [nonce(), nonce()]
      await setValue(client, value)
      await setValue(second, secondValue)
      // In the reverse order: in turn, two server connections would meet the same client each time.
      if ((await getValue(second)) !== secondValue || (await getValue(client)) !== value)
        throw sharedSessions(url)
    }
  } finally {
    await second.end().catch(() => undefined)
  }
}

const setValue = (client: Client, value: string) =>
  client.query(`SET dealgraph.session = '${value}'`)

const getValue = async (client: Client): Promise<unknown> =>
  (await client.query("SELECT current_setting('dealgraph.session', true) AS value")).rows[0]?.value

const sharedSessions = (url: string) =>
  new OperatorError(
    `The database ${shown(url)} is behind a connection pooler in transaction or statement mode (such as PgBouncer), which cannot be used; set pool_mode = session there, or connect to the server itself.`,
    exitCodes.setting,
  )
