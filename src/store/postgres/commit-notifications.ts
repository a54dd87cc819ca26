import type { Client } from 'pg'
import { type CommitNotifier, createListeners } from '../store.ts'
import { createSharedConnection, type SharedConnection } from './shared-connection.ts'

const channel = 'dealgraph'
const migrated = 'migrated'

/** Tells all processes that the schema is another now. */
export const notifyMigrated = `NOTIFY ${channel}, '${migrated}'`

/** Milliseconds between two tries to listen again. */
const pause = 500
/** Milliseconds between two times that news are told of. */
const moment = 10
/**
 * Milliseconds after which whoever asks looks by himself, for a process may end between its COMMIT
 * and its telling.
 */
const patience = 5000

/**
 * Listens to what other processes have committed, and tells them of what this one has: after
 * COMMIT, and once for all that came meanwhile. Who was away looks for itself when it is back, so
 * that nobody misses anything.
 * @param begun called each time listening has begun, and when the schema has changed
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
        else if (processId !== own(client)) tell()
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
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  async function notify(): Promise<void> {
    do {
      again = false
      // Where it does not get through, the others look by themselves when they hear from the server
      // again.
      await line.use((client) => client.query(`NOTIFY ${channel}`)).catch(() => undefined)
    } while (again)
    telling = undefined
  }

  const news = calmly(() => {
    tell()
    again = true
    telling ??= notify()
  })
  let looked = performance.now()

  return {
    subscribe,
    ready: line.use(async () => undefined),
    checkForCommits() {
      const due = performance.now() - looked > patience
      if (listening && !due) return
      looked = performance.now()
      tell()
      // Only a statement shows whether the listening connection is still alive.
      if (listening) void line.use((client) => client.query('SELECT 1')).catch(() => undefined)
    },
    tell: news.call,
    async close() {
      closed = true
      news.flush()
      await telling
      await line.close()
    },
  }
}

/**
 * At once, and where it is called again soon after, once more a moment later for all those calls;
 * or when it is flushed.
 */
function calmly(work: () => void): { call(): void; flush(): void } {
  let resting = false
  let wanted = false
  const run = () => {
    wanted = false
    resting = true
    setTimeout(rested, moment).unref()
    work()
  }
  const flush = () => {
    if (wanted) run()
  }
  const rested = () => {
    resting = false
    flush()
  }
  return {
    call() {
      if (resting) wanted = true
      else run()
    },
    flush,
  }
}

const own = (client: Client) => (client as unknown as { processID: number }).processID
