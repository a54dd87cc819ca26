/**
 * Detects a connection pooler that assigns server connections per transaction or statement, such as
 * PgBouncer in transaction or statement mode.
 */
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { exitCodes, OperatorError } from '../faults.ts'
import { redactUrl } from './faults.ts'

/** Several rounds, since other clients of the pooler can hide the sharing by chance. */
const rounds = 20

const nonce = () => randomBytes(16).toString('hex')

/** Whether a pooler is in between: it reports a process id other than that of the session. */
export const isPooled = (client: Client, pid: number): boolean =>
  (client as unknown as { processID: number }).processID !== pid

/**
 * Prepared statements, LISTEN and settings need unshared sessions. Two connections each set a
 * value; sessions are unshared if each connection reads its own value in every round.
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
      // In reverse order, since a pooler that alternates two server connections would pass.
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
    `The database ${redactUrl(url)} is behind a connection pooler in transaction or statement mode (such as PgBouncer), which cannot be used; set pool_mode = session there, or connect to the server itself.`,
    exitCodes.setting,
  )
