/**
 * Detects dead connections to PostgreSQL.
 *
 * A frozen or unreachable server neither closes its connections nor enforces `statement_timeout`
 * (30 s), and a fixed client-side limit would have to be longer. Therefore, when a statement has
 * received no response for a second, when a new session is on a different server from earlier
 * sessions, and at least every ten seconds, a check opens a new connection and queries the server's
 * identity and active sessions. A connection is destroyed
 * - if it leads to a previous server, which may be frozen, replaced or running as a second primary;
 * - if its session is idle in two consecutive checks while a statement waits for a response. Then
 *   all other connections that may be dead are destroyed, too;
 * - if two consecutive checks fail and it received nothing in the meantime. New requests are then
 *   rejected until a check succeeds;
 * - if a statement receives nothing for longer than `statement_timeout` allows.
 * The statements of a destroyed connection reject with a `lost` fault. The next check that reaches
 * the server terminates the abandoned sessions, which may still hold locks.
 */
import type { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { DatabaseError, PgClient } from './connection.ts'

const tickMs = 500
const minSilenceMs = 1000
const routineCheckIntervalMs = 10_000
/** The minimum time between the starts of two checks. */
const minCheckIntervalMs = 1000
/** The time limit for opening a check's connection, and for its query. */
const checkTimeoutMs = 1500
const maxFailedChecks = 2

/** A database session, identified by its process and the start time of its server. */
export interface ServerSession {
  serverStartedAt: string
  pid: number
  /** Whether a pooler owns the session, and may reuse it for other clients. */
  isPooled: boolean
}

/** The result of a check. `server` is set if the query succeeded. */
type CheckResult = { isResponding: boolean; server?: { startedAt: string; busyPids: Set<number> } }

class WatchedConnection {
  session: ServerSession | undefined
  isSuspect = false
  silentSince = performance.now()
  readonly #client: Client
  readonly #maxSilenceMs: number
  #isWaiting = false
  #seenByteCount = 0

  constructor(client: Client, maxSilenceMs: number) {
    this.#client = client
    this.#maxSilenceMs = maxSilenceMs
    client.query = ((...values: unknown[]) => {
      this.#isWaiting = true
      return PgClient.prototype.query.apply(client, values as never)
    }) as Client['query']
    client.on('drain', () => {
      this.#isWaiting = false
    })
  }

  /** Restarts the silence period if bytes have arrived, or if no response is expected. */
  updateSilence(now: number): void {
    const { bytesRead } = this
    if (this.#isWaiting && bytesRead === this.#seenByteCount) return
    this.#seenByteCount = bytesRead
    this.silentSince = now
    this.isSuspect = false
  }

  isSilent = (now: number): boolean => this.#isWaiting && now - this.silentSince >= minSilenceMs

  /** Returns whether the session is on this server; true if its server is not yet known. */
  isOn = (serverStartedAt: string): boolean =>
    !this.session || this.session.serverStartedAt === serverStartedAt

  isOverdue = (now: number): boolean => now - this.silentSince > this.#maxSilenceMs

  get bytesRead(): number {
    return (this.#client.connection.stream as Socket).bytesRead
  }

  destroy(): void {
    this.#client.connection.stream.destroy()
  }
}

/** Watches the connections of one store or command. Its timer stops when they have closed. */
export class LivenessMonitor {
  readonly #config: ClientConfig
  readonly #connections = new Set<WatchedConnection>()
  #timer: NodeJS.Timeout | undefined
  #isChecking = false
  #checkedAt = 0
  #failedCheckCount = 0
  /** The start time of the server that the first session or the last successful check reached. */
  #serverStartedAt: string | undefined
  #abandonedSessions: ServerSession[] = []

  constructor(config: ClientConfig) {
    this.#config = {
      ...config,
      application_name: 'dealgraph check',
      connectionTimeoutMillis: checkTimeoutMs,
      query_timeout: checkTimeoutMs,
      pipeline: false,
    }
  }

  /** Watches a connection until it ends. @param maxSilenceMs the longest wait without any bytes */
  watch(client: Client, maxSilenceMs = Number.POSITIVE_INFINITY): WatchedConnection {
    const connection = new WatchedConnection(client, maxSilenceMs)
    if (this.#connections.size === 0) this.#checkedAt = performance.now()
    this.#connections.add(connection)
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref()
    client.on('end', () => this.#connections.delete(connection))
    return connection
  }

  /** Whether the last checks failed, so that new connections would only time out. */
  get isUnreachable(): boolean {
    return this.#failedCheckCount >= maxFailedChecks
  }

  /** Returns whether a new session is on a server that later connections no longer reach. */
  async leadsToPreviousServer({ serverStartedAt }: ServerSession): Promise<boolean> {
    this.#serverStartedAt ??= serverStartedAt
    if (this.#serverStartedAt === serverStartedAt) return false
    const { server } = await checkServer(this.#config, [])
    if (server) this.#disconnectPreviousServers(server.startedAt)
    return server !== undefined && server.startedAt !== serverStartedAt
  }

  /** Destroys connections to other servers, even those opened after the check had started. */
  #disconnectPreviousServers(currentStartedAt: string): void {
    this.#serverStartedAt = currentStartedAt
    for (const connection of this.#connections)
      if (!connection.isOn(currentStartedAt)) connection.destroy()
  }

  destroyAll(): void {
    for (const connection of this.#connections) connection.destroy()
  }

  #tick(): void {
    const now = performance.now()
    for (const connection of this.#connections) {
      connection.updateSilence(now)
      if (connection.isOverdue(now)) this.#abandon([connection])
    }
    if (this.#connections.size + this.#failedCheckCount + this.#abandonedSessions.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const isDue =
      now - this.#checkedAt >= routineCheckIntervalMs ||
      this.#failedCheckCount > 0 ||
      this.#abandonedSessions.length > 0
    const isSilent = [...this.#connections].some((connection) => connection.isSilent(now))
    const mayCheck = !this.#isChecking && now - this.#checkedAt >= minCheckIntervalMs
    if (mayCheck && (isDue || isSilent)) void this.#check(now)
  }

  #abandon(connections: readonly WatchedConnection[]): void {
    for (const connection of connections) {
      connection.destroy()
      const { session } = connection
      if (session && !session.isPooled) this.#abandonedSessions.push(session)
    }
  }

  async #check(now: number): Promise<void> {
    this.#isChecking = true
    this.#checkedAt = now
    const byteCounts = [...this.#connections].map(
      (connection) => [connection, connection.bytesRead] as const,
    )
    const abandonedSessions = this.#abandonedSessions.splice(0)
    const { isResponding, server } = await checkServer(this.#config, abandonedSessions)
    if (!server) this.#abandonedSessions.push(...abandonedSessions)
    const quietConnections = byteCounts
      .filter(([connection, bytesRead]) => connection.bytesRead === bytesRead)
      .map(([connection]) => connection)
    this.#failedCheckCount =
      isResponding || quietConnections.length < byteCounts.length ? 0 : this.#failedCheckCount + 1
    if (this.isUnreachable) this.#abandon(quietConnections)
    if (server) {
      this.#disconnectPreviousServers(server.startedAt)
      const currentConnections = quietConnections.filter(({ isOn }) => isOn(server.startedAt))
      this.#destroyDead(currentConnections, server.busyPids, now)
    }
    this.#isChecking = false
  }

  /** Destroys all connections that may be dead, if one of them stays silent. */
  #destroyDead(connections: readonly WatchedConnection[], busyPids: Set<number>, now: number) {
    let isPathBroken = false
    const unprovenConnections: WatchedConnection[] = []
    for (const connection of connections) {
      const isSilent = connection.isSilent(now)
      if (isSilent && connection.session && busyPids.has(connection.session.pid)) continue
      unprovenConnections.push(connection)
      if (isSilent && connection.isSuspect) isPathBroken = true
      connection.isSuspect = isSilent
    }
    // If the network lost one connection, it has probably lost the idle connections too.
    if (isPathBroken) this.#abandon(unprovenConnections)
  }
}

const checkSql = `SELECT pg_postmaster_start_time()::text AS "startedAt",
  array_to_json(array(SELECT pid FROM pg_stat_activity
    WHERE state IS DISTINCT FROM 'idle' AND wait_event_type IS DISTINCT FROM 'Client'))::text AS "busyPids",
  (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity, json_array_elements($1::json) AS abandoned
    WHERE pid = (abandoned->>'pid')::int AND pg_postmaster_start_time()::text = abandoned->>'serverStartedAt'
      AND usename = current_user AND application_name LIKE 'dealgraph%')`

/** Opens a connection to identify the server and to terminate abandoned sessions on it. */
async function checkServer(
  config: ClientConfig,
  abandonedSessions: readonly ServerSession[],
): Promise<CheckResult> {
  const client = new PgClient(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(checkSql, [JSON.stringify(abandonedSessions)])
    const [row] = rows as { startedAt: string; busyPids: string }[]
    void client.end().catch(() => undefined)
    setTimeout(() => client.connection.stream.destroy(), checkTimeoutMs).unref()
    if (!row) return { isResponding: true }
    const busyPids = new Set(JSON.parse(row.busyPids) as number[])
    return { isResponding: true, server: { startedAt: row.startedAt, busyPids } }
  } catch (cause) {
    client.connection.stream.destroy()
    // A pooler reports a lost connection to the server with an error of class 08.
    return { isResponding: cause instanceof DatabaseError && !cause.code?.startsWith('08') }
  }
}
