import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Another address of a server, whose line can be cut. */
export interface Relay {
  url: string
  /** Cuts all connections, and lets none through until `mend`. */
  cut(): void
  restore(): void
  stop(): Promise<void>
}

export async function startRelay(url: string): Promise<Relay> {
  const open = new Set<Socket>()
  let whole = true
  const end = () => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  const server = createServer((clientSocket) => {
    if (!whole) return void clientSocket.destroy()
    const serverSocket = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [clientSocket, serverSocket]) {
      open.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => [clientSocket, serverSocket].map((each) => each.destroy()))
    }
    clientSocket.pipe(serverSocket).pipe(clientSocket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      whole = false
      end()
    },
    restore: () => {
      whole = true
    },
    stop: async () => {
      end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
