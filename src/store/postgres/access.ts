import type { PoolClient } from 'pg'
import { unavailable } from '../../errors.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { createDb, type Db } from '../db.ts'
import type { CompanyAccess } from '../store.ts'
import { isFull, sessionOn, timeouts } from './connection.ts'
import { isSpoiled, retryRead, retryWrite, withRetries } from './retries.ts'
import { everyCompany, scopeLiteral, setting } from './scope.ts'
import type { SharedConnection } from './shared-connection.ts'

interface AccessOptions {
  /** Acquires a connection from the pool. */
  acquire(): Promise<PoolClient>
  /** A connection that can read all companies, for single look-ups. */
  line: SharedConnection
  /** Called after each COMMIT. */
  committed(): void
  onStatement?: ((sql: string) => void) | undefined
}

/** Advisory lock key of writes across companies; an arbitrary number. */
const crossCompanyLockKey = 7_041_776

/** Serializes the writes of a company across processes, so that each reads the previous result. */
const writeLock = (scope: string) =>
  scope === everyCompany
    ? `SELECT pg_advisory_xact_lock(${crossCompanyLockKey})`
    : `SELECT 1 FROM "companies" WHERE "id" = ${scopeLiteral(scope)} FOR NO KEY UPDATE`

const beginTransaction = (scope: string, mode: string) =>
  `BEGIN ISOLATION LEVEL ${mode}; SET LOCAL ${setting} = ${scopeLiteral(scope)}`

export function createAccess({ acquire, line, committed, onStatement }: AccessOptions) {
  const queues = new Map<string, Promise<unknown>>()
  let waiting = 0

  async function withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await acquire()
    try {
      return await work(client)
    } finally {
      client.release(isSpoiled(client) || isFull(client))
    }
  }

  const snapshot = <T>(
    scope: string,
    mode: string,
    work: (db: Db) => MaybePromise<T>,
  ): Promise<T> =>
    withRetries(() =>
      withConnection((client) =>
        retryRead({
          client,
          begin: beginTransaction(scope, `${mode} READ ONLY`),
          work,
          onStatement,
        }),
      ),
    )

  /**
   * Queues the writes of this process, so that none holds a connection while it waits.
   * @throws UNAVAILABLE after `lock_timeout`
   */
  function enqueueWrite<T>(scope: string, write: () => Promise<T>): Promise<T> {
    const end = performance.now() + timeouts.lock_timeout
    waiting++
    const work = () => {
      waiting--
      if (performance.now() > end) throw unavailable()
      return write()
    }
    const before = queues.get(scope) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    queues.set(scope, settled)
    void settled.then(() => {
      if (queues.get(scope) === settled) queues.delete(scope)
    })
    return mine
  }

  const write = <T>(scope: string, work: (db: Db) => MaybePromise<T>): Promise<T> =>
    enqueueWrite(scope, async () => {
      const begin = `${beginTransaction(scope, 'READ COMMITTED READ WRITE')}; ${writeLock(scope)}`
      const result = await withRetries(() =>
        withConnection((client) => retryWrite({ client, begin, work, onStatement })),
      )
      committed()
      return result
    })

  const of = (scope: string): CompanyAccess => ({
    read: (work) => snapshot(scope, 'REPEATABLE READ', work),
    readLatest: (work) => snapshot(scope, 'READ COMMITTED', work),
    write: (work) => write(scope, work),
  })

  return {
    of,
    everyCompany: {
      ...of(everyCompany),
      readLatest: <T>(work: (db: Db) => MaybePromise<T>): Promise<T> =>
        withRetries(() =>
          line.use(async (client) => work(createDb(sessionOn(client, onStatement)))),
        ),
    } satisfies CompanyAccess,
    /** The number of queued writes of this process. */
    waiting: () => waiting,
    /** Resolves when all queued writes are committed or rejected. */
    idle: async () => {
      while (queues.size > 0) await Promise.all(queues.values())
    },
  }
}
