/** What operations and queries see of the database: a transaction or a snapshot. */
import type { Insertable, Updateable } from 'kysely'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import { type Dialect, deleteRows, insertRow, type Query, updateRows } from './query.ts'
import type { Schema, TableName } from './schema.ts'
import { listParam } from './sql.ts'

/** Runs prepared statements by their text; implemented for each database. */
export interface Session {
  readonly dialect: Dialect
  all(sql: string, values: unknown[]): MaybePromise<unknown[]>
  run(sql: string, values: unknown[]): MaybePromise<number>
  /** Returns the rows of the last run if nothing has been committed since. */
  allCached?(sql: string, values: unknown[]): unknown[]
  /** Rows by id that a statement has found for a company since the last commit. */
  rowCache?(sql: string, companyId: string): Map<string, unknown>
  /** Runs a statement that scans many rows on a worker thread. */
  allInWorker?(sql: string, values: unknown[]): Promise<unknown[]>
}

interface ById {
  companyId: string
  /** A `listParam`. */
  ids: string
}

/** Cached rows of one statement and company. */
const maxCachedRows = 1000

type Key<T extends TableName> = { companyId: string } & Partial<Schema[T]>

/** The transaction of a write request, or the snapshot of a read request. */
export interface Db {
  all<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R[]>
  first<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R | undefined>
  /** Rows of a small table that most requests read and few change. Callers must not change them. */
  allCached<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<readonly R[]>
  /** Records by id, of a kind that most requests read and few change; not to be changed. */
  cachedByIds<R extends { id: string }>(
    query: Query<ById, R>,
    companyId: string,
    ids: readonly string[],
  ): MaybePromise<Map<string, R>>
  /**
   * Like `first`, for a query that scans many rows: on SQLite it runs on a worker thread, on the
   * newest state rather than the snapshot.
   */
  firstInWorker<P extends object, R>(query: Query<P, R>, params: P): Promise<R | undefined>
  /** @returns the number of rows changed */
  run<P extends object>(query: Query<P, unknown>, params: P): MaybePromise<number>
  insert<T extends TableName>(table: T, row: Insertable<Schema[T]>): MaybePromise<void>
  update<T extends TableName>(
    table: T,
    key: Key<T>,
    changes: Updateable<Schema[T]>,
  ): MaybePromise<number>
  delete<T extends TableName>(table: T, key: Key<T>): MaybePromise<number>
  /** Runs `work` in a savepoint, which is rolled back if it fails. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

async function rollBackToSavepoint(session: Session): Promise<void> {
  await session.run('ROLLBACK TO part', [])
  await session.run('RELEASE part', [])
}

export function createDb(session: Session): Db {
  const text = <P, R>(query: Query<P, R>) => query.compiled(session.dialect)
  const change = (query: Query<object, unknown>, params: object) => {
    const prepared = text(query)
    return session.run(prepared.sql, prepared.bind(params))
  }
  return {
    all<P extends object, R>(query: Query<P, R>, params: P) {
      const prepared = text(query)
      return session.all(prepared.sql, prepared.bind(params)) as MaybePromise<R[]>
    },
    allCached<P extends object, R>(query: Query<P, R>, params: P) {
      const prepared = text(query)
      return (session.allCached ?? session.all)(
        prepared.sql,
        prepared.bind(params),
      ) as MaybePromise<R[]>
    },
    cachedByIds<R extends { id: string }>(
      query: Query<ById, R>,
      companyId: string,
      ids: readonly string[],
    ) {
      const prepared = text(query)
      const cached = (session.rowCache?.(prepared.sql, companyId) ?? new Map()) as Map<string, R>
      if (cached.size > maxCachedRows) cached.clear()
      const missing = ids.filter((id) => !cached.has(id))
      const found =
        missing.length > 0
          ? session.all(prepared.sql, prepared.bind({ companyId, ids: listParam(missing) }))
          : []
      return mapMaybePromise(found as MaybePromise<R[]>, (rows) => {
        for (const row of rows) cached.set(row.id, row)
        const rowsInOrder = ids.map((id) => cached.get(id)).filter((row) => row !== undefined)
        return new Map(rowsInOrder.map((row) => [row.id, row]))
      })
    },
    first<P extends object, R>(query: Query<P, R>, params: P) {
      const prepared = text(query)
      return mapMaybePromise(
        session.all(prepared.sql, prepared.bind(params)),
        ([row]) => row as R | undefined,
      )
    },
    async firstInWorker<P extends object, R>(query: Query<P, R>, params: P) {
      const prepared = text(query)
      const values = prepared.bind(params)
      return (await (session.allInWorker ?? session.all)(prepared.sql, values))[0] as R | undefined
    },
    run: (query, params) => change(query as Query<object, unknown>, params),
    insert: (table, row) =>
      mapMaybePromise(change(insertRow(table, Object.keys(row)), row), () => undefined),
    update: (table, key, changes) => {
      const values: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(key)) values[`key_${name}`] = value
      for (const [name, value] of Object.entries(changes)) values[`set_${name}`] = value
      return change(updateRows(table, Object.keys(key), Object.keys(changes)), values)
    },
    delete: (table, key) => change(deleteRows(table, Object.keys(key)), key),
    savepoint: async (work) => {
      await session.run('SAVEPOINT part', [])
      try {
        const result = await work()
        await session.run('RELEASE part', [])
        return result
      } catch (cause) {
        // A fault such as a full disk has ended the transaction: nothing is left to roll back.
        await rollBackToSavepoint(session).catch(() => undefined)
        throw cause
      }
    },
  }
}
