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
interface Guest {
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
  answer(guest: Guest, unit: Buffer): Promise<Message[]>
  leave(guest: Guest): Promise<void>
  close(): Promise<void>
}

/**
 * The single session of a PGlite. Each transaction or statement has it exclusively, with the settings
 * of its client restored.
 */
async function session(): Promise<Session> {
  const database = await PGlite.create()
  const waiting: (() => void)[] = []
  let holder: Guest | undefined
  let last: Guest | undefined

  const run = async (bytes: Uint8Array) =>
    messagesIn(Buffer.from(await database.execProtocolRaw(bytes)))
  const query = (text: string) => run(messageOf('Q', Buffer.from(`${text}\0`)))
  const free = () => {
    holder = undefined
    waiting.shift()?.()
  }
  const turn = (guest: Guest) =>
    new Promise<void>((resolve) => {
      const take = () => {
        holder = guest
        resolve()
      }
      if (holder === undefined || holder === guest) take()
      else waiting.push(take)
    })
  async function enter(guest: Guest): Promise<void> {
    await turn(guest)
    if (last !== guest) await query(['RESET ALL', 'RESET ROLE', ...guest.settings].join('; '))
    last = guest
  }

  return {
    async answer(guest: Guest, unit: Buffer) {
      await enter(guest)
      const text = queryOf(unit)
      if (text && /^SET (?!LOCAL)/i.test(text)) guest.settings.push(text)
      if (text && /^LISTEN /i.test(text)) guest.listens = true
      const replies = await run(renamed(unit, `${guest.number}_`, guest.names))
      if (replies.at(-1)?.bytes.toString('latin1', 5) === 'I') free()
      return replies
    },
    async leave(guest: Guest) {
      await enter(guest)
      await query('ROLLBACK')
      for (const name of guest.names) await query(`DEALLOCATE "${name}"`)
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
  const guests = new Set<Guest>()
  const visits = new Set<Promise<void>>()
  let count = 0

  function welcome(socket: Socket, user: string, counts: boolean): Guest {
    const guest: Guest = {
      socket,
      number: ++count,
      settings: counts ? counting(user) : as(user),
      listens: false,
      names: new Set(),
    }
    guests.add(guest)
    const identity = Buffer.alloc(8)
    identity.writeInt32BE(guest.number)
    socket.write(
      Buffer.concat([
        messageOf('R', Buffer.alloc(4)),
        messageOf('K', identity),
        messageOf('Z', Buffer.from('I')),
      ]),
    )
    return guest
  }

  async function answerAll(guest: Guest, home: Session, units: Buffer[]): Promise<void> {
    for (const unit of units) {
      const replies = await home.answer(guest, unit)
      for (const { bytes } of replies.filter(({ kind }) => kind === 'A'))
        for (const each of guests)
          if (each.listens) each.socket.write(notified(bytes, guest.number))
      guest.socket.write(
        Buffer.concat(replies.filter(({ kind }) => kind !== 'A').map(({ bytes }) => bytes)),
      )
    }
  }

  async function serve(socket: Socket): Promise<void> {
    let remaining: Buffer = Buffer.alloc(0)
    let guest: Guest | undefined
    let home = data
    try {
      for await (const part of socket) {
        remaining = Buffer.concat([remaining, part])
        if (!guest) {
          const start = startOf(remaining)
          if (!start) continue
          remaining = remaining.subarray(start.length)
          const counts = start.application === 'dealgraph counters'
          if (counts) home = counters
          guest = welcome(socket, start.user, counts)
        }
        const { units, rest } = unitsIn(remaining)
        remaining = rest
        await answerAll(guest, home, units)
      }
    } finally {
      if (guest) {
        guests.delete(guest)
        await home.leave(guest)
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
      for (const { socket } of guests) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(visits)
      await Promise.all([data.close(), counters.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
