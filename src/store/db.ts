/** Runs the queries of operations in a transaction or on a snapshot. */
import type { Insertable, Updateable } from 'kysely'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import {
  type Dialect,
  encodeListParam,
  type IdsParams,
  type Query,
  toDeleteQuery,
  toInsertQuery,
  toUpdateQuery,
} from './query.ts'
import type { Schema, TableName } from './schema.ts'

/** A connection that prepares and caches statements by SQL text, for SQLite or PostgreSQL. */
export interface Session {
  readonly dialect: Dialect
  all(sql: string, values: unknown[]): MaybePromise<unknown[]>
  run(sql: string, values: unknown[]): MaybePromise<number>
  /** Runs a statement, or returns its cached rows if there was no commit since the last run. */
  allCached?(sql: string, values: unknown[]): unknown[]
  /** Returns the rows of a company that a statement has loaded since the last commit, by id. */
  getRowCache?(sql: string, companyId: string): Map<string, unknown>
  /** Runs a slow statement, such as one that scans many rows, on a worker thread. */
  allInWorker?(sql: string, values: unknown[]): Promise<unknown[]>
}

/** Converts booleans and undefined to values that SQLite and PostgreSQL can store. */
export const toStoredValue = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : value

/** A query that selects by `isIn` with its parameter `ids`, and contains no other list. */
type IdsQuery<R> = Query<IdsParams, R>

type RowKey<T extends TableName> = { companyId: string } & Partial<Schema[T]>

/** The number of cached rows per statement and company above which the cache is cleared. */
const maxCachedRows = 1000

/** The transaction of a write request, or the snapshot of a read request. */
export class Db {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  all<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R[]> {
    const { sql, bind } = query.compile(this.#session.dialect)
    return this.#session.all(sql, bind(params)) as MaybePromise<R[]>
  }

  first<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R | undefined> {
    return mapMaybePromise(this.all(query, params), ([row]) => row)
  }

  /**
   * Returns the rows of records by their ids. A single id is compared directly, because unpacking a
   * list takes as long as finding the rows of one record.
   */
  allByIds<R>(query: IdsQuery<R>, companyId: string, ids: readonly string[]): MaybePromise<R[]> {
    const [id, secondId] = ids
    const hasOneId = id !== undefined && secondId === undefined
    const { sql, bind } = query.compile(this.#session.dialect, hasOneId)
    const params = { companyId, ids: hasOneId ? id : encodeListParam(ids) }
    return this.#session.all(sql, bind(params)) as MaybePromise<R[]>
  }

  /** Returns a small table's rows. On SQLite, reads cache them, so callers must not modify them. */
  readAllCached<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<readonly R[]> {
    if (!this.#session.allCached) return this.all(query, params)
    const { sql, bind } = query.compile(this.#session.dialect)
    return this.#session.allCached(sql, bind(params)) as R[]
  }

  /** Returns records by id. On SQLite, reads cache them, so callers must not modify them. */
  readCachedByIds<R extends { id: string }>(
    query: IdsQuery<R>,
    companyId: string,
    ids: readonly string[],
  ): MaybePromise<Map<string, R>> {
    const { sql } = query.compile(this.#session.dialect)
    const cachedRows = (this.#session.getRowCache?.(sql, companyId) ?? new Map()) as Map<string, R>
    if (cachedRows.size > maxCachedRows) cachedRows.clear()
    const missingIds = ids.filter((id) => !cachedRows.has(id))
    const rows = missingIds.length > 0 ? this.allByIds(query, companyId, missingIds) : []
    return mapMaybePromise(rows, (loadedRows) => {
      for (const row of loadedRows) cachedRows.set(row.id, row)
      const rowsInOrder = ids.map((id) => cachedRows.get(id)).filter((row) => row !== undefined)
      return new Map(rowsInOrder.map((row) => [row.id, row]))
    })
  }

  /**
   * Returns the first row of a query that scans many rows. On SQLite, reads on the main thread run
   * the query on a worker thread, on the latest committed state instead of the snapshot.
   */
  async readFirstInWorker<P extends object, R>(query: Query<P, R>, params: P) {
    if (!this.#session.allInWorker) return this.first(query, params)
    const { sql, bind } = query.compile(this.#session.dialect)
    return (await this.#session.allInWorker(sql, bind(params)))[0] as R | undefined
  }

  /** Runs a statement. @returns the number of changed rows */
  run<P extends object>(query: Query<P, unknown>, params: P): MaybePromise<number> {
    const { sql, bind } = query.compile(this.#session.dialect)
    return this.#session.run(sql, bind(params))
  }

  insert<T extends TableName>(table: T, row: Insertable<Schema[T]>): MaybePromise<void> {
    return mapMaybePromise(this.run(toInsertQuery(table, Object.keys(row)), row), () => undefined)
  }

  update<T extends TableName>(table: T, key: RowKey<T>, changes: Updateable<Schema[T]>) {
    const values: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(key)) values[`key_${name}`] = value
    for (const [name, value] of Object.entries(changes)) values[`set_${name}`] = value
    return this.run(toUpdateQuery(table, Object.keys(key), Object.keys(changes)), values)
  }

  delete<T extends TableName>(table: T, key: RowKey<T>): MaybePromise<number> {
    return this.run(toDeleteQuery(table, Object.keys(key)), key)
  }

  /** Runs `work` in a savepoint, which is rolled back if `work` fails. */
  async withSavepoint<T>(work: () => Promise<T>): Promise<T> {
    await this.#session.run('SAVEPOINT part', [])
    try {
      const result = await work()
      await this.#session.run('RELEASE part', [])
      return result
    } catch (cause) {
      // After a fault that ended the transaction, such as a full disk, there is no savepoint.
      await this.#rollBackToSavepoint().catch(() => undefined)
      throw cause
    }
  }

  async #rollBackToSavepoint(): Promise<void> {
    await this.#session.run('ROLLBACK TO part', [])
    await this.#session.run('RELEASE part', [])
  }
}
