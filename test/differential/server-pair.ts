import type { Actor } from '../fuzz/fixture.ts'
import { formatCurl, type Request } from '../fuzz/request.ts'
import { type FuzzResponse, send } from '../fuzz/send.ts'
import type { Client } from '../support/client.ts'
import { newSqliteDatabase } from '../support/database.ts'
import { dump } from '../support/dump.ts'
import { providerSettings } from '../support/sign-in.ts'
import { createWorld, type TestUser, testUsers, type World } from '../support/world.ts'

/** Two servers with the same times, ids and random bytes: one on SQLite and one on PostgreSQL. */
export interface ServerPair {
  sqlite: World
  postgres: World
  /** Sends the same bytes to both servers. @returns the response of the SQLite server */
  send(actor: Pick<Actor, 'secret'>, request: Request): Promise<FuzzResponse>
  /**
   * Returns a client that sends requests to both servers and returns the responses of the SQLite
   * server.
   */
  clientFor(user: TestUser): Client
  client(secret?: string): Client
  advance(milliseconds: number): void
  /** Returns the differences between the responses since the last call. */
  takeDifferences(): string[]
  /** Returns the differences between the rows of both databases. */
  findRowDifferences(): Promise<string[]>
  stop(): Promise<void>
}

/** Headers that are not compared, because they depend on the real time or on the connection. */
const variableHeaders = ['date', 'connection', 'keep-alive']

const getResponseLines = ({ status, headers, text }: FuzzResponse): string[] => [
  String(status),
  ...Object.entries(headers).flatMap(([name, value]) =>
    variableHeaders.includes(name) ? [] : [`${name}: ${value}`],
  ),
  text,
]

/**
 * Describes the first position at which two responses or tables differ, with the surrounding text.
 */
function findFirstDifference(sqliteText: string, postgresText: string): string {
  let position = 0
  while (position < sqliteText.length && sqliteText[position] === postgresText[position]) position++
  const getExcerpt = (text: string) => text.slice(Math.max(0, position - 200), position + 300)
  return `at ${position}\n  SQLite:     ${getExcerpt(sqliteText)}\n  PostgreSQL: ${getExcerpt(postgresText)}`
}

function createRequestIds(): () => string {
  let lastNumber = 0
  return () => `request-${++lastNumber}`
}

/** Starts both servers with the same users, and signs in each user. */
export async function createServerPair(
  extraSettings: Record<string, string> = {},
): Promise<ServerPair> {
  const settings = { ...providerSettings, ...extraSettings }
  const sqlite = await createWorld(settings, {
    openDatabase: async () => newSqliteDatabase(),
    newRequestId: createRequestIds(),
  })
  const postgres = await createWorld(settings, { newRequestId: createRequestIds() })
  for (const world of [sqlite, postgres]) for (const user of testUsers) await world.signIn(user)
  let foundDifferences: string[] = []

  async function sendToBoth(
    { secret }: Pick<Actor, 'secret'>,
    request: Request,
  ): Promise<FuzzResponse> {
    const actor = { name: '', ...(secret && { secret }) }
    const [sqliteResponse, postgresResponse] = await Promise.all([
      send(sqlite.url, actor, request),
      send(postgres.url, actor, request),
    ])
    const [sqliteText, postgresText] = [
      getResponseLines(sqliteResponse).join('\n'),
      getResponseLines(postgresResponse).join('\n'),
    ]
    if (sqliteText !== postgresText && !sqliteResponse.isStream)
      foundDifferences.push(
        `${formatCurl('', request, { name: 'nobody' })}\n${findFirstDifference(sqliteText, postgresText)}`,
      )
    return sqliteResponse
  }

  function createClient(secret?: string): Client {
    const sendRest: Client['rest'] = async (method, path, body, headers = {}) => {
      const contentType: [string, string][] =
        body === undefined ? [] : [['Content-Type', 'application/json']]
      const {
        status,
        headers: replyHeaders,
        text,
        body: replyBody,
      } = await sendToBoth(secret ? { secret } : {}, {
        operation: `${method} ${path}`,
        interface: 'rest',
        isWrite: method !== 'GET',
        method,
        path,
        headers: [...contentType, ...Object.entries(headers)],
        ...(body !== undefined && {
          body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        }),
      })
      return {
        status,
        headers: new Headers(replyHeaders as Record<string, string>),
        text,
        body: replyBody,
      }
    }
    return {
      secret,
      rest: sendRest,
      gql: (query, variables, headers) =>
        sendRest('POST', '/graphql', { query, ...(variables && { variables }) }, headers),
    }
  }

  return {
    sqlite,
    postgres,
    send: sendToBoth,
    clientFor: (user) => createClient(sqlite.as(user).secret),
    client: createClient,
    advance(milliseconds) {
      sqlite.clock.advance(milliseconds)
      postgres.clock.advance(milliseconds)
    },
    takeDifferences: () => {
      const differences = foundDifferences
      foundDifferences = []
      return differences
    },
    async findRowDifferences() {
      const [sqliteRows, postgresRows] = [await dump(sqlite), await dump(postgres)]
      const tableNames = [
        ...new Set([...Object.keys(sqliteRows), ...Object.keys(postgresRows)]),
      ].filter((name) => !/^(kysely|sqlite)_/.test(name))
      return tableNames.flatMap((name) => {
        const [sqliteText, postgresText] = [
          (sqliteRows[name] ?? ['no table']).join('\n'),
          (postgresRows[name] ?? ['no table']).join('\n'),
        ]
        return sqliteText === postgresText
          ? []
          : [`${name} ${findFirstDifference(sqliteText, postgresText)}`]
      })
    },
    async stop() {
      await sqlite.stop()
      await postgres.stop()
    },
  }
}
