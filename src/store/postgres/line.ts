import type { Client } from 'pg'
import { faultOf } from './faults.ts'

/**
 * A connection that many use at once, for single statements; made when it is needed, and again when
 * it was lost.
 */
export interface Line {
  /** Runs `work` on the connection. */
  use<T>(work: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * @param openConnection opens a new connection
 * @param begin runs on each new connection
 * @param lost called when the connection ends without having been closed
 */
export function lineOf(
  openConnection: () => Promise<Client>,
  begin: (client: Client) => Promise<unknown>,
  lost: () => void = () => {},
): Line {
  let open: Promise<Client> | undefined
  let closed = false

  async function connect(): Promise<Client> {
    const mine = open
    const client = await openConnection().catch((cause: unknown) => {
      if (open === mine) open = undefined
      throw cause
    })
    const forget = () => {
      if (open !== mine) return
      open = undefined
      if (!closed) lost()
    }
    client.on('error', forget)
    client.on('end', forget)
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
        // What is prepared on it may be of another schema: another connection takes its place.
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
