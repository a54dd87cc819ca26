/** The configuration of PostgreSQL connections, the company that they can access, and sessions. */
import { createHash } from 'node:crypto'
import pg, { type Client, type ClientConfig, type CustomTypesConfig } from 'pg'
import { createCache } from '../../lib/cache.ts'
import { type Session, toStoredValue } from '../db.ts'

/** The setting that names the company whose rows row-level security makes accessible. */
export const companySetting = 'dealgraph.company'
export const allCompanies = '*'

/** Quotes a company id or `*` for statements without parameters. @throws for a malformed id */
export function quoteScope(scope: string): string {
  if (scope !== allCompanies && !/^[A-Za-z0-9_-]{1,80}$/.test(scope))
    throw new Error('Not the id of a company')
  return `'${scope}'`
}

/** Server-side time limits, in milliseconds. */
export const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}
export type Timeouts = typeof timeouts
/** Zeros, which keep the limits of the server, for work outside requests. */
export const noTimeouts: Timeouts = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

const connectTimeoutMs = 5000
/** Idle time before TCP keep-alive probes begin; a lost peer is detected ten seconds later. */
const keepAliveDelayMs = 5000

const parseNumber = (text: string) => Number(text)
const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: pg.types.getTypeParser(17, 'text'),
  20: parseNumber,
  21: parseNumber,
  23: parseNumber,
  700: parseNumber,
  701: parseNumber,
  1700: parseNumber,
}

/** Parses values as SQLite returns them: numbers, 0 and 1 for booleans, and text otherwise. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number) => parsers[oid] ?? String) as CustomTypesConfig['getTypeParser'],
}

export const createConnectionConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'dealgraph',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveDelayMs,
  pipeline: true,
  types,
})

/** Removes time limits from the query of a URL, and returns them merged into the defaults. */
export function extractTimeouts(url: string, defaults: Timeouts = timeouts) {
  const [baseUrl = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const oldCount = parameters.size
  const result = { ...defaults }
  for (const name of Object.keys(defaults) as (keyof Timeouts)[]) {
    const ms = Number.parseInt(parameters.get(name) ?? '', 10)
    if (ms >= 0) result[name] = ms
    parameters.delete(name)
  }
  return { url: parameters.size === oldCount ? url : `${baseUrl}?${parameters}`, timeouts: result }
}

/** Names of prepared statements by SQL text, the same on each connection. */
const statementNames = createCache<string, string>('statement_names', { maxEntries: 4000 })

const getStatementName = (sql: string): string =>
  statementNames.getOrCreate(sql, () =>
    createHash('sha256').update(sql).digest('base64url').slice(0, 22),
  )

/** Maximum prepared statements before a connection is replaced, because the server keeps them. */
const maxPreparedStatements = 1000

const preparedStatements = new WeakMap<Client, Set<string>>()
export const hasTooManyStatements = (client: Client): boolean =>
  (preparedStatements.get(client)?.size ?? 0) > maxPreparedStatements

/** Replaces NUL, which PostgreSQL rejects, with a noncharacter that matches no stored text. */
const replaceNul = (value: string) =>
  value.includes('\0') ? value.replaceAll('\0', '\ufffe') : value

const toComparedValue = (value: unknown) =>
  typeof value === 'string' ? replaceNul(value) : toStoredValue(value)

/** Creates a session whose statements stay prepared on the connection. */
export function createSession(client: Client, onStatement?: (sql: string) => void): Session {
  const statementNamesOfClient = preparedStatements.get(client) ?? new Set()
  preparedStatements.set(client, statementNamesOfClient)
  const run = (text: string, values: unknown[]) => {
    onStatement?.(text)
    const name = getStatementName(text)
    statementNamesOfClient.add(name)
    return client.query({ name, text, values })
  }
  return {
    dialect: 'postgres',
    all: async (sql, values) => (await run(sql, values.map(toComparedValue))).rows,
    run: async (sql, values) => (await run(sql, values.map(toStoredValue))).rowCount ?? 0,
  }
}

export const { Client: PgClient, DatabaseError, Pool } = pg
