/** The database as operations and queries use it: a transaction or a snapshot. */
import type { Insertable, Updateable } from 'kysely'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import {
  type Dialect,
  deleteRows,
  encodeListParam,
  insertRow,
  type Query,
  updateRows,
} from './query.ts'
import type { Schema, TableName } from './schema.ts'

/** A connection that runs prepared statements by their text; implemented for each database. */
export interface Session {
  readonly dialect: Dialect
  all(sql: string, values: unknown[]): MaybePromise<unknown[]>
  run(sql: string, values: unknown[]): MaybePromise<number>
  /** Runs a statement, or returns its last rows if nothing has been committed since. */
  allCached?(sql: string, values: unknown[]): unknown[]
  /** Returns the rows of a company, by id, that a statement has found since the last commit. */
  rowCache?(sql: string, companyId: string): Map<string, unknown>
  /** Runs a statement that scans many rows on a worker thread. */
  allInWorker?(sql: string, values: unknown[]): Promise<unknown[]>
}

/** Converts booleans and undefined to the values that both databases store. */
export const toStoredValue = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : value === undefined ? null : value

type Key<T extends TableName> = { companyId: string } & Partial<Schema[T]>

/** The maximum number of cached rows for one statement and company. */
const maxCachedRows = 1000

/** The transaction of a write request, or the snapshot of a read request. */
export class Db {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  all<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R[]> {
    const { sql, bind } = query.compiled(this.#session.dialect)
    return this.#session.all(sql, bind(params)) as MaybePromise<R[]>
  }

  first<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R | undefined> {
    return mapMaybePromise(this.all(query, params), ([row]) => row)
  }

  /** Returns rows of a small, rarely changed table, cached until a commit. Never modify them. */
  readAllCached<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<readonly R[]> {
    if (!this.#session.allCached) return this.all(query, params)
    const { sql, bind } = query.compiled(this.#session.dialect)
    return this.#session.allCached(sql, bind(params)) as R[]
  }

  /** Returns rarely changed records by id, cached until a commit. Never modify them. */
  readCachedByIds<R extends { id: string }>(
    query: Query<{ companyId: string; ids: string }, R>,
    companyId: string,
    ids: readonly string[],
  ): MaybePromise<Map<string, R>> {
    const { sql } = query.compiled(this.#session.dialect)
    const cachedRows = (this.#session.rowCache?.(sql, companyId) ?? new Map()) as Map<string, R>
    if (cachedRows.size > maxCachedRows) cachedRows.clear()
    const newIds = ids.filter((id) => !cachedRows.has(id))
    const rows =
      newIds.length > 0 ? this.all(query, { companyId, ids: encodeListParam(newIds) }) : []
    return mapMaybePromise(rows, (loadedRows) => {
      for (const row of loadedRows) cachedRows.set(row.id, row)
      const rowsInOrder = ids.map((id) => cachedRows.get(id)).filter((row) => row !== undefined)
      return new Map(rowsInOrder.map((row) => [row.id, row]))
    })
  }

  /**
   * Returns the first row of a query that scans many rows. SQLite runs it on a worker thread, on
   * the newest committed state rather than the snapshot.
   */
  async readFirstInWorker<P extends object, R>(query: Query<P, R>, params: P) {
    if (!this.#session.allInWorker) return this.first(query, params)
    const { sql, bind } = query.compiled(this.#session.dialect)
    return (await this.#session.allInWorker(sql, bind(params)))[0] as R | undefined
  }

  /** @returns the number of rows changed */
  run<P extends object>(query: Query<P, unknown>, params: P): MaybePromise<number> {
    const { sql, bind } = query.compiled(this.#session.dialect)
    return this.#session.run(sql, bind(params))
  }

  insert<T extends TableName>(table: T, row: Insertable<Schema[T]>): MaybePromise<void> {
    return mapMaybePromise(this.run(insertRow(table, Object.keys(row)), row), () => undefined)
  }

  update<T extends TableName>(table: T, key: Key<T>, changes: Updateable<Schema[T]>) {
    const values: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(key)) values[`key_${name}`] = value
    for (const [name, value] of Object.entries(changes)) values[`set_${name}`] = value
    return this.run(updateRows(table, Object.keys(key), Object.keys(changes)), values)
  }

  delete<T extends TableName>(table: T, key: Key<T>): MaybePromise<number> {
    return this.run(deleteRows(table, Object.keys(key)), key)
  }

  /** Runs `work` in a savepoint, which is rolled back if it fails. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    await this.#session.run('SAVEPOINT part', [])
    try {
      const result = await work()
      await this.#session.run('RELEASE part', [])
      return result
    } catch (cause) {
      // A fault such as a full disk has ended the transaction: nothing is left to roll back.
      await this.#rollBackToSavepoint().catch(() => undefined)
      throw cause
    }
  }

  async #rollBackToSavepoint(): Promise<void> {
    await this.#session.run('ROLLBACK TO part', [])
    await this.#session.run('RELEASE part', [])
  }
}
