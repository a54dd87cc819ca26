import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type AppOptions, createApp } from '../../src/app.ts'
import type { Deps } from '../../src/context.ts'
import { createDeps, startSignIn, startTracing } from '../../src/create-deps.ts'
import type { Thresholds } from '../../src/query-workers/pool.ts'
import { createQueryWorkers } from '../../src/query-workers/pool.ts'
import { readSettings } from '../../src/settings.ts'
import { openStore } from '../../src/store/open.ts'
import { newDatabase, type TestDatabase } from './database.ts'

/** A server on a free port, with its own database and a fake clock. */
export interface TestServer {
  url: string
  /** The path of the database file; on PostgreSQL, a path that does not exist. */
  file: string
  /** The URL of the database. */
  database: string
  deps: Deps
  clock: Clock
  /** Returns the SQL statements that were executed since the last call. */
  statements(): string[]
  stop(): Promise<void>
}

/** A clock whose time changes only through `advance`. */
export interface Clock {
  now(): number
  advance(milliseconds: number): void
}

function createFakeClock(start = Date.parse('2026-06-01T09:00:00.000Z')): Clock {
  let currentTimeMs = start
  return {
    now: () => currentTimeMs,
    advance: (milliseconds) => {
      currentTimeMs += milliseconds
    },
  }
}

/** Creates a seeded generator of random bytes, so that runs are repeatable. */
export function createSeededBytes(seed = 1): (length: number) => Buffer {
  let state = seed >>> 0
  return (length) =>
    Buffer.from(
      Array.from({ length }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return state >>> 24
      }),
    )
}

/** Thresholds that send every query to a worker. */
export const everyQueryThresholds: Thresholds = {
  minMsUnderLoad: Number.NEGATIVE_INFINITY,
  minMsAlways: Number.NEGATIVE_INFINITY,
}

/** The options of a test server. */
export interface ServerOptions extends AppOptions {
  openDatabase?: () => Promise<TestDatabase>
  /** Receives each log line. */
  log?: (line: string) => void
  /** The thresholds above which a worker executes a query. */
  queryWorkers?: Thresholds | undefined
}

/**
 * Starts a test server. `IN_THREADS=1 npx vitest run --project sqlite` executes every query in a
 * worker if possible.
 */
export async function startServer(
  settings: Record<string, string> = {},
  {
    openDatabase = newDatabase,
    log,
    queryWorkers: workerThresholds = process.env['IN_THREADS'] === undefined
      ? undefined
      : { ...everyQueryThresholds },
    ...overrides
  }: ServerOptions = {},
): Promise<TestServer> {
  const clock = createFakeClock()
  let statements: string[] = []
  const database = await openDatabase()
  const parsedSettings = readSettings({
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_HOUR: '1000000',
    ...settings,
  })
  const logger = log
    ? pino({ level: 'debug', base: null }, { write: log })
    : pino({ level: 'silent' })
  const tracing = await startTracing(parsedSettings, logger)
  const onStatement = (sql: string) => {
    statements.push(sql)
    tracing?.recordStatement(sql)
  }
  const store = await openStore({ url: database.url, poolSize: 2, isServing: true, onStatement })
  const deps = await createDeps(store, parsedSettings, {
    now: clock.now,
    randomBytes: createSeededBytes(),
    log: logger,
    tracing,
  })
  deps.signIn = await startSignIn(deps)
  deps.queryWorkers = workerThresholds && createQueryWorkers(deps, 1, workerThresholds)
  const { server, streams } = createApp(deps, undefined, overrides)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  parsedSettings.PORT = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${parsedSettings.PORT}`,
    file: database.file,
    database: database.url,
    deps,
    clock,
    statements: () => statements.splice(0),
    stop: async () => {
      await streams.end()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await deps.queryWorkers?.end()
      await store.close()
      await tracing?.stop()
      await database.remove()
      statements = []
    },
  }
}
