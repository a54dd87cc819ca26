import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createWindowsTable } from '../../src/store/postgres/counters.ts'
import type { Cluster } from '../support/postgres.ts'
import {
  type Message,
  messageOf,
  messagesIn,
  notified,
  queryOf,
  renamed,
  startOf,
  unitsIn,
} from './pglite-messages.ts'

/** A client of the shared session. */
interface SessionClient {
  socket: Socket
  number: number
  /** Statements that restore the settings of the client. */
  settings: string[]
  listens: boolean
  /** The prepared statements of the client. */
  names: Set<string>
}

interface Session {
  /** Runs a unit of messages. @returns the replies */
  answer(client: SessionClient, unit: Buffer): Promise<Message[]>
  leave(client: SessionClient): Promise<void>
  close(): Promise<void>
}

/**
 * The single session of a PGlite. Each transaction or statement has it exclusively, with the settings
 * of its client restored.
 */
async function session(): Promise<Session> {
  const database = await PGlite.create()
  const waiting: (() => void)[] = []
  let holder: SessionClient | undefined
  let last: SessionClient | undefined

  const run = async (bytes: Uint8Array) =>
    messagesIn(Buffer.from(await database.execProtocolRaw(bytes)))
  const query = (text: string) => run(messageOf('Q', Buffer.from(`${text}\0`)))
  const free = () => {
    holder = undefined
    waiting.shift()?.()
  }
  const turn = (client: SessionClient) =>
    new Promise<void>((resolve) => {
      const take = () => {
        holder = client
        resolve()
      }
      if (holder === undefined || holder === client) take()
      else waiting.push(take)
    })
  async function enter(client: SessionClient): Promise<void> {
    await turn(client)
    if (last !== client) await query(['RESET ALL', 'RESET ROLE', ...client.settings].join('; '))
    last = client
  }

  return {
    async answer(client: SessionClient, unit: Buffer) {
      await enter(client)
      const text = queryOf(unit)
      if (text && /^SET (?!LOCAL)/i.test(text)) client.settings.push(text)
      if (text && /^LISTEN /i.test(text)) client.listens = true
      const replies = await run(renamed(unit, `${client.number}_`, client.names))
      if (replies.at(-1)?.bytes.toString('latin1', 5) === 'I') free()
      return replies
    },
    async leave(client: SessionClient) {
      await enter(client)
      await query('ROLLBACK')
      for (const name of client.names) await query(`DEALLOCATE "${name}"`)
      free()
    },
    close: () => database.close(),
  }
}

const as = (user: string) =>
  user === 'postgres' ? [] : [`SET ROLE "${user}"`, `SET search_path TO "${user}"`]
/** The tables of the rate limit counters, without roles. */
const counting = (user: string) => [
  `CREATE SCHEMA IF NOT EXISTS "${user}"`,
  `SET search_path TO "${user}"`,
  createWindowsTable,
]

/**
 * Starts PGlite behind a socket. Rate limit counters have a second PGlite because they are changed
 * during transactions.
 */
export async function startPglite(): Promise<Pick<Cluster, 'url' | 'stop'>> {
  const [data, counters] = await Promise.all([session(), session()])
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-pglite-'))
  const clients = new Set<SessionClient>()
  const visits = new Set<Promise<void>>()
  let count = 0

  function welcome(socket: Socket, user: string, counts: boolean): SessionClient {
    const client: SessionClient = {
      socket,
      number: ++count,
      settings: counts ? counting(user) : as(user),
      listens: false,
      names: new Set(),
    }
    clients.add(client)
    const identity = Buffer.alloc(8)
    identity.writeInt32BE(client.number)
    socket.write(
      Buffer.concat([
        messageOf('R', Buffer.alloc(4)),
        messageOf('K', identity),
        messageOf('Z', Buffer.from('I')),
      ]),
    )
    return client
  }

  async function answerAll(client: SessionClient, home: Session, units: Buffer[]): Promise<void> {
    for (const unit of units) {
      const replies = await home.answer(client, unit)
      for (const { bytes } of replies.filter(({ kind }) => kind === 'A'))
        for (const each of clients)
          if (each.listens) each.socket.write(notified(bytes, client.number))
      client.socket.write(
        Buffer.concat(replies.filter(({ kind }) => kind !== 'A').map(({ bytes }) => bytes)),
      )
    }
  }

  async function serve(socket: Socket): Promise<void> {
    let remaining: Buffer = Buffer.alloc(0)
    let client: SessionClient | undefined
    let home = data
    try {
      for await (const part of socket) {
        remaining = Buffer.concat([remaining, part])
        if (!client) {
          const start = startOf(remaining)
          if (!start) continue
          remaining = remaining.subarray(start.length)
          const counts = start.application === 'dealgraph counters'
          if (counts) home = counters
          client = welcome(socket, start.user, counts)
        }
        const { units, rest } = unitsIn(remaining)
        remaining = rest
        await answerAll(client, home, units)
      }
    } finally {
      if (client) {
        clients.delete(client)
        await home.leave(client)
      }
    }
  }

  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const served = serve(socket).catch(() => void socket.destroy())
    visits.add(served)
    void served.then(() => visits.delete(served))
  })
  server.listen(join(folder, '.s.PGSQL.5432'))
  await once(server, 'listening')
  return {
    url: `postgres://postgres@/postgres?host=${folder}`,
    async stop() {
      for (const { socket } of clients) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(visits)
      await Promise.all([data.close(), counters.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
