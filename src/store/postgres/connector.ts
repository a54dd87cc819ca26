/**
 * The one place that opens connections to a PostgreSQL server: each with the same time limits,
 * watched by a LivenessMonitor, and refused by a standby.
 */
import type { Client, ClientConfig, Pool as PgPool, PoolClient } from 'pg'
import { connectionConfig, PgClient, Pool, type Timeouts, withUrlTimeouts } from './connection.ts'
import { standbyFault, unreachableFault } from './faults.ts'
import { LivenessMonitor } from './liveness.ts'
import { isPooled, refuseSharedSessions } from './pooling.ts'

/** How long after its own statement_timeout the server may take to report it. */
const graceMs = 5000
/** How long connections may take to close before they are destroyed. */
const closeTimeoutMs = 5000

interface ConnectorOptions {
  /** Server-side time limits; 0 leaves what the server or its role has. */
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
    // The pool waits for what this returns, which its types do not say.
    const onConnect = (client: unknown): unknown => this.#begin(client as Client)
    const pool = new Pool({ ...this.#config, max, onConnect })
    // A connection that ends is replaced; the statement on it reports the fault.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }

  /** Takes a connection out of a pool. */
  async acquire(pool: PgPool): Promise<PoolClient> {
    this.#requireReachable()
    return pool.connect()
  }

  /** @throws OperatorError if a pooler does not keep sessions apart */
  refuseSharedSessions(client: Client): Promise<void> {
    const connect = () => this.connect({ application_name: 'dealgraph check' })
    return refuseSharedSessions(client, connect, this.#url)
  }

  /** Destroys after a while the connections that a frozen server does not close. */
  limitClosing(): void {
    setTimeout(() => this.#monitor.destroyAll(), closeTimeoutMs).unref()
  }

  /** Closes the one connection that there is. */
  async end(client: Client | undefined): Promise<void> {
    this.limitClosing()
    await client?.end().catch(() => undefined)
  }

  #requireReachable(): void {
    if (this.#monitor.isUnreachable) throw unreachableFault()
  }

  /**
   * Sets the time limits by a statement, as PgBouncer refuses them as startup parameters.
   * @throws if the server is a standby, as after a failover that is not complete
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
