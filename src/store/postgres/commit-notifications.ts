import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { createListeners } from '../../lib/async.ts'
import type { CommitNotifier } from '../store.ts'
import { processIdOf, SharedConnection } from './connector.ts'

const channel = 'dealgraph'
const migrated = 'migrated'

/** Notifies all processes of a schema change. */
export const notifyMigrated = `NOTIFY ${channel}, '${migrated}'`

/** Delay between two attempts to listen again. */
const reconnectDelayMs = 500
/** Minimum interval between two notifications. */
const notifyIntervalMs = 10
/** Polling interval, since a process may end between its COMMIT and its notification. */
const pollIntervalMs = 5000

/**
 * Listens for commits of other processes and notifies them of commits of this one, with one
 * notification for all commits within `notifyIntervalMs`. Subscribers also check for commits after a
 * reconnection, so that none is missed.
 */
export class CommitNotifications implements CommitNotifier {
  readonly ready: Promise<void>
  readonly #listeners = createListeners()
  readonly #connection: SharedConnection
  #isListening = false
  #isClosed = false
  #checkedAt = performance.now()
  #notifying: Promise<unknown> | undefined
  #hasUnsent = false
  /** Whether a commit waits for the end of the interval. */
  #isPending = false
  #throttleTimer: NodeJS.Timeout | undefined

  /** @param checkSchema called each time listening begins, and when the schema has changed */
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
    // Only a statement shows whether the listening connection is still alive.
    if (this.#isListening) void this.#send('SELECT 1')
  }

  /** Notifies the subscribers and the other processes; at once, unless it has just done so. */
  onCommit(): void {
    if (this.#throttleTimer) this.#isPending = true
    else this.#announce()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#isPending) this.#announce()
    await this.#notifying
    await this.#connection.close()
  }

  async #listen(client: Client, checkSchema: (client: Client) => Promise<unknown>): Promise<void> {
    client.on('notification', ({ processId, payload }) => {
      if (payload === migrated) void checkSchema(client).catch(() => undefined)
      else if (processId !== processIdOf(client)) this.#listeners.notify()
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
    this.#hasUnsent = true
    this.#notifying ??= this.#notifyProcesses()
  }

  async #notifyProcesses(): Promise<void> {
    while (this.#hasUnsent) {
      this.#hasUnsent = false
      await this.#send(`NOTIFY ${channel}`)
    }
    this.#notifying = undefined
  }

  /** If a notification is lost, the other processes check for commits when they reconnect. */
  async #send(sql: string): Promise<void> {
    await this.#connection.use((client) => client.query(sql)).catch(() => undefined)
  }
}
