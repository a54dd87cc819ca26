/** Transactions of one company, or across companies, on a pool of connections. */
import type { Pool, PoolClient } from 'pg'
import { unavailable } from '../../errors.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { Db } from '../db.ts'
import type { CompanyAccess } from '../store.ts'
import {
  allCompanies,
  companySetting,
  createSession,
  hasTooManyStatements,
  quoteScope,
  timeouts,
} from './connection.ts'
import type { Connector, SharedConnection } from './connector.ts'
import {
  needsReplacement,
  runRead,
  runWrite,
  type Transaction,
  withRetries,
} from './transaction.ts'

/** Advisory lock key of writes across companies; an arbitrary number. */
const crossCompanyLockKey = 7_041_776

/** Returns SQL that serializes the writes of a scope across processes until the commit. */
const toWriteLock = (scope: string) =>
  scope === allCompanies
    ? `SELECT pg_advisory_xact_lock(${crossCompanyLockKey})`
    : `SELECT 1 FROM "companies" WHERE "id" = ${quoteScope(scope)} FOR NO KEY UPDATE`

const beginTransaction = (scope: string, mode: string) =>
  `BEGIN ISOLATION LEVEL ${mode}; SET LOCAL ${companySetting} = ${quoteScope(scope)}`

interface AccessOptions {
  connector: Connector
  pool: Pool
  /** A connection with access to all companies, for single queries. */
  lookups: SharedConnection
  onCommit(): void
  onStatement?: ((sql: string) => void) | undefined
}

type Work<T> = (db: Db) => MaybePromise<T>

export class PostgresAccess {
  readonly #options: AccessOptions
  /** The last queued write of each scope: writes wait here without holding a connection. */
  readonly #lastWrites = new Map<string, Promise<unknown>>()
  #waiting = 0

  constructor(options: AccessOptions) {
    this.#options = options
  }

  forCompany(scope: string): CompanyAccess {
    return {
      read: (work) => this.#read(scope, 'REPEATABLE READ', work),
      readLatest: (work) => this.#read(scope, 'READ COMMITTED', work),
      write: (work) => this.#enqueueWrite(scope, () => this.#write(scope, work)),
    }
  }

  forAllCompanies(): CompanyAccess {
    const { lookups, onStatement } = this.#options
    return {
      ...this.forCompany(allCompanies),
      readLatest: (work) =>
        withRetries(() =>
          lookups.use(async (client) => work(new Db(createSession(client, onStatement)))),
        ),
    }
  }

  get waitingCount(): number {
    return this.#waiting
  }

  /** Resolves when all queued writes are committed or rejected. */
  async waitUntilIdle(): Promise<void> {
    while (this.#lastWrites.size > 0) await Promise.all(this.#lastWrites.values())
  }

  async #read<T>(scope: string, mode: string, work: Work<T>): Promise<T> {
    return this.#run(runRead, beginTransaction(scope, `${mode} READ ONLY`), work)
  }

  async #write<T>(scope: string, work: Work<T>): Promise<T> {
    const begin = `${beginTransaction(scope, 'READ COMMITTED READ WRITE')}; ${toWriteLock(scope)}`
    const result = await this.#run(runWrite, begin, work)
    this.#options.onCommit()
    return result
  }

  #run<T>(runOnce: (transaction: Transaction<T>) => Promise<T>, begin: string, work: Work<T>) {
    const { connector, pool, onStatement } = this.#options
    return withRetries(async () => {
      const client: PoolClient = await connector.acquire(pool)
      try {
        return await runOnce({ client, beginSql: begin, work, onStatement })
      } finally {
        client.release(needsReplacement(client) || hasTooManyStatements(client))
      }
    })
  }

  /** @throws UNAVAILABLE after `lock_timeout` */
  #enqueueWrite<T>(scope: string, write: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + timeouts.lock_timeout
    this.#waiting++
    const writeUnlessExpired = () => {
      this.#waiting--
      if (performance.now() > deadline) throw unavailable()
      return write()
    }
    const previousWrite = this.#lastWrites.get(scope) ?? Promise.resolve()
    const result = previousWrite.then(writeUnlessExpired)
    const settlement = Promise.allSettled([result])
    this.#lastWrites.set(scope, settlement)
    void settlement.then(() => {
      if (this.#lastWrites.get(scope) === settlement) this.#lastWrites.delete(scope)
    })
    return result
  }
}
