import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createWindowsTableSql } from '../../src/store/postgres/counters.ts'
import type { Cluster } from '../support/postgres.ts'
import {
  copyWithProcessId,
  encodeMessage,
  type ProtocolMessage,
  parseMessages,
  parseQuery,
  parseStartup,
  prefixStatementNames,
  splitUnits,
} from './pglite-messages.ts'

/** A client of the shared session. */
interface SessionClient {
  socket: Socket
  processId: number
  /** SQL statements that restore the client's settings. */
  settings: string[]
  isListening: boolean
  /** The names of the client's prepared statements. */
  statementNames: Set<string>
}

interface Session {
  /** Executes a unit of messages. @returns the response messages */
  execute(client: SessionClient, unit: Buffer): Promise<ProtocolMessage[]>
  release(client: SessionClient): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the single session of a PGlite database. Each transaction or standalone statement has
 * exclusive use of the session, and the settings of its client are restored first.
 */
async function openSession(): Promise<Session> {
  const database = await PGlite.create()
  await database.exec(createStartTimeSql)
  const waitingClients: (() => void)[] = []
  let currentClient: SessionClient | undefined
  let lastClient: SessionClient | undefined

  const runProtocol = async (bytes: Uint8Array) =>
    parseMessages(Buffer.from(await database.execProtocolRaw(bytes)))
  const runSql = (sql: string) => runProtocol(encodeMessage('Q', Buffer.from(`${sql}\0`)))
  const releaseTurn = () => {
    currentClient = undefined
    waitingClients.shift()?.()
  }
  const waitForTurn = (client: SessionClient) =>
    new Promise<void>((resolve) => {
      const startTurn = () => {
        currentClient = client
        resolve()
      }
      if (currentClient === undefined || currentClient === client) startTurn()
      else waitingClients.push(startTurn)
    })
  async function acquireSession(client: SessionClient): Promise<void> {
    await waitForTurn(client)
    if (lastClient !== client)
      await runSql(['RESET ALL', 'RESET ROLE', ...client.settings].join('; '))
    lastClient = client
  }

  return {
    async execute(client: SessionClient, unit: Buffer) {
      await acquireSession(client)
      const sql = parseQuery(unit)
      if (sql && /^SET (?!LOCAL)/i.test(sql)) client.settings.push(sql)
      if (sql && /^LISTEN /i.test(sql)) client.isListening = true
      const responses = await runProtocol(
        prefixStatementNames(unit, `${client.processId}_`, client.statementNames),
      )
      if (responses.at(-1)?.bytes.toString('latin1', 5) === 'I') releaseTurn()
      return responses
    },
    async release(client: SessionClient) {
      await acquireSession(client)
      await runSql('ROLLBACK')
      for (const name of client.statementNames) await runSql(`DEALLOCATE "${name}"`)
      releaseTurn()
    },
    close: () => database.close(),
  }
}

/**
 * Both databases report the same start time, because the server disconnects from a database whose
 * start time differs from that of the others.
 */
const createStartTimeSql = `CREATE SCHEMA shared;
  CREATE FUNCTION shared.pg_postmaster_start_time() RETURNS timestamptz
    LANGUAGE sql AS $$ SELECT timestamptz '2026-06-01' $$;
  GRANT USAGE ON SCHEMA shared TO public`
const createSearchPathSql = (user: string) => `SET search_path TO "${user}", shared, pg_catalog`
const createRoleSettings = (user: string) =>
  user === 'postgres' ? [] : [`SET ROLE "${user}"`, createSearchPathSql(user)]
/** Returns statements that create the tables of rate limit counters, without roles. */
const createCounterSettings = (user: string) => [
  `CREATE SCHEMA IF NOT EXISTS "${user}"`,
  createSearchPathSql(user),
  createWindowsTableSql,
]

/**
 * Starts a socket server for PGlite. Rate limit counters use a second PGlite database, because the
 * server updates them while a transaction is open.
 */
export async function startPglite(): Promise<Pick<Cluster, 'url' | 'stop'>> {
  const [dataSession, counterSession] = await Promise.all([openSession(), openSession()])
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-pglite-'))
  const clients = new Set<SessionClient>()
  const openConnections = new Set<Promise<void>>()
  let clientCount = 0

  function acceptClient(socket: Socket, user: string, isCounterClient: boolean): SessionClient {
    const client: SessionClient = {
      socket,
      processId: ++clientCount,
      settings: isCounterClient ? createCounterSettings(user) : createRoleSettings(user),
      isListening: false,
      statementNames: new Set(),
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

  async function executeUnits(
    client: SessionClient,
    session: Session,
    units: Buffer[],
  ): Promise<void> {
    for (const unit of units) {
      const responses = await session.execute(client, unit)
      for (const { bytes } of responses.filter(({ kind }) => kind === 'A'))
        for (const otherClient of clients)
          if (otherClient.isListening)
            otherClient.socket.write(copyWithProcessId(bytes, client.processId))
      client.socket.write(
        Buffer.concat(responses.filter(({ kind }) => kind !== 'A').map(({ bytes }) => bytes)),
      )
    }
  }

  async function serveClient(socket: Socket): Promise<void> {
    let receivedBytes: Buffer = Buffer.alloc(0)
    let client: SessionClient | undefined
    let session = dataSession
    try {
      for await (const chunk of socket) {
        receivedBytes = Buffer.concat([receivedBytes, chunk])
        if (!client) {
          const startup = parseStartup(receivedBytes)
          if (!startup) continue
          receivedBytes = receivedBytes.subarray(startup.length)
          const isCounterClient = startup.application === 'dealgraph counters'
          if (isCounterClient) session = counterSession
          client = acceptClient(socket, startup.user, isCounterClient)
        }
        const { units, remainingBytes } = splitUnits(receivedBytes)
        receivedBytes = remainingBytes
        await executeUnits(client, session, units)
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
    const connectionEnd = serveClient(socket).catch(() => void socket.destroy())
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
      await Promise.all([dataSession.close(), counterSession.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
