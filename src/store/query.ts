/**
 * Queries are built with Kysely once per dialect, with a placeholder for each parameter, and run by
 * their text on cached statements.
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
  compiled(dialect: Dialect): Prepared
  readonly [parameters]?: P
  readonly [result]?: R
}

/** The text of a statement, and the function that orders the values of its parameters. */
export type Prepared = { readonly sql: string; bind(params: object): unknown[] }

/**
 * Writes parameters as `+?`: for a bare parameter, SQLite (3.54) plans a statement with an ORDER BY
 * again for each value, which takes several times as long as running it.
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
  constructor(name: string, list = false) {
    this.name = name
    this.isList = list
  }

  valueIn(params: Params): unknown {
    const value = params[this.name]
    return this.isList && typeof value === 'string' ? JSON.parse(value) : value
  }
}

/** Encodes a list as one parameter, for `isIn` and `listRows`. */
export const encodeListParam = (values: readonly (string | number)[]): string =>
  JSON.stringify(values)

/** Binds a list parameter as an array; returns any other value unchanged. */
export const asArrayParameter = (param: unknown): unknown =>
  param instanceof Placeholder ? new Placeholder(param.name, true) : param

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

const prepare = ({ sql, parameters: slots }: CompiledQuery): Prepared => ({
  sql,
  bind: (params) =>
    slots.map((slot) => (slot instanceof Placeholder ? slot.valueIn(params as Params) : slot)),
})

let currentDialect: Dialect = 'sqlite'

/** Returns an SQL fragment that differs between the databases. */
export function byDialect<T>(forms: Record<Dialect, () => RawBuilder<T>>): RawBuilder<T> {
  const buildForm = () => forms[currentDialect]()
  return {
    isRawBuilder: true,
    expressionType: undefined,
    toOperationNode: () => buildForm().toOperationNode(),
  } as unknown as RawBuilder<T>
}

/** A query built by Kysely, or its `sql` template. */
type BuiltQuery<R> = Compilable<R> | RawBuilder<R>

/** Creates a query. @example query((k, p: { companyId: string }) => k.selectFrom('users')…) */
export function query<P, R>(build: (k: Builder, p: P) => BuiltQuery<R>): Query<P, R> {
  const cache: Partial<Record<Dialect, Prepared>> = {}
  return {
    compiled(dialect) {
      currentDialect = dialect
      cache[dialect] ??= prepare(
        build(builders[dialect], placeholders as P).compile(builders[dialect]),
      )
      return cache[dialect]
    },
  }
}

/** A bounded cache, because clients choose the shapes by their filters and orders. */
const shapedQueries = createCache<string, Query<unknown, unknown>>('shaped_queries', {
  maxEntries: 2000,
})

let familyCount = 0

/** Creates queries whose text depends on a small JSON `shape`, such as filters and direction. */
export function queryFamily<S, P, R>(
  build: (k: Builder, p: P, shape: S) => BuiltQuery<R>,
): (shape: S) => Query<P, R> {
  const family = `${familyCount++} `
  return (shape) =>
    shapedQueries.getOrCreate(
      family + JSON.stringify(shape),
      () => query((k, p: P) => build(k, p, shape)) as Query<unknown, unknown>,
    ) as Query<P, R>
}

type RowQuery = Query<object, unknown>

/** INSERT, UPDATE and DELETE statements, each built once for its table and columns. */
const rowQueries = createCache<string, RowQuery>('row_queries', { maxEntries: 1000 })

const buildOnce = (key: string, build: (k: Builder, p: Params) => unknown): RowQuery =>
  rowQueries.getOrCreate(key, () => query(build as never))

const pick = (p: Params, columns: string[], prefix = '') =>
  Object.fromEntries(columns.map((column) => [column, p[prefix + column]]))

export const insertRow = (table: TableName, columns: string[]): RowQuery =>
  buildOnce(`insert ${table} ${columns}`, (k, p) =>
    k.insertInto(table).values(pick(p, columns) as never),
  )

export const updateRows = (table: TableName, key: string[], columns: string[]): RowQuery =>
  buildOnce(`update ${table} ${key} set ${columns}`, (k, p) => {
    const update = k.updateTable(table).set(pick(p, columns, 'set_') as never)
    return key.reduce(
      (q, column) => q.where(column as never, '=', p[`key_${column}`] as never),
      update,
    )
  })

export const deleteRows = (table: TableName, key: string[]): RowQuery =>
  buildOnce(`delete ${table} ${key}`, (k, p) =>
    key.reduce(
      (q, column) => q.where(column as never, '=', p[column] as never),
      k.deleteFrom(table),
    ),
  )
