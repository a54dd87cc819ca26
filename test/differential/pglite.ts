import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createWindowsTableSql } from '../../src/store/postgres/counters.ts'
import type { Cluster } from '../support/postgres.ts'
import {
  encodeMessage,
  type Message,
  parseMessages,
  parseQuery,
  parseStartup,
  prefixStatements,
  splitUnits,
  withProcessId,
} from './pglite-messages.ts'

/** A client that uses the shared session. */
interface SessionClient {
  socket: Socket
  processId: number
  /** Statements that restore the client's settings. */
  settings: string[]
  isListening: boolean
  /** The names of the client's prepared statements. */
  names: Set<string>
}

interface Session {
  /** Executes a unit of messages. @returns the replies */
  execute(client: SessionClient, unit: Buffer): Promise<Message[]>
  release(client: SessionClient): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the single session of a PGlite. Each transaction or statement uses it exclusively, after
 * the settings of its client have been restored.
 */
async function openSession(): Promise<Session> {
  const database = await PGlite.create()
  const waitingClients: (() => void)[] = []
  let currentClient: SessionClient | undefined
  let lastClient: SessionClient | undefined

  const run = async (bytes: Uint8Array) =>
    parseMessages(Buffer.from(await database.execProtocolRaw(bytes)))
  const query = (text: string) => run(encodeMessage('Q', Buffer.from(`${text}\0`)))
  const releaseTurn = () => {
    currentClient = undefined
    waitingClients.shift()?.()
  }
  const waitForTurn = (client: SessionClient) =>
    new Promise<void>((resolve) => {
      const takeTurn = () => {
        currentClient = client
        resolve()
      }
      if (currentClient === undefined || currentClient === client) takeTurn()
      else waitingClients.push(takeTurn)
    })
  async function acquireSession(client: SessionClient): Promise<void> {
    await waitForTurn(client)
    if (lastClient !== client)
      await query(['RESET ALL', 'RESET ROLE', ...client.settings].join('; '))
    lastClient = client
  }

  return {
    async execute(client: SessionClient, unit: Buffer) {
      await acquireSession(client)
      const text = parseQuery(unit)
      if (text && /^SET (?!LOCAL)/i.test(text)) client.settings.push(text)
      if (text && /^LISTEN /i.test(text)) client.isListening = true
      const replies = await run(prefixStatements(unit, `${client.processId}_`, client.names))
      if (replies.at(-1)?.bytes.toString('latin1', 5) === 'I') releaseTurn()
      return replies
    },
    async release(client: SessionClient) {
      await acquireSession(client)
      await query('ROLLBACK')
      for (const name of client.names) await query(`DEALLOCATE "${name}"`)
      releaseTurn()
    },
    close: () => database.close(),
  }
}

const createRoleSettings = (user: string) =>
  user === 'postgres' ? [] : [`SET ROLE "${user}"`, `SET search_path TO "${user}"`]
/** Creates the tables of the rate limit counters, without roles. */
const createCounterSettings = (user: string) => [
  `CREATE SCHEMA IF NOT EXISTS "${user}"`,
  `SET search_path TO "${user}"`,
  createWindowsTableSql,
]

/**
 * Starts PGlite behind a socket. Rate limit counters use a second PGlite, because they are changed
 * while a transaction is open.
 */
export async function startPglite(): Promise<Pick<Cluster, 'url' | 'stop'>> {
  const [data, counters] = await Promise.all([openSession(), openSession()])
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-pglite-'))
  const clients = new Set<SessionClient>()
  const openConnections = new Set<Promise<void>>()
  let clientCount = 0

  function acceptClient(socket: Socket, user: string, isCounters: boolean): SessionClient {
    const client: SessionClient = {
      socket,
      processId: ++clientCount,
      settings: isCounters ? createCounterSettings(user) : createRoleSettings(user),
      isListening: false,
      names: new Set(),
    }
    clients.add(client)
    const processIdBytes = Buffer.alloc(8)
    processIdBytes.writeInt32BE(client.processId)
    socket.write(
      Buffer.concat([
        encodeMessage('R', Buffer.alloc(4)),
        encodeMessage('K', processIdBytes),
        encodeMessage('Z', Buffer.from('I')),
      ]),
    )
    return client
  }

  async function executeAll(
    client: SessionClient,
    session: Session,
    units: Buffer[],
  ): Promise<void> {
    for (const unit of units) {
      const replies = await session.execute(client, unit)
      for (const { bytes } of replies.filter(({ kind }) => kind === 'A'))
        for (const otherClient of clients)
          if (otherClient.isListening)
            otherClient.socket.write(withProcessId(bytes, client.processId))
      client.socket.write(
        Buffer.concat(replies.filter(({ kind }) => kind !== 'A').map(({ bytes }) => bytes)),
      )
    }
  }

  async function serve(socket: Socket): Promise<void> {
    let receivedBytes: Buffer = Buffer.alloc(0)
    let client: SessionClient | undefined
    let session = data
    try {
      for await (const chunk of socket) {
        receivedBytes = Buffer.concat([receivedBytes, chunk])
        if (!client) {
          const start = parseStartup(receivedBytes)
          if (!start) continue
          receivedBytes = receivedBytes.subarray(start.length)
          const isCounters = start.application === 'dealgraph counters'
          if (isCounters) session = counters
          client = acceptClient(socket, start.user, isCounters)
        }
        const { units, remainingBytes } = splitUnits(receivedBytes)
        receivedBytes = remainingBytes
        await executeAll(client, session, units)
      }
    } finally {
      if (client) {
        clients.delete(client)
        await session.release(client)
      }
    }
  }

  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const connectionEnd = serve(socket).catch(() => void socket.destroy())
    openConnections.add(connectionEnd)
    void connectionEnd.then(() => openConnections.delete(connectionEnd))
  })
  server.listen(join(folder, '.s.PGSQL.5432'))
  await once(server, 'listening')
  return {
    url: `postgres://postgres@/postgres?host=${folder}`,
    async stop() {
      for (const { socket } of clients) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(openConnections)
      await Promise.all([data.close(), counters.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
