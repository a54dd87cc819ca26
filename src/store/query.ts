/**
 * Builds each query with Kysely once per dialect, with a placeholder for each parameter. Sessions
 * cache prepared statements by SQL text.
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createCache } from '../lib/cache.ts'
import type { Schema, TableName } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'
export type Builder = Kysely<Schema>

type Params = Record<string, unknown>

declare const parameters: unique symbol
declare const result: unique symbol

export interface Query<P, R> {
  /** @param hasOneId whether the parameter of `isIn` is one id instead of an encoded list */
  compile(dialect: Dialect, hasOneId?: boolean): PreparedQuery
  readonly [parameters]?: P
  readonly [result]?: R
}

/** The SQL text of a statement, and a function that lists its parameter values in order. */
export type PreparedQuery = { readonly sql: string; bind(params: object): unknown[] }

/**
 * Writes parameters as `+?`. With a bare `?`, SQLite (3.54) replans a statement with ORDER BY for
 * each new value, which takes several times as long as running the statement.
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

const createBuilder = (dialect: Omit<KyselyDialect, 'createDriver'>): Builder =>
  new Kysely({ dialect: { ...dialect, createDriver: () => new DummyDriver() } })

const builders: Record<Dialect, Builder> = {
  sqlite: createBuilder({
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlanOnceCompiler(),
  }),
  postgres: createBuilder({
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }),
}

class Placeholder {
  readonly name: string
  /** Whether the parameter, encoded by `encodeListParam`, is bound as an array. */
  readonly isList: boolean
  constructor(name: string, isList = false) {
    this.name = name
    this.isList = isList
  }

  getValue(params: Params): unknown {
    const value = params[this.name]
    return this.isList && typeof value === 'string' ? JSON.parse(value) : value
  }
}

/** Encodes a list as one JSON parameter, for `isIn` and `listRows`. */
export const encodeListParam = (values: readonly (string | number)[]): string =>
  JSON.stringify(values)

/** Marks a list parameter to be bound as an array; returns any other value unchanged. */
export const toArrayParam = (param: unknown): unknown =>
  param instanceof Placeholder ? new Placeholder(param.name, true) : param

/** The parameters with which queries are built: each property is a placeholder, not a value. */
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

const prepare = ({ sql, parameters: slots }: CompiledQuery): PreparedQuery => ({
  sql,
  bind: (params) =>
    slots.map((slot) => (slot instanceof Placeholder ? slot.getValue(params as Params) : slot)),
})

let currentDialect: Dialect = 'sqlite'
let currentHasOneId = false

/**
 * Returns an SQL fragment that differs by dialect, and is chosen when the query is compiled.
 * @param forOneId the fragment for both dialects if the query has one id instead of a list
 */
export function byDialect<T>(
  fragments: Record<Dialect, () => RawBuilder<T>>,
  forOneId?: () => RawBuilder<T>,
): RawBuilder<T> {
  const buildFragment = () =>
    currentHasOneId && forOneId ? forOneId() : fragments[currentDialect]()
  return {
    isRawBuilder: true,
    expressionType: undefined,
    toOperationNode: () => buildFragment().toOperationNode(),
  } as unknown as RawBuilder<T>
}

/** A Kysely query builder, or a raw `sql` template. */
type BuiltQuery<R> = Compilable<R> | RawBuilder<R>

/** The parameters of a query for records by id; `ids` is encoded by `encodeListParam`. */
export type IdsParams = { companyId: string; ids: string }

/** Creates a query. @example query((k, p: { companyId: string }) => k.selectFrom('users')…) */
export function query<P, R>(build: (k: Builder, p: P) => BuiltQuery<R>): Query<P, R> {
  type PreparedQueries = Partial<Record<Dialect, PreparedQuery>>
  const [queriesForLists, queriesForOneId]: [PreparedQueries, PreparedQueries] = [{}, {}]
  return {
    compile(dialect, hasOneId = false) {
      const preparedQueries = hasOneId ? queriesForOneId : queriesForLists
      currentDialect = dialect
      currentHasOneId = hasOneId
      preparedQueries[dialect] ??= prepare(
        build(builders[dialect], placeholders as P).compile(builders[dialect]),
      )
      return preparedQueries[dialect]
    },
  }
}

/** Queries by shape. Bounded, because clients' filters and sort orders determine the shapes. */
const shapedQueries = createCache<string, Query<unknown, unknown>>('shaped_queries', {
  maxEntries: 2000,
})

let familyCount = 0

/** Creates queries whose SQL depends on `shape`, a small JSON value such as a sort direction. */
export function queryFamily<S, P, R>(
  build: (k: Builder, p: P, shape: S) => BuiltQuery<R>,
): (shape: S) => Query<P, R> {
  const familyKey = `${familyCount++} `
  return (shape) =>
    shapedQueries.getOrCreate(
      familyKey + JSON.stringify(shape),
      () => query((k, p: P) => build(k, p, shape)) as Query<unknown, unknown>,
    ) as Query<P, R>
}

type RowQuery = Query<object, unknown>

/** INSERT, UPDATE and DELETE queries, built once for each combination of table and columns. */
const rowQueries = createCache<string, RowQuery>('row_queries', { maxEntries: 1000 })

const cacheRowQuery = (key: string, build: (k: Builder, p: Params) => unknown): RowQuery =>
  rowQueries.getOrCreate(key, () => query(build as never))

const pickParams = (p: Params, columns: string[], prefix = '') =>
  Object.fromEntries(columns.map((column) => [column, p[prefix + column]]))

export const toInsertQuery = (table: TableName, columns: string[]): RowQuery =>
  cacheRowQuery(`insert ${table} ${columns}`, (k, p) =>
    k.insertInto(table).values(pickParams(p, columns) as never),
  )

export const toUpdateQuery = (table: TableName, key: string[], columns: string[]): RowQuery =>
  cacheRowQuery(`update ${table} ${key} set ${columns}`, (k, p) => {
    const update = k.updateTable(table).set(pickParams(p, columns, 'set_') as never)
    return key.reduce(
      (q, column) => q.where(column as never, '=', p[`key_${column}`] as never),
      update,
    )
  })

export const toDeleteQuery = (table: TableName, key: string[]): RowQuery =>
  cacheRowQuery(`delete ${table} ${key}`, (k, p) =>
    key.reduce(
      (q, column) => q.where(column as never, '=', p[column] as never),
      k.deleteFrom(table),
    ),
  )
