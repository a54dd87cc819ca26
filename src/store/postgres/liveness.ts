/**
 * Client-side time limits for connections to PostgreSQL.
 *
 * A server that is frozen or cut off by the network neither closes its connections nor reports its
 * statement_timeout (30 s), which a fixed client-side limit would have to exceed. Silence is
 * checked instead: when a statement has had no response for a second, and every ten seconds in any
 * case, a new connection asks which server the address leads to and which sessions are active
 * there. Connections are destroyed
 * - to a previous server, which may be frozen, replaced, or come back as a second primary;
 * - if the server is idle in two consecutive checks while a statement waits here;
 * - if two consecutive checks fail and nothing was received in the meantime: then all of them, and
 *   requests are rejected until a check succeeds;
 * - if a statement is silent for longer than the server's statement_timeout allows.
 * Their statements reject as lost. The next check that reaches the server terminates the abandoned
 * sessions, which may still hold locks.
 */
import type { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { DatabaseError, PgClient } from './connection.ts'

const tickMs = 500
const minSilenceMs = 1000
const routineCheckIntervalMs = 10_000
/** Minimum time between checks while a long statement runs. */
const minCheckIntervalMs = 1000
/** The time limit for a check's connection, and again for its query. */
const checkTimeoutMs = 1500
const maxFailedChecks = 2

/** The identity of a server and of a session on it. */
export interface SessionIdentity {
  serverStartedAt: string
  pid: number
  /** Whether the session belongs to a pooler, which may reuse it for other clients. */
  isPooled: boolean
}

/** The result of a check; `server` is set if the query succeeded. */
type CheckResult = { isAnswering: boolean; server?: { startedAt: string; busyPids: Set<number> } }

class WatchedConnection {
  identity: SessionIdentity | undefined
  isSuspect = false
  silentSince = performance.now()
  readonly #client: Client
  readonly #maxSilenceMs: number
  #isWaiting = false
  #observedBytes = 0

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

  /** Restarts the silence period if bytes arrived since the last call, or none are expected. */
  observe(now: number): void {
    const { bytesRead } = this
    if (this.#isWaiting && bytesRead === this.#observedBytes) return
    this.#observedBytes = bytesRead
    this.silentSince = now
    this.isSuspect = false
  }

  isSilent = (now: number): boolean => this.#isWaiting && now - this.silentSince >= minSilenceMs

  isOverdue = (now: number): boolean => now - this.silentSince > this.#maxSilenceMs

  get bytesRead(): number {
    return (this.#client.connection.stream as Socket).bytesRead
  }

  destroy(): void {
    this.#client.connection.stream.destroy()
  }
}

/** Watches the connections of one store or command; its timer runs only while there are any. */
export class LivenessMonitor {
  readonly #config: ClientConfig
  readonly #connections = new Set<WatchedConnection>()
  #timer: NodeJS.Timeout | undefined
  #isChecking = false
  #checkedAt = 0
  #failedChecks = 0
  #abandoned: SessionIdentity[] = []

  constructor(config: ClientConfig) {
    this.#config = {
      ...config,
      application_name: 'dealgraph check',
      connectionTimeoutMillis: checkTimeoutMs,
      query_timeout: checkTimeoutMs,
      pipeline: false,
    }
  }

  /** Watches a connection until it ends. @param maxSilenceMs maximum silence of a statement */
  watch(client: Client, maxSilenceMs = Number.POSITIVE_INFINITY): WatchedConnection {
    const connection = new WatchedConnection(client, maxSilenceMs)
    if (this.#connections.size === 0) this.#checkedAt = performance.now()
    this.#connections.add(connection)
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref()
    client.on('end', () => this.#connections.delete(connection))
    return connection
  }

  /** Whether the last checks failed, so new connections would only time out. */
  get isUnreachable(): boolean {
    return this.#failedChecks >= maxFailedChecks
  }

  destroyAll(): void {
    for (const connection of this.#connections) connection.destroy()
  }

  #tick(): void {
    const now = performance.now()
    for (const connection of this.#connections) {
      connection.observe(now)
      if (connection.isOverdue(now)) this.#abandon([connection])
    }
    if (this.#connections.size + this.#failedChecks + this.#abandoned.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const isDue =
      now - this.#checkedAt >= routineCheckIntervalMs ||
      this.#failedChecks > 0 ||
      this.#abandoned.length > 0
    const isSilent = [...this.#connections].some((connection) => connection.isSilent(now))
    const mayCheck = !this.#isChecking && now - this.#checkedAt >= minCheckIntervalMs
    if (mayCheck && (isDue || isSilent)) void this.#check(now)
  }

  #abandon(connections: readonly WatchedConnection[]): void {
    for (const connection of connections) {
      connection.destroy()
      const { identity } = connection
      if (identity && !identity.isPooled) this.#abandoned.push(identity)
    }
  }

  async #check(now: number): Promise<void> {
    this.#isChecking = true
    this.#checkedAt = now
    const counts = [...this.#connections].map(
      (connection) => [connection, connection.bytesRead] as const,
    )
    const abandonedSessions = this.#abandoned.splice(0)
    const { isAnswering, server } = await checkServer(this.#config, abandonedSessions)
    if (!server) this.#abandoned.push(...abandonedSessions)
    const quiet = counts
      .filter(([connection, bytesRead]) => connection.bytesRead === bytesRead)
      .map(([connection]) => connection)
    this.#failedChecks = isAnswering || quiet.length < counts.length ? 0 : this.#failedChecks + 1
    if (this.isUnreachable) this.#abandon(quiet)
    if (server) this.#judge(quiet, server, now)
    this.#isChecking = false
  }

  /** Destroys connections to a previous server; if one stays silent, also all unproven ones. */
  #judge(
    quiet: readonly WatchedConnection[],
    { startedAt, busyPids }: NonNullable<CheckResult['server']>,
    now: number,
  ): void {
    let isPathBroken = false
    const unprovenConnections: WatchedConnection[] = []
    for (const connection of quiet) {
      const { identity } = connection
      if (identity && identity.serverStartedAt !== startedAt) {
        connection.destroy()
        continue
      }
      const isSilent = connection.isSilent(now)
      if (isSilent && identity && busyPids.has(identity.pid)) continue
      unprovenConnections.push(connection)
      if (isSilent && connection.isSuspect) isPathBroken = true
      connection.isSuspect = isSilent
    }
    // If the network lost one connection, it has probably lost the idle ones too.
    if (isPathBroken) this.#abandon(unprovenConnections)
  }
}

const checkQuery = `SELECT pg_postmaster_start_time()::text AS "startedAt",
  array_to_json(array(SELECT pid FROM pg_stat_activity
    WHERE state IS DISTINCT FROM 'idle' AND wait_event_type IS DISTINCT FROM 'Client'))::text AS "busyPids",
  (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity, json_array_elements($1::json) AS abandoned
    WHERE pid = (abandoned->>'pid')::int AND pg_postmaster_start_time()::text = abandoned->>'serverStartedAt'
      AND usename = current_user AND application_name LIKE 'dealgraph%')`

/** Identifies the server on a separate connection, and terminates abandoned sessions on it. */
async function checkServer(
  config: ClientConfig,
  abandonedSessions: readonly SessionIdentity[],
): Promise<CheckResult> {
  const client = new PgClient(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(checkQuery, [JSON.stringify(abandonedSessions)])
    const [row] = rows as { startedAt: string; busyPids: string }[]
    void client.end().catch(() => undefined)
    setTimeout(() => client.connection.stream.destroy(), checkTimeoutMs).unref()
    if (!row) return { isAnswering: true }
    const busyPids = new Set(JSON.parse(row.busyPids) as number[])
    return { isAnswering: true, server: { startedAt: row.startedAt, busyPids } }
  } catch (cause) {
    client.connection.stream.destroy()
    // With class 08, a pooler reports that it has no connection to the server.
    return { isAnswering: cause instanceof DatabaseError && !cause.code?.startsWith('08') }
  }
}
