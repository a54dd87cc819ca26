/**
 * A network address of a PostgreSQL server. It can be moved to another server, as in a failover,
 * and its connections can drop every byte without closing, as behind a firewall.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface DatabaseRelay {
  port: number
  /** Redirects new connections. */
  moveTo(folder: string): void
  /** Drops all bytes of open connections. */
  silenceOpen(): void
  /** Drops all bytes of new connections until `moveTo`. */
  silenceNew(): void
  stop(): Promise<void>
}

export async function startDatabaseRelay(folder: string): Promise<DatabaseRelay> {
  let target: string | undefined = folder
  const open = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((clientSocket) => {
    open.add(clientSocket)
    clientSocket.on('error', () => undefined)
    if (target === undefined) return void clientSocket.resume()
    const serverSocket = connect(join(target, '.s.PGSQL.5432'))
    open.add(serverSocket)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (part) => void (silent.has(from) || to.write(part)))
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        if (!silent.has(from)) to.destroy()
      })
    }
    pass(clientSocket, serverSocket)
    pass(serverSocket, clientSocket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (next) => {
      target = next
    },
    silenceOpen: () => {
      for (const socket of open) silent.add(socket)
    },
    silenceNew: () => {
      target = undefined
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
