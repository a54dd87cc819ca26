/**
 * Client-side time limits for connections to PostgreSQL.
 *
 * A server that is frozen, or cut off by the network, never closes its connections, and its own
 * statement_timeout cannot fire; a fixed limit on our side would have to exceed that timeout (30 s),
 * or would end long statements that are at work. So silence is checked instead: when a statement has
 * had no response for a second, and every ten seconds in any case, a fresh connection asks the
 * address which server is there now and which of its sessions are at work. Connections are destroyed
 * - if the address leads to another server: those of the server before, which may be frozen,
 *   replaced, or come back as a second primary;
 * - if the same server has nothing to do for a statement that is waiting here, twice in a row: the
 *   network has lost the request or the response;
 * - if two checks in a row fail and nothing was received meanwhile: all of them, and until a check
 *   succeeds requests are refused at once;
 * - if a statement is silent for longer than the server's own statement_timeout allows.
 * A statement on a destroyed connection rejects as lost, and the pool opens a connection anew. The
 * session behind it may still hold locks where the server cannot see that we are gone, so that it is
 * ended by the next check that reaches that server.
 */
import type { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { DatabaseError, PgClient } from './connection.ts'

const tickMs = 500
const silentMs = 1000
const routineCheckMs = 10_000
/** Between checks while a long statement is at work. */
const minCheckIntervalMs = 1000
/** For the connection and the query of a check, each. */
const checkTimeoutMs = 1500
const maxFailedChecks = 2

/** A server and a session on it. */
export interface SessionIdentity {
  serverStartedAt: string
  pid: number
  /** Whether the session is lent by a pooler, which may lend it to others afterwards. */
  isPooled: boolean
}

/** What a check found: no `server` if it answered with an error, such as too many connections. */
interface CheckResult {
  isAnswering: boolean
  server?: { startedAt: string; busyPids: Set<number> }
}

/** One connection as the monitor knows it. */
class WatchedConnection {
  identity: SessionIdentity | undefined
  isSuspect = false
  silentSince = performance.now()
  readonly #client: Client
  readonly #maxSilentMs: number
  #isWaiting = false
  #observedBytes = 0

  constructor(client: Client, maxSilentMs: number) {
    this.#client = client
    this.#maxSilentMs = maxSilentMs
    const query = client.query.bind(client) as (...values: unknown[]) => unknown
    client.query = ((...values: unknown[]) => {
      this.#isWaiting = true
      return query(...values)
    }) as Client['query']
    client.on('drain', () => {
      this.#isWaiting = false
    })
  }

  /** Notes whether something was received since the last call, or nothing is expected. */
  observe(now: number): void {
    const { bytesRead } = this
    if (this.#isWaiting && bytesRead === this.#observedBytes) return
    this.#observedBytes = bytesRead
    this.silentSince = now
    this.isSuspect = false
  }

  isSilent = (now: number): boolean => this.#isWaiting && now - this.silentSince >= silentMs

  isOverdue = (now: number): boolean => now - this.silentSince > this.#maxSilentMs

  get bytesRead(): number {
    return (this.#client.connection.stream as Socket).bytesRead
  }

  destroy(): void {
    this.#client.connection.stream.destroy()
  }
}

/** Watches the connections of one store, or of one command; it runs while there are any. */
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

  /** Watches a connection until it ends. @param maxSilentMs how long any statement may be silent */
  watch(client: Client, maxSilentMs = Number.POSITIVE_INFINITY): WatchedConnection {
    const connection = new WatchedConnection(client, maxSilentMs)
    if (this.#connections.size === 0) this.#checkedAt = performance.now()
    this.#connections.add(connection)
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref()
    client.on('end', () => this.#connections.delete(connection))
    return connection
  }

  /** Whether the last checks failed: until one succeeds, connecting would only wait. */
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
      now - this.#checkedAt >= routineCheckMs ||
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
    const before = [...this.#connections].map((each) => ({ each, bytesRead: each.bytesRead }))
    const abandoned = this.#abandoned.splice(0)
    const { isAnswering, server } = await checkServer(this.#config, abandoned)
    if (!server) this.#abandoned.push(...abandoned)
    const quiet = before
      .filter(({ each, bytesRead }) => each.bytesRead === bytesRead)
      .map(({ each }) => each)
    this.#failedChecks = isAnswering || quiet.length < before.length ? 0 : this.#failedChecks + 1
    if (this.isUnreachable) this.#abandon(quiet)
    if (server) this.#judge(quiet, server, now)
    this.#isChecking = false
  }

  /** Destroys what does not lead to a session that is at work on this server. */
  #judge(
    quiet: readonly WatchedConnection[],
    { startedAt, busyPids }: NonNullable<CheckResult['server']>,
    now: number,
  ): void {
    let isPathBroken = false
    const unproven: WatchedConnection[] = []
    for (const connection of quiet) {
      const { identity } = connection
      if (identity && identity.serverStartedAt !== startedAt) {
        connection.destroy()
        continue
      }
      const isSilent = connection.isSilent(now)
      if (isSilent && identity && busyPids.has(identity.pid)) continue
      unproven.push(connection)
      if (isSilent && connection.isSuspect) isPathBroken = true
      connection.isSuspect = isSilent
    }
    // What the network did to one connection it has probably done to those that are idle.
    if (isPathBroken) this.#abandon(unproven)
  }
}

const state = `SELECT pg_postmaster_start_time()::text AS "startedAt",
  array_to_json(array(SELECT pid FROM pg_stat_activity
    WHERE state IS DISTINCT FROM 'idle' AND wait_event_type IS DISTINCT FROM 'Client'))::text AS "busyPids",
  (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity, json_array_elements($1::json) AS abandoned
    WHERE pid = (abandoned->>'pid')::int AND pg_postmaster_start_time()::text = abandoned->>'serverStartedAt'
      AND usename = current_user AND application_name LIKE 'dealgraph%')`

/** Asks the address on a connection of its own which server is there, and ends sessions on it. */
async function checkServer(
  config: ClientConfig,
  abandoned: readonly SessionIdentity[],
): Promise<CheckResult> {
  const client = new PgClient(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(state, [JSON.stringify(abandoned)])
    const [row] = rows as { startedAt: string; busyPids: string }[]
    void client.end().catch(() => undefined)
    setTimeout(() => client.connection.stream.destroy(), checkTimeoutMs).unref()
    if (!row) return { isAnswering: true }
    const busyPids = new Set(JSON.parse(row.busyPids) as number[])
    return { isAnswering: true, server: { startedAt: row.startedAt, busyPids } }
  } catch (cause) {
    client.connection.stream.destroy()
    // A pooler reports with class 08 that it has no connection to the server.
    return { isAnswering: cause instanceof DatabaseError && !cause.code?.startsWith('08') }
  }
}
