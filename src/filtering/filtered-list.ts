/** Lists that clients filter, sort, page through and count, each derived from its filter spec. */

import { accessParams, accessScopeOf } from '../access/access-scope.ts'
import { requireScope } from '../access/scopes.ts'
import { type Context, timestamp } from '../context.ts'
import { linkBatch } from '../crud/loader.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import type { Query } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import type { FieldCondition, FilterSpec } from './filter-spec.ts'
import { countMatches, type ExportChunk, findExportChunk, findPage } from './find-page.ts'
import { createListQueries, type ListQueries } from './list-queries.ts'
import { type Page, type PageRequest, pageParams, pageShape, toPage } from './page.ts'
import { createFilter, parseFilter, type Where } from './parse-filter.ts'
import type { Search } from './scan-index.ts'
import { type OrderBy, resolveSortKeys, toOrderKey, toPosition } from './sort-keys.ts'

export interface ListOptions {
  where?: Where | null | undefined
  /** The fields to sort by, in order of precedence. */
  orderBy?: readonly OrderBy[] | null | undefined
}

export type RecordTable = {
  [T in TableName]: Schema[T] extends { id: string } ? T : never
}[TableName]

interface ListDefinition<T extends RecordTable, O extends ListOptions, R> {
  spec: FilterSpec<T>
  /** The number of rows of every page, whatever the client requests. */
  pageLimit?: number
  /** Converts a row to a record; by default, the record is the row. */
  toRecord?(row: Schema[T]): R
  /** Runs before each read of the list; throws to reject it. */
  check?(ctx: Context, options: O): MaybePromise<unknown>
  /** Returns the conditions that every record must match in addition to the client's filter. */
  conditions?(options: O): FieldCondition[]
}

export interface FilteredList<O extends ListOptions, R> {
  /** @throws FORBIDDEN, VALIDATION_ERROR; BAD_REQUEST if too many records have to be scanned */
  page(ctx: Context, options: O, request: PageRequest): MaybePromise<Page<R>>
  /** @throws FORBIDDEN, VALIDATION_ERROR; BAD_REQUEST if too many records have to be scanned */
  count(ctx: Context, options: O): Promise<number>
  /** Reads one chunk of the list, in creation order. @throws FORBIDDEN, VALIDATION_ERROR */
  exportChunk(
    ctx: Context,
    options: O,
    afterId: string | undefined,
    limit: number,
  ): Promise<ExportChunk<R>>
  /** Creates a function that returns a row's position in the list, for cursors. */
  position(options: O): (row: R) => string
  /** Identifies the list, its filter and its order: a cursor is valid for one key only. */
  key(options: O): unknown
}

export function filteredList<
  T extends RecordTable,
  O extends ListOptions = ListOptions,
  R extends { id: string } = Schema[T],
>(definition: ListDefinition<T, O, R>): FilteredList<O, R> {
  return new SpecList(definition)
}

/** The size up to which a list is counted on the main thread; a worker counts longer lists. */
const maxCountAtOnce = 5000

class SpecList<T extends RecordTable, O extends ListOptions, R extends { id: string }>
  implements FilteredList<O, R>
{
  readonly #definition: ListDefinition<T, O, R>
  readonly #spec: FilterSpec
  readonly #queries: ListQueries<Schema[T]>

  constructor(definition: ListDefinition<T, O, R>) {
    this.#definition = definition
    this.#spec = definition.spec
    this.#queries = createListQueries(definition.spec)
  }

  page(ctx: Context, options: O, request: PageRequest): MaybePromise<Page<R>> {
    const { pageLimit, toRecord } = this.#definition
    const adaptedRequest = {
      ...request,
      limit: pageLimit ?? request.limit,
      // `toRecord` converts whole rows.
      columns: toRecord ? undefined : request.columns,
    }
    const page = mapMaybePromise(this.#authorize(ctx, options), () =>
      this.#isUnfiltered(options) && this.#isNewestFirst(options)
        ? this.#findNewestPage(ctx, options, adaptedRequest)
        : this.#searchPage(ctx, options, adaptedRequest),
    )
    return mapMaybePromise(page, ({ rows, ...rest }) => ({ ...rest, rows: this.#toRecords(rows) }))
  }

  async count(ctx: Context, options: O): Promise<number> {
    this.#requireScope(ctx)
    if (!this.#isUnfiltered(options))
      return countMatches(ctx, await this.#createSearch(ctx, options))
    const { shape, params } = this.#selectUnfiltered(ctx, options)
    const query = this.#queries.total({ ...shape, isLimited: true })
    const limitedCount = await ctx.db.first(query, { ...params, limit: maxCountAtOnce })
    if (limitedCount && limitedCount.total < maxCountAtOnce) return limitedCount.total
    return countInWorker(ctx, this.#queries.total(shape), params)
  }

  async exportChunk(ctx: Context, options: O, afterId: string | undefined, limit: number) {
    await this.#authorize(ctx, options)
    const search = await this.#createSearch(ctx, options)
    const { rows, ...rest } = await findExportChunk(ctx, search, afterId, limit)
    return { ...rest, rows: this.#toRecords(rows) }
  }

  position(options: O): (record: R) => string {
    const keys = resolveSortKeys(this.#spec, options.orderBy)
    return (record) => toPosition(keys, record)
  }

  key({ where, orderBy, ...otherOptions }: O): unknown {
    return [
      this.#isUnfiltered({ where }) ? null : this.#listConditions(where),
      toOrderKey(this.#spec, resolveSortKeys(this.#spec, orderBy)),
      otherOptions,
    ]
  }

  #requireScope(ctx: Context): void {
    const { scope } = this.#spec.policy
    if (scope) requireScope(ctx.viewer, scope)
  }

  #toRecords(rows: Schema[T][]): R[] {
    const { toRecord } = this.#definition
    return linkBatch(toRecord ? rows.map(toRecord) : (rows as unknown as R[]))
  }

  #authorize(ctx: Context, options: O): MaybePromise<unknown> {
    this.#requireScope(ctx)
    return this.#definition.check?.(ctx, options)
  }

  #getConditions(options: O): FieldCondition[] {
    return this.#definition.conditions?.(options) ?? []
  }

  #isUnfiltered({ where }: ListOptions): boolean {
    return this.#listConditions(where).length === 0
  }

  #listConditions(where: ListOptions['where']): [name: string, value: unknown][] {
    return Object.entries(where ?? {}).filter(
      ([name, value]) => !isEmptyCondition(this.#spec, name, value),
    )
  }

  #isNewestFirst(options: O): boolean {
    const [{ order, isDescending }] = resolveSortKeys(this.#spec, options.orderBy)
    return order.column === 'id' && isDescending
  }

  #selectUnfiltered(ctx: Context, options: O) {
    const { expression: where, params } = createFilter(this.#getConditions(options))
    return {
      shape: { where, scope: accessScopeOf(ctx.viewer) },
      params: { ...accessParams(ctx.viewer), ...params, now: timestamp(ctx) },
    }
  }

  #findNewestPage(ctx: Context, options: O, request: PageRequest): MaybePromise<Page<Schema[T]>> {
    const { shape, params } = this.#selectUnfiltered(ctx, options)
    const query = this.#queries.newestPage({ ...shape, ...pageShape(request) })
    return mapMaybePromise(ctx.db.all(query, { ...params, ...pageParams(request) }), (rows) =>
      toPage(rows, request),
    )
  }

  async #searchPage(ctx: Context, options: O, request: PageRequest): Promise<Page<Schema[T]>> {
    return toPage(await findPage(ctx, await this.#createSearch(ctx, options), request), request)
  }

  async #createSearch(ctx: Context, options: O): Promise<Search<Schema[T]>> {
    return {
      spec: this.#spec,
      queries: this.#queries,
      filter: await parseFilter(ctx, this.#spec, options.where, this.#getConditions(options)),
      scope: accessScopeOf(ctx.viewer),
      params: { ...accessParams(ctx.viewer), now: timestamp(ctx) },
      keys: resolveSortKeys(this.#spec, options.orderBy),
    }
  }
}

/** Runs a potentially slow count in a worker, so that it does not block other requests. */
export async function countInWorker<P extends object>(
  ctx: Context,
  query: Query<P, { total: number }>,
  params: P,
): Promise<number> {
  ctx.hasWaited = true
  return (await ctx.db.readFirstInWorker(query, params))?.total ?? 0
}

/** Whether a condition matches every record: a field without comparators does. */
const isEmptyCondition = ({ fields }: FilterSpec, name: string, value: unknown): boolean =>
  value === undefined ||
  (fields[name] !== undefined && Object.values(value as object).every((item) => item === undefined))
