/** Runs transactions of one company, or across companies, on a connection pool. */
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
  quoteCompanyId,
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

/** The advisory lock key for writes across companies, an arbitrary number. */
const crossCompanyLockKey = 7_041_776

/** Returns SQL that excludes other writes to the company, or other writes across companies. */
const toLockSql = (companyId: string) =>
  companyId === allCompanies
    ? `SELECT pg_advisory_xact_lock(${crossCompanyLockKey})`
    : `SELECT 1 FROM "companies" WHERE "id" = ${quoteCompanyId(companyId)} FOR NO KEY UPDATE`

const toBeginSql = (companyId: string, isolationLevel: string) =>
  `BEGIN ISOLATION LEVEL ${isolationLevel}; SET LOCAL ${companySetting} = ${quoteCompanyId(companyId)}`

interface AccessOptions {
  connector: Connector
  pool: Pool
  /** A shared connection with access to all companies, for single queries. */
  lookupConnection: SharedConnection
  onCommit(): void
  onStatement?: ((sql: string) => void) | undefined
}

type Work<T> = (db: Db) => MaybePromise<T>

export class PostgresAccess {
  readonly #options: AccessOptions
  /** The last queued write of each company. Queued writes do not occupy a connection. */
  readonly #lastWrites = new Map<string, Promise<unknown>>()
  #queuedCount = 0

  constructor(options: AccessOptions) {
    this.#options = options
  }

  forCompany(companyId: string): CompanyAccess {
    return {
      read: (work) => this.#read(companyId, 'REPEATABLE READ', work),
      readLatest: (work) => this.#read(companyId, 'READ COMMITTED', work),
      write: (work) => this.#enqueueWrite(companyId, () => this.#write(companyId, work)),
    }
  }

  forAllCompanies(): CompanyAccess {
    const { lookupConnection, onStatement } = this.#options
    return {
      ...this.forCompany(allCompanies),
      readLatest: (work) =>
        withRetries(() =>
          lookupConnection.use(async (client) => work(new Db(createSession(client, onStatement)))),
        ),
    }
  }

  get waitingCount(): number {
    return this.#queuedCount
  }

  /** Resolves when all queued writes are committed or rejected. */
  async waitUntilIdle(): Promise<void> {
    while (this.#lastWrites.size > 0) await Promise.all(this.#lastWrites.values())
  }

  async #read<T>(companyId: string, isolationLevel: string, work: Work<T>): Promise<T> {
    return this.#run(runRead, toBeginSql(companyId, `${isolationLevel} READ ONLY`), work)
  }

  async #write<T>(companyId: string, work: Work<T>): Promise<T> {
    const beginSql = `${toBeginSql(companyId, 'READ COMMITTED READ WRITE')}; ${toLockSql(companyId)}`
    const result = await this.#run(runWrite, beginSql, work)
    this.#options.onCommit()
    return result
  }

  #run<T>(runOnce: (transaction: Transaction<T>) => Promise<T>, beginSql: string, work: Work<T>) {
    const { connector, pool, onStatement } = this.#options
    return withRetries(async () => {
      const client: PoolClient = await connector.acquire(pool)
      try {
        return await runOnce({ client, beginSql, work, onStatement })
      } finally {
        client.release(needsReplacement(client) || hasTooManyStatements(client))
      }
    })
  }

  /** Runs a company's writes in order. @throws UNAVAILABLE if the wait exceeds `lock_timeout` */
  #enqueueWrite<T>(companyId: string, write: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + timeouts.lock_timeout
    this.#queuedCount++
    const writeUnlessExpired = () => {
      this.#queuedCount--
      if (performance.now() > deadline) throw unavailable()
      return write()
    }
    const previousWrite = this.#lastWrites.get(companyId) ?? Promise.resolve()
    const currentWrite = previousWrite.then(writeUnlessExpired)
    const settlement = Promise.allSettled([currentWrite])
    this.#lastWrites.set(companyId, settlement)
    void settlement.then(() => {
      if (this.#lastWrites.get(companyId) === settlement) this.#lastWrites.delete(companyId)
    })
    return currentWrite
  }
}
