/** Configures PostgreSQL connections, limits them to a company, and creates sessions on them. */
import { createHash } from 'node:crypto'
import pg, { type Client, type ClientConfig, type CustomTypesConfig } from 'pg'
import { createCache } from '../../lib/cache.ts'
import { type Session, toStoredValue } from '../db.ts'

/** The setting that contains the company id by which row-level security filters rows. */
export const companySetting = 'dealgraph.company'
export const allCompanies = '*'

/** Quotes a company id, or `*` for all companies, as an SQL literal. @throws if it is malformed */
export function quoteCompanyId(companyId: string): string {
  if (companyId !== allCompanies && !/^[A-Za-z0-9_-]{1,80}$/.test(companyId))
    throw new Error('Not a company id')
  return `'${companyId}'`
}

/** Server-side time limits, in milliseconds. */
export const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}
export type Timeouts = typeof timeouts
/** Keeps the server's own limits, for work outside requests, such as migrations. */
export const noTimeouts: Timeouts = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

const connectTimeoutMs = 5000
/** The idle time before TCP keep-alive probes, which detect a lost peer ten seconds later. */
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

/** Parses values to the types that SQLite returns: numbers, text, buffers, 0 or 1 for booleans. */
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

/** Returns the URL without the time limits in its query, and the limits merged with `defaults`. */
export function extractTimeouts(url: string, defaults: Timeouts = timeouts) {
  const [baseUrl = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const oldSize = parameters.size
  const limits = { ...defaults }
  for (const name of Object.keys(defaults) as (keyof Timeouts)[]) {
    const ms = Number.parseInt(parameters.get(name) ?? '', 10)
    if (ms >= 0) limits[name] = ms
    parameters.delete(name)
  }
  return { url: parameters.size === oldSize ? url : `${baseUrl}?${parameters}`, timeouts: limits }
}

/** Prepared statement names by SQL text, the same on every connection. */
const statementNames = createCache<string, string>('statement_names', { maxEntries: 4000 })

const getStatementName = (sql: string): string =>
  statementNames.getOrCreate(sql, () =>
    createHash('sha256').update(sql).digest('base64url').slice(0, 22),
  )

/** Connections with more prepared statements are replaced, because the server evicts none. */
const maxPreparedStatements = 1000

const namesByClient = new WeakMap<Client, Set<string>>()
export const hasTooManyStatements = (client: Client): boolean =>
  (namesByClient.get(client)?.size ?? 0) > maxPreparedStatements

/** Replaces NUL, which PostgreSQL rejects, with a noncharacter that no stored text contains. */
const replaceNul = (value: string) =>
  value.includes('\0') ? value.replaceAll('\0', '\ufffe') : value

const toQueryValue = (value: unknown) =>
  typeof value === 'string' ? replaceNul(value) : toStoredValue(value)

/** Creates a session whose statements stay prepared on the connection. */
export function createSession(client: Client, onStatement?: (sql: string) => void): Session {
  const clientNames = namesByClient.get(client) ?? new Set()
  namesByClient.set(client, clientNames)
  const run = (sql: string, values: unknown[]) => {
    onStatement?.(sql)
    const name = getStatementName(sql)
    clientNames.add(name)
    return client.query({ name, text: sql, values })
  }
  return {
    dialect: 'postgres',
    all: async (sql, values) => (await run(sql, values.map(toQueryValue))).rows,
    run: async (sql, values) => (await run(sql, values.map(toStoredValue))).rowCount ?? 0,
  }
}

export const { Client: PgClient, DatabaseError, Pool } = pg
