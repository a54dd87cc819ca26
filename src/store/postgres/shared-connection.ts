/** One connection that many callers share, for single statements. */
import type { Client } from 'pg'
import { faultOf } from './faults.ts'

/** Opened on demand, and again after it was lost. */
export interface SharedConnection {
  use<T>(work: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * @param openConnection opens a new connection
 * @param begin runs on each new connection
 * @param onLost called when the connection ends without having been closed
 */
export function createSharedConnection(
  openConnection: () => Promise<Client>,
  begin: (client: Client) => Promise<unknown>,
  onLost: () => void = () => {},
): SharedConnection {
  let open: Promise<Client> | undefined
  let closed = false

  async function connect(): Promise<Client> {
    const mine = open
    const client = await openConnection().catch((cause: unknown) => {
      if (open === mine) open = undefined
      throw cause
    })
    const reconnectNextTime = () => {
      if (open !== mine) return
      open = undefined
      if (!closed) onLost()
    }
    client.on('error', reconnectNextTime)
    client.on('end', reconnectNextTime)
    try {
      await begin(client)
      return client
    } catch (cause) {
      if (open === mine) open = undefined
      client.end().catch(() => undefined)
      throw cause
    }
  }

  return {
    async use(work) {
      open ??= Promise.resolve().then(connect)
      const mine = open
      const client = await mine
      try {
        return await work(client)
      } catch (cause) {
        // Its prepared statements may be of an older schema: a new connection replaces it.
        if (faultOf(cause) === 'again' && open === mine) {
          open = undefined
          void client.end().catch(() => undefined)
        }
        throw cause
      }
    },
    async close() {
      closed = true
      const client = await open?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
