import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP relay to a server. Tests can cut the connections that pass through the relay. */
export interface Relay {
  url: string
  /** Cuts all connections, and rejects new connections until `restore` is called. */
  cutConnections(): void
  restore(): void
  stop(): Promise<void>
}

export async function startRelay(url: string): Promise<Relay> {
  const openSockets = new Set<Socket>()
  let isForwarding = true
  const closeSockets = () => {
    for (const socket of openSockets) socket.destroy()
    openSockets.clear()
  }
  const server = createServer((clientSocket) => {
    if (!isForwarding) return void clientSocket.destroy()
    const serverSocket = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [clientSocket, serverSocket]) {
      openSockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => [clientSocket, serverSocket].map((socket) => socket.destroy()))
    }
    clientSocket.pipe(serverSocket).pipe(clientSocket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutConnections: () => {
      isForwarding = false
      closeSockets()
    },
    restore: () => {
      isForwarding = true
    },
    stop: async () => {
      closeSockets()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
