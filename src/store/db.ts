import type { Insertable, Updateable } from 'kysely'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import { type Dialect, deleteRows, insertRow, type Query, updateRows } from './query.ts'
import type { Schema, TableName } from './schema.ts'
import { listParam } from './sql.ts'

/**
 * Runs a statement's text on a cached prepared statement. All that differs between the databases
 * lies behind it.
 */
export interface Session {
  readonly dialect: Dialect
  all(sql: string, values: unknown[]): MaybePromise<unknown[]>
  run(sql: string, values: unknown[]): MaybePromise<number>
  /**
   * Runs a statement whose rows may be those of the last time, as long as nothing has been
   * committed since; none: it is run.
   */
  allCached?(sql: string, values: unknown[]): unknown[]
  /**
   * The rows of a company that a statement has found since anything was committed, by their ids;
   * none: it is run.
   */
  rowCache?(sql: string, companyId: string): Map<string, unknown>
  /** What is left to be written last in a transaction; none: it is written at once. */
  deferred?: { defer: DeferWrite; flush(): MaybePromise<void> }
  /**
   * Runs a statement that looks through very many rows where it holds nobody up; none: it has to be
   * run like any other.
   */
  allInWorker?(sql: string, values: unknown[]): Promise<unknown[]>
}

interface ById {
  companyId: string
  /** As `listParam` makes it. */
  ids: string
}

/** So many records of a kind are kept of a company. */
const mostKept = 1000

type Key<T extends TableName> = { companyId: string } & Partial<Schema[T]>

/**
 * @param work writes the rows; called once for those of several requests, where these share a
 * transaction
 */
export type DeferWrite = <R extends object>(
  work: (db: Db, rows: readonly R[]) => MaybePromise<void>,
  rows: readonly R[],
) => MaybePromise<void>

/**
 * What operations and queries see: the transaction of a write request, or the snapshot of a read
 * request.
 */
export interface Db {
  all<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R[]>
  first<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<R | undefined>
  /**
   * The rows of a small table that nearly every request reads, and that seldom changes; nobody may
   * change what is given.
   */
  allCached<P extends object, R>(query: Query<P, R>, params: P): MaybePromise<readonly R[]>
  /**
   * The records with these ids, of a kind that nearly every request reads, and that seldom changes;
   * nobody may change what is given.
   */
  cachedByIds<R extends { id: string }>(
    query: Query<ById, R>,
    companyId: string,
    ids: readonly string[],
  ): MaybePromise<Map<string, R>>
  /**
   * Like `first`, for a query that looks through very many rows: where it holds nobody up, on the
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
  /**
   * Has rows written at the end of a transaction that requests share; at once where it is this
   * one's alone, within a part, and where there are many.
   */
  deferWrite: DeferWrite
  /**
   * Has what was left to be written last written now, for who is about to read it; within a part it
   * stays left.
   */
  flushDeferred(): MaybePromise<void>
  /** Runs `work` as a part of the transaction that is undone by itself when it fails. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

async function undo(session: Session): Promise<void> {
  await session.run('ROLLBACK TO part', [])
  await session.run('RELEASE part', [])
}

export function createDb(session: Session): Db {
  const text = <P, R>(query: Query<P, R>) => query.compiled(session.dialect)
  const change = (query: Query<object, unknown>, params: object) => {
    const prepared = text(query)
    return session.run(prepared.sql, prepared.bind(params))
  }
  /** How many parts of a transaction are going on, one within the other. */
  let parts = 0
  const db: Db = {
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
      const known = (session.rowCache?.(prepared.sql, companyId) ?? new Map()) as Map<string, R>
      if (known.size > mostKept) known.clear()
      const missing = ids.filter((id) => !known.has(id))
      const found =
        missing.length > 0
          ? session.all(prepared.sql, prepared.bind({ companyId, ids: listParam(missing) }))
          : []
      return mapMaybePromise(found as MaybePromise<R[]>, (rows) => {
        for (const row of rows) known.set(row.id, row)
        const those = ids.map((id) => known.get(id)).filter((row) => row !== undefined)
        return new Map(those.map((row) => [row.id, row]))
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
    // What is left in a part must be undone with it, and what was left before it must not.
    deferWrite: (work, rows) =>
      session.deferred && parts === 0 ? session.deferred.defer(work, rows) : work(db, rows),
    flushDeferred: () => (parts === 0 ? session.deferred?.flush() : undefined),
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
      parts++
      try {
        const result = await work()
        await session.run('RELEASE part', [])
        return result
      } catch (cause) {
        // Some faults (a full disk) end the whole transaction; then there is nothing left to undo,
        // and the cause counts.
        await undo(session).catch(() => undefined)
        throw cause
      } finally {
        parts--
      }
    },
  }
  return db
}
