/**
 * Opens all connections to a PostgreSQL server: with the same time limits, watched by a
 * LivenessMonitor, and rejected if the server is a standby.
 */
import type { Client, ClientConfig, Pool as PgPool, PoolClient } from 'pg'
import { connectionConfig, PgClient, Pool, type Timeouts, withUrlTimeouts } from './connection.ts'
import { standbyFault, unreachableFault } from './faults.ts'
import { LivenessMonitor } from './liveness.ts'
import { isPooled, refuseSharedSessions } from './pooling.ts'

/** Time after statement_timeout in which the server has to report it. */
const graceMs = 5000
/** Time for connections to close before they are destroyed. */
const closeTimeoutMs = 5000

interface ConnectorOptions {
  /** Server-side time limits; 0 keeps the limit of the server or role. */
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
    const split = withUrlTimeouts(url, timeouts)
    this.#config = { ...connectionConfig(split.url), ...config }
    this.#timeouts = split.timeouts
    this.#allowsStandby = allowsStandby
    this.#monitor = new LivenessMonitor(this.#config)
  }

  async connect(own: ClientConfig = {}): Promise<Client> {
    this.#requireReachable()
    const client = new PgClient({ ...this.#config, ...own })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await this.#begin(client)
      return client
    } catch (cause) {
      client.connection.stream.destroy()
      throw cause
    }
  }

  pool(max: number): PgPool {
    // The pool awaits the returned promise, although its types do not declare it.
    const onConnect = (client: unknown): unknown => this.#begin(client as Client)
    const pool = new Pool({ ...this.#config, max, onConnect })
    // The pool replaces an ended connection; its statement reports the fault.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  /** Acquires a connection from a pool. */
  async acquire(pool: PgPool): Promise<PoolClient> {
    this.#requireReachable()
    return pool.connect()
  }

  /** @throws OperatorError if a pooler shares sessions between connections */
  refuseSharedSessions(client: Client): Promise<void> {
    const connect = () => this.connect({ application_name: 'dealgraph check' })
    return refuseSharedSessions(client, connect, this.#url)
  }

  /** Destroys connections that a frozen server has not closed after `closeTimeoutMs`. */
  limitClosing(): void {
    setTimeout(() => this.#monitor.destroyAll(), closeTimeoutMs).unref()
  }

  /** Closes a single connection. */
  async end(client: Client | undefined): Promise<void> {
    this.limitClosing()
    await client?.end().catch(() => undefined)
  }

  #requireReachable(): void {
    if (this.#monitor.isUnreachable) throw unreachableFault()
  }

  /**
   * Sets the time limits by a statement, since PgBouncer refuses them as startup parameters.
   * @throws if the server is a standby, such as after an incomplete failover
   */
  async #begin(client: Client): Promise<void> {
    const { statement_timeout: statementMs } = this.#timeouts
    const connection = this.#monitor.watch(client, statementMs ? statementMs + graceMs : undefined)
    const limits = Object.entries(this.#timeouts)
      .filter(([, ms]) => ms > 0)
      .map(([name, ms]) => `, set_config('${name}', '${ms}', false)`)
    const { rows } = await client.query(
      `SELECT pg_postmaster_start_time()::text AS "serverStartedAt", pg_backend_pid() AS pid, pg_is_in_recovery() AS "isStandby"${limits.join('')}`,
    )
    const [session] = rows as { serverStartedAt: string; pid: number; isStandby: number }[]
    if (session?.isStandby && !this.#allowsStandby) throw standbyFault()
    connection.identity = session && { ...session, isPooled: isPooled(client, session.pid) }
  }
}
