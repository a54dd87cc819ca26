import type { Actor } from '../fuzz/cast.ts'
import { curlOf, type Request } from '../fuzz/request.ts'
import { type Answer, send } from '../fuzz/send.ts'
import type { Client } from '../support/client.ts'
import { newFile, type TestDatabase } from '../support/database.ts'
import { dump } from '../support/dump.ts'
import { createWorld, type Who, type World } from '../support/world.ts'

/** Two servers with equal clocks, ids and random bytes, one on SQLite and one on PostgreSQL. */
export interface Pair {
  sqlite: World
  postgres: World
  /** Sends the same bytes to both servers. @returns the response of the server on SQLite */
  send(actor: Pick<Actor, 'secret'>, request: Request): Promise<Answer>
  /** A client of both servers, which returns responses of the server on SQLite. */
  as(who: Who): Client
  client(secret?: string): Client
  advance(milliseconds: number): void
  /** Differences between the responses since the last call. */
  differences(): string[]
  /** Differences between the rows of both databases. */
  rows(): Promise<string[]>
  stop(): Promise<void>
}

/** Headers that depend on the real time or on the connection. */
const apart = ['date', 'connection', 'keep-alive']

const readReceived = ({ status, headers, text }: Answer): string[] => [
  String(status),
  ...Object.entries(headers).flatMap(([name, value]) =>
    apart.includes(name) ? [] : [`${name}: ${value}`],
  ),
  text,
]

/** The first position at which two texts differ, with its surroundings. */
export function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 300)
  return `at ${at}\n  SQLite:     ${around(one)}\n  PostgreSQL: ${around(other)}`
}

function counted(): () => string {
  let last = 0
  return () => `request-${++last}`
}

/** @param open opens an empty database on PostgreSQL */
export async function pairOf(
  open: () => Promise<TestDatabase>,
  settings: Record<string, string> = {},
): Promise<Pair> {
  const sqlite = await createWorld(settings, {
    open: async () => newFile(),
    newRequestId: counted(),
  })
  const postgres = await createWorld(settings, { open, newRequestId: counted() })
  let found: string[] = []

  async function both({ secret }: Pick<Actor, 'secret'>, request: Request): Promise<Answer> {
    const actor = { name: '', ...(secret && { secret }) }
    const [one, other] = await Promise.all([
      send(sqlite.url, actor, request),
      send(postgres.url, actor, request),
    ])
    const [mine, theirs] = [readReceived(one).join('\n'), readReceived(other).join('\n')]
    if (mine !== theirs && !one.stream)
      found.push(`${curlOf('', request, { name: 'nobody' })}\n${firstDifference(mine, theirs)}`)
    return one
  }

  function client(secret?: string): Client {
    const rest: Client['rest'] = async (method, path, body, headers = {}) => {
      const type: [string, string][] =
        body === undefined ? [] : [['Content-Type', 'application/json']]
      const {
        status,
        headers: given,
        text,
        body: parsed,
      } = await both(secret ? { secret } : {}, {
        operation: `${method} ${path}`,
        door: 'rest',
        writes: method !== 'GET',
        method,
        path,
        headers: [...type, ...Object.entries(headers)],
        ...(body !== undefined && {
          body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        }),
      })
      return { status, headers: new Headers(given as Record<string, string>), text, body: parsed }
    }
    return {
      secret,
      rest,
      gql: (query, variables, headers) =>
        rest('POST', '/graphql', { query, ...(variables && { variables }) }, headers),
    }
  }

  return {
    sqlite,
    postgres,
    send: both,
    as: (who) => client(sqlite.as(who).secret),
    client,
    advance(milliseconds) {
      sqlite.clock.advance(milliseconds)
      postgres.clock.advance(milliseconds)
    },
    differences: () => {
      const differences = found
      found = []
      return differences
    },
    async rows() {
      const [one, other] = [await dump(sqlite), await dump(postgres)]
      const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
        (name) => !/^(kysely|sqlite)_/.test(name),
      )
      return names.flatMap((name) => {
        const [mine, theirs] = [
          (one[name] ?? ['no table']).join('\n'),
          (other[name] ?? ['no table']).join('\n'),
        ]
        return mine === theirs ? [] : [`${name} ${firstDifference(mine, theirs)}`]
      })
    },
    async stop() {
      await sqlite.stop()
      await postgres.stop()
    },
  }
}
