/** Notifies all processes of commits through LISTEN and NOTIFY. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { createListeners } from '../../lib/async.ts'
import type { CommitNotifier } from '../store.ts'
import { getProcessId, SharedConnection } from './connector.ts'

const channel = 'dealgraph'
const migratedPayload = 'migrated'

/** Notifies all processes of a schema change. */
export const notifyMigratedSql = `NOTIFY ${channel}, '${migratedPayload}'`

const reconnectDelayMs = 500
const notifyIntervalMs = 10
/** Polling is necessary because a process may end between its COMMIT and its notification. */
const pollIntervalMs = 5000

/**
 * Listens for commits of other processes, and notifies other processes of this process's commits,
 * with one notification for all commits within `notifyIntervalMs`. Subscribers are also notified
 * after a reconnection, so that they miss no commit.
 */
export class CommitNotifications implements CommitNotifier {
  readonly ready: Promise<void>
  readonly #listeners = createListeners()
  readonly #connection: SharedConnection
  #isListening = false
  #isClosed = false
  #checkedAt = performance.now()
  #sending: Promise<unknown> | undefined
  #hasUnsentCommits = false
  /** Whether commits must be announced at the end of the interval. */
  #isPending = false
  #throttleTimer: NodeJS.Timeout | undefined

  /** @param checkSchema called when listening starts and after each schema change */
  constructor(connect: () => Promise<Client>, checkSchema: (client: Client) => Promise<unknown>) {
    this.#connection = new SharedConnection(
      connect,
      (client) => this.#listen(client, checkSchema),
      () => {
        this.#isListening = false
        void this.#reconnect()
      },
    )
    this.ready = this.#connection.use(async () => undefined)
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener)
  }

  checkForCommits(): void {
    const isDue = performance.now() - this.#checkedAt > pollIntervalMs
    if (this.#isListening && !isDue) return
    this.#checkedAt = performance.now()
    this.#listeners.notify()
    // Only running a statement shows whether the listening connection is still alive.
    if (this.#isListening) void this.#send('SELECT 1')
  }

  /** Notifies subscribers and other processes, now or at the end of the current interval. */
  onCommit(): void {
    if (this.#throttleTimer) this.#isPending = true
    else this.#announce()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#isPending) this.#announce()
    await this.#sending
    await this.#connection.close()
  }

  async #listen(client: Client, checkSchema: (client: Client) => Promise<unknown>): Promise<void> {
    client.on('notification', ({ processId, payload }) => {
      if (payload === migratedPayload) void checkSchema(client).catch(() => undefined)
      else if (processId !== getProcessId(client)) this.#listeners.notify()
    })
    await client.query(`LISTEN ${channel}`)
    await checkSchema(client)
    this.#isListening = true
    this.#listeners.notify()
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed && !this.#isListening)
      await this.#connection.use(async () => undefined).catch(() => delay(reconnectDelayMs))
  }

  #announce(): void {
    this.#isPending = false
    this.#throttleTimer = setTimeout(() => {
      this.#throttleTimer = undefined
      if (this.#isPending) this.#announce()
    }, notifyIntervalMs).unref()
    this.#listeners.notify()
    this.#hasUnsentCommits = true
    this.#sending ??= this.#notifyProcesses()
  }

  async #notifyProcesses(): Promise<void> {
    while (this.#hasUnsentCommits) {
      this.#hasUnsentCommits = false
      await this.#send(`NOTIFY ${channel}`)
    }
    this.#sending = undefined
  }

  /** Ignores failures, since other processes poll for commits whose notification is lost. */
  async #send(sql: string): Promise<void> {
    await this.#connection.use((client) => client.query(sql)).catch(() => undefined)
  }
}
