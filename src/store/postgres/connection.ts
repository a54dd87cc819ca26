import { createHash } from 'node:crypto'
import pg, { type Client, type ClientConfig, type CustomTypesConfig } from 'pg'
import { createCache } from '../../lib/cache.ts'
import type { Session } from '../db.ts'

/** Server-side time limits, in milliseconds. */
export const timeouts = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}
export type Timeouts = typeof timeouts
/** Keeps the time limits of the server, for work outside of requests. */
export const noTimeouts: Timeouts = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

const connectTimeoutMs = 5000
/** Idle time before TCP keep-alive; a lost peer is detected ten seconds later. */
const keepAliveDelayMs = 5000

const number = (text: string) => Number(text)
const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: pg.types.getTypeParser(17, 'text'),
  20: number,
  21: number,
  23: number,
  700: number,
  701: number,
  1700: number,
}

/** Parses values as SQLite returns them: numbers, 0 and 1 for booleans, and text otherwise. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number) => parsers[oid] ?? String) as CustomTypesConfig['getTypeParser'],
}

export const connectionConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'dealgraph',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveDelayMs,
  pipeline: true,
  types,
})

/** Removes time limits from the query of a URL; they override the defaults. */
export function withUrlTimeouts(
  url: string,
  usual: Timeouts = timeouts,
): { url: string; timeouts: Timeouts } {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const found = { ...usual }
  for (const name of Object.keys(usual) as (keyof Timeouts)[]) {
    const ms = Number.parseInt(parameters.get(name) ?? '', 10)
    if (ms >= 0) found[name] = ms
    parameters.delete(name)
  }
  const isSame = [...parameters].length === [...new URLSearchParams(query)].length
  return { url: isSame ? url : `${address}?${parameters}`, timeouts: found }
}

/** Names of prepared statements by SQL text, the same on each connection. */
const statementNames = createCache<string, string>({
  name: 'statement_names',
  bound: { maxEntries: 4000 },
})

const nameOf = (sql: string): string =>
  statementNames.getOrCreate(sql, () =>
    createHash('sha256').update(sql).digest('base64url').slice(0, 22),
  )

/** Prepared statements per connection before it is replaced, because the server keeps them all. */
export const maxPreparedStatements = 1000

const preparedOn = new WeakMap<object, Set<string>>()
export const isFull = (client: Client): boolean =>
  (preparedOn.get(client)?.size ?? 0) > maxPreparedStatements

/** Replaces NUL, which PostgreSQL rejects in text, by a noncharacter that matches no stored text. */
const replaceNul = (value: string) =>
  value.includes('\0') ? value.replaceAll('\0', '\ufffe') : value

const bindable = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : value
const sought = (value: unknown) => (typeof value === 'string' ? replaceNul(value) : bindable(value))

/** Runs statements on a connection, each kept prepared there. */
export function sessionOn(client: Client, onStatement?: (sql: string) => void): Session {
  const prepared = preparedOn.get(client) ?? new Set()
  preparedOn.set(client, prepared)
  const run = (text: string, values: unknown[], bound: (value: unknown) => unknown) => {
    onStatement?.(text)
    const name = nameOf(text)
    prepared.add(name)
    return client.query({ name, text, values: values.map(bound) })
  }
  return {
    dialect: 'postgres',
    all: async (sql, values) => (await run(sql, values, sought)).rows,
    run: async (sql, values) => (await run(sql, values, bindable)).rowCount ?? 0,
  }
}

export const { Client: PgClient, DatabaseError, Pool } = pg
