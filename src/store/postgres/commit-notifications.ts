import type { Client } from 'pg'
import { type CommitNotifier, createListeners } from '../store.ts'
import { createSharedConnection, type SharedConnection } from './shared-connection.ts'

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
 * @param begun called each time listening begins, and when the schema has changed
 */
export function listenForCommits(
  openConnection: () => Promise<Client>,
  begun: (client: Client) => Promise<unknown>,
): CommitNotifier & { tell(): void; ready: Promise<void>; close(): Promise<void> } {
  const { subscribe, notify: tell } = createListeners()
  let listening = false
  let closed = false
  let telling: Promise<unknown> | undefined
  let again = false

  const line: SharedConnection = createSharedConnection(
    openConnection,
    async (client) => {
      client.on('notification', ({ processId, payload }) => {
        if (payload === migrated) void begun(client).catch(() => undefined)
        else if (processId !== processIdOf(client)) tell()
      })
      await client.query(`LISTEN ${channel}`)
      await begun(client)
      listening = true
      tell()
    },
    () => {
      listening = false
      void keepListening()
    },
  )

  async function keepListening(): Promise<void> {
    while (!closed && !listening) {
      try {
        await line.use(async () => undefined)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs))
      }
    }
  }

  async function notify(): Promise<void> {
    do {
      again = false
      // If the notification is lost, other processes check for commits when they reconnect.
      await line.use((client) => client.query(`NOTIFY ${channel}`)).catch(() => undefined)
    } while (again)
    telling = undefined
  }

  const throttledNotify = throttle(() => {
    tell()
    again = true
    telling ??= notify()
  })
  let lastCheckAt = performance.now()

  return {
    subscribe,
    ready: line.use(async () => undefined),
    checkForCommits() {
      const due = performance.now() - lastCheckAt > pollIntervalMs
      if (listening && !due) return
      lastCheckAt = performance.now()
      tell()
      // Only a statement shows whether the listening connection is still alive.
      if (listening) void line.use((client) => client.query('SELECT 1')).catch(() => undefined)
    },
    tell: throttledNotify.call,
    async close() {
      closed = true
      throttledNotify.flush()
      await telling
      await line.close()
    },
  }
}

/** Runs `work` at once, then at most once per `notifyIntervalMs`; `flush` runs a pending call. */
function throttle(work: () => void): { call(): void; flush(): void } {
  let isThrottled = false
  let isPending = false
  const run = () => {
    isPending = false
    isThrottled = true
    setTimeout(onInterval, notifyIntervalMs).unref()
    work()
  }
  const flush = () => {
    if (isPending) run()
  }
  const onInterval = () => {
    isThrottled = false
    flush()
  }
  return {
    call() {
      if (isThrottled) isPending = true
      else run()
    },
    flush,
  }
}

const processIdOf = (client: Client) => (client as unknown as { processID: number }).processID
