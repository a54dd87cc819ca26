/**
 * Opens connections to a PostgreSQL server, and watches them with a `LivenessMonitor`. Rejects
 * standby servers, and connection poolers that share sessions between clients.
 */
import { randomBytes } from 'node:crypto'
import type { Client, ClientConfig, Pool as PgPool, PoolClient } from 'pg'
import { OperatorError } from '../faults.ts'
import {
  createConnectionConfig,
  extractTimeouts,
  PgClient,
  Pool,
  type Timeouts,
} from './connection.ts'
import { classifyFault, createStandbyFault, createUnreachableFault, redactUrl } from './faults.ts'
import { LivenessMonitor } from './liveness.ts'

/** The time after `statement_timeout` within which the server must report the timeout. */
const graceMs = 5000
/** The number of pooler checks, since a single check can miss shared sessions by chance. */
const poolerCheckCount = 20
/** The time that connections have to close before they are destroyed. */
const closeTimeoutMs = 5000

interface ConnectorOptions {
  /** Server-side time limits; 0 keeps the limit that the server or role sets. */
  timeouts?: Timeouts
  config?: ClientConfig
  allowsStandby?: boolean
}

export class Connector {
  readonly #url: string
  readonly #config: ClientConfig
  readonly #timeouts: Timeouts
  readonly #allowsStandby: boolean
  readonly #monitor: LivenessMonitor

  constructor(url: string, { timeouts, config, allowsStandby = false }: ConnectorOptions = {}) {
    this.#url = url
    const extracted = extractTimeouts(url, timeouts)
    this.#config = { ...createConnectionConfig(extracted.url), ...config }
    this.#timeouts = extracted.timeouts
    this.#allowsStandby = allowsStandby
    this.#monitor = new LivenessMonitor(this.#config)
  }

  async connect(overrides: ClientConfig = {}): Promise<Client> {
    this.#requireReachable()
    const client = new PgClient({ ...this.#config, ...overrides })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await this.#prepareSession(client)
      return client
    } catch (cause) {
      client.connection.stream.destroy()
      throw cause
    }
  }

  createPool(maxConnections: number): PgPool {
    // The pool awaits the returned promise, although its type does not declare this.
    const onConnect = (client: unknown): unknown => this.#prepareSession(client as Client)
    const pool = new Pool({ ...this.#config, max: maxConnections, onConnect })
    // The pool replaces an ended connection; the failed statement reports the fault.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  async acquire(pool: PgPool): Promise<PoolClient> {
    this.#requireReachable()
    return pool.connect()
  }

  /**
   * Rejects poolers that share sessions, since prepared statements, LISTEN and settings need one
   * session per client. In every round, two connections each set a value and must read it back.
   * @throws OperatorError for a pooler in transaction or statement mode, such as PgBouncer
   */
  async rejectSharedSessions(client: Client): Promise<void> {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    if (!isPooled(client, rows[0]?.pid)) return
    const otherClient = await this.connect({ application_name: 'dealgraph check' })
    try {
      for (let round = 0; round < poolerCheckCount; round++) {
        const nonce = await setNonce(client)
        const otherNonce = await setNonce(otherClient)
        // In reverse order: otherwise, a pooler that alternates two connections would pass.
        if ((await getNonce(otherClient)) !== otherNonce || (await getNonce(client)) !== nonce)
          throw createSharedSessionsError(this.#url)
      }
    } finally {
      await otherClient.end().catch(() => undefined)
    }
  }

  /** Destroys connections that a frozen server has not closed after `closeTimeoutMs`. */
  destroyAfterTimeout(): void {
    setTimeout(() => this.#monitor.destroyAll(), closeTimeoutMs).unref()
  }

  async end(client: Client | undefined): Promise<void> {
    this.destroyAfterTimeout()
    await client?.end().catch(() => undefined)
  }

  #requireReachable(): void {
    if (this.#monitor.isUnreachable) throw createUnreachableFault()
  }

  /** Sets time limits by SQL, as PgBouncer rejects startup parameters. @throws a standby fault */
  async #prepareSession(client: Client): Promise<void> {
    const { statement_timeout: statementTimeoutMs } = this.#timeouts
    const responseTimeoutMs = statementTimeoutMs ? statementTimeoutMs + graceMs : undefined
    const connection = this.#monitor.watch(client, responseTimeoutMs)
    const limits = Object.entries(this.#timeouts)
      .filter(([, ms]) => ms > 0)
      .map(([name, ms]) => `, set_config('${name}', '${ms}', false)`)
    const { rows } = await client.query(
      `SELECT pg_postmaster_start_time()::text AS "serverStartedAt", pg_backend_pid() AS pid, pg_is_in_recovery() AS "isStandby"${limits.join('')}`,
    )
    const [session] = rows as { serverStartedAt: string; pid: number; isStandby: number }[]
    connection.session = session && { ...session, isPooled: isPooled(client, session.pid) }
    if (
      (session?.isStandby && !this.#allowsStandby) ||
      (connection.session && (await this.#monitor.leadsToPreviousServer(connection.session)))
    )
      throw createStandbyFault()
  }
}

/** Returns whether the client is connected through a pooler, which sends a different process id. */
const isPooled = (client: Client, pid: number): boolean => getProcessId(client) !== pid

/** Returns the process id that the client received from the server or from a pooler. */
export const getProcessId = (client: Client): number =>
  (client as unknown as { processID: number }).processID

async function setNonce(client: Client): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  await client.query(`SET dealgraph.session = '${nonce}'`)
  return nonce
}

const getNonce = async (client: Client): Promise<unknown> =>
  (await client.query("SELECT current_setting('dealgraph.session', true) AS value")).rows[0]?.value

const createSharedSessionsError = (url: string) =>
  new OperatorError(
    `The database ${redactUrl(url)} is behind a connection pooler in transaction or statement mode (such as PgBouncer), which cannot be used; set pool_mode = session in the pooler, or connect to the server directly.`,
    'setting',
  )

/** A connection that callers share for single statements. It is reopened after a loss. */
export class SharedConnection {
  readonly #connect: () => Promise<Client>
  readonly #prepare: (client: Client) => Promise<unknown>
  readonly #onLost: () => void
  #client: Promise<Client> | undefined
  #isClosed = false

  /**
   * @param prepareClient runs on each new connection
   * @param onLost called when the connection ends without a call to `close`
   */
  constructor(
    connect: () => Promise<Client>,
    prepareClient: (client: Client) => Promise<unknown>,
    onLost: () => void = () => {},
  ) {
    this.#connect = connect
    this.#prepare = prepareClient
    this.#onLost = onLost
  }

  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.#client ??= this.#open()
    const connection = this.#client
    const client = await connection
    try {
      return await work(client)
    } catch (cause) {
      // The session may be read-only or have outdated prepared statements, so it is replaced.
      if (classifyFault(cause) === 'retryable' && this.#forget(connection))
        void client.end().catch(() => undefined)
      throw cause
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  #open(): Promise<Client> {
    const connection = this.#connect().then(async (client) => {
      const onEnd = () => {
        if (this.#forget(connection) && !this.#isClosed) this.#onLost()
      }
      client.on('error', onEnd)
      client.on('end', onEnd)
      try {
        await this.#prepare(client)
        return client
      } catch (cause) {
        this.#forget(connection)
        client.end().catch(() => undefined)
        throw cause
      }
    })
    connection.catch(() => this.#forget(connection))
    return connection
  }

  /** Makes the next call open a new connection. @returns whether `connection` was still in use */
  #forget(connection: Promise<Client>): boolean {
    const isCurrent = this.#client === connection
    if (isCurrent) this.#client = undefined
    return isCurrent
  }
}
