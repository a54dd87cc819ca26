/**
 * A TCP relay to a PostgreSQL server. It can switch to another server, as in a failover, and drop
 * all bytes without closing connections, as a firewall does.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface DatabaseRelay {
  port: number
  /** Connects later clients to another server. */
  switchTo(folder: string): void
  /** Drops all bytes of open connections. */
  silenceOpenConnections(): void
  /** Drops all bytes of new connections until `switchTo` is called. */
  silenceNewConnections(): void
  stop(): Promise<void>
}

export async function startDatabaseRelay(folder: string): Promise<DatabaseRelay> {
  let targetFolder: string | undefined = folder
  const openSockets = new Set<Socket>()
  const silentSockets = new WeakSet<Socket>()
  const server = createServer((clientSocket) => {
    openSockets.add(clientSocket)
    clientSocket.on('error', () => undefined)
    if (targetFolder === undefined) return void clientSocket.resume()
    const serverSocket = connect(join(targetFolder, '.s.PGSQL.5432'))
    openSockets.add(serverSocket)
    const forward = (source: Socket, destination: Socket) => {
      source.on('data', (chunk) => void (silentSockets.has(source) || destination.write(chunk)))
      source.on('error', () => undefined)
      source.on('close', () => {
        openSockets.delete(source)
        if (!silentSockets.has(source)) destination.destroy()
      })
    }
    forward(clientSocket, serverSocket)
    forward(serverSocket, clientSocket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    switchTo: (next) => {
      targetFolder = next
    },
    silenceOpenConnections: () => {
      for (const socket of openSockets) silentSockets.add(socket)
    },
    silenceNewConnections: () => {
      targetFolder = undefined
    },
    stop: async () => {
      for (const socket of openSockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
