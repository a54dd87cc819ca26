import type { PoolClient } from 'pg'
import { unavailable } from '../../errors.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { createDb, type Db } from '../db.ts'
import type { CompanyAccess } from '../store.ts'
import { isFull, sessionOn, timeouts } from './connection.ts'
import { isSpoiled, retryRead, retryWrite, withRetries } from './retries.ts'
import { everyCompany, scopeLiteral, setting } from './scope.ts'
import type { SharedConnection } from './shared-connection.ts'

interface Means {
  /** Acquires a connection from the pool. */
  acquire(): Promise<PoolClient>
  /** A connection that sees all companies, for single look-ups. */
  line: SharedConnection
  /** Told after each COMMIT. */
  committed(): void
  onStatement?: ((sql: string) => void) | undefined
}

/** What everything that crosses companies waits for; a number of no other meaning. */
const crossing = 7_041_776

/**
 * A company's changes come one after another, whichever process makes them: so each finds what the
 * one before has left.
 */
const turn = (scope: string) =>
  scope === everyCompany
    ? `SELECT pg_advisory_xact_lock(${crossing})`
    : `SELECT 1 FROM "companies" WHERE "id" = ${scopeLiteral(scope)} FOR NO KEY UPDATE`

const scoped = (scope: string, mode: string) =>
  `BEGIN ISOLATION LEVEL ${mode}; SET LOCAL ${setting} = ${scopeLiteral(scope)}`

export function createAccess({ acquire, line, committed, onStatement }: Means) {
  const queues = new Map<string, Promise<unknown>>()
  let waiting = 0

  async function leased<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
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
      leased((client) =>
        retryRead({ client, begin: scoped(scope, `${mode} READ ONLY`), work, onStatement }),
      ),
    )

  /**
   * Those of this process wait here, rather than each with a connection of its own. @throws
   * UNAVAILABLE where that takes too long
   */
  function inTurn<T>(scope: string, write: () => Promise<T>): Promise<T> {
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
    inTurn(scope, async () => {
      const begin = `${scoped(scope, 'READ COMMITTED READ WRITE')}; ${turn(scope)}`
      const result = await withRetries(() =>
        leased((client) => retryWrite({ client, begin, work, onStatement })),
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
    /** How many wait for their turn to write, in this process. */
    waiting: () => waiting,
    /** Resolves when everything that was to be changed is committed or refused. */
    idle: async () => {
      while (queues.size > 0) await Promise.all(queues.values())
    },
  }
}
