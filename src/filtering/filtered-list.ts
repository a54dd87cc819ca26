/** Lists that clients can filter, sort, page through and count, derived from a filter spec. */
import { getAccessParams, getAccessScope } from '../access/access-scope.ts'
import { requireScope } from '../access/scopes.ts'
import { type Context, timestamp } from '../context.ts'
import { linkBatch } from '../crud/loader.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import type { Query } from '../store/query.ts'
import type { Schema, TableWithId } from '../store/schema.ts'
import type { FieldCondition, FilterSpec } from './filter-spec.ts'
import { countMatches, findExportChunk, findPage } from './find-page.ts'
import { ListQueries } from './list-queries.ts'
import { type Page, type PageRequest, toPage, toPageParams, toPageShape } from './page.ts'
import { createFilter, parseFilter, type Where } from './parse-filter.ts'
import type { Search } from './scan-index.ts'
import { type OrderBy, resolveSortKeys, toOrderKey, toPosition } from './sort-keys.ts'

export interface ListOptions {
  where?: Where | null | undefined
  orderBy?: readonly OrderBy[] | null | undefined
}

interface ListDefinition<T extends TableWithId, O extends ListOptions, R> {
  spec: FilterSpec<T>
  /** A page size that replaces the size that the client requests. */
  fixedPageSize?: number
  /** Converts a row to a record; by default, rows are returned unchanged. */
  toRecord?(row: Schema[T]): R
  /** Called before a page or export chunk is read, but not before a count; may throw. */
  check?(ctx: Context, options: O): MaybePromise<unknown>
  /** Returns conditions that records must match in addition to the client's filter. */
  conditions?(options: O): FieldCondition[]
}

export const createFilteredList = <
  T extends TableWithId,
  O extends ListOptions = ListOptions,
  R extends { id: string } = Schema[T],
>(
  definition: ListDefinition<T, O, R>,
) => new FilteredList<O, R>(definition as unknown as ListDefinition<TableWithId, O, R>)

/** Unfiltered lists with at least this many records are counted in a worker thread. */
const maxMainThreadCount = 5000

export class FilteredList<O extends ListOptions, R extends { id: string }> {
  readonly #definition: ListDefinition<TableWithId, O, R>
  readonly #queries: ListQueries<R>

  constructor(definition: ListDefinition<TableWithId, O, R>) {
    this.#definition = definition
    this.#queries = new ListQueries(definition.spec)
  }

  /** @throws FORBIDDEN, VALIDATION_ERROR; BAD_REQUEST if the page requires too long a scan */
  page(ctx: Context, options: O, request: PageRequest): MaybePromise<Page<R>> {
    const { spec, fixedPageSize, toRecord } = this.#definition
    const adaptedRequest = {
      ...request,
      limit: fixedPageSize ?? request.limit,
      // `toRecord` may read any column, so all columns are selected.
      columns: toRecord ? undefined : request.columns,
    }
    const [{ order, isDescending }] = resolveSortKeys(spec, options.orderBy)
    const isNewestFirst = order.column === 'id' && isDescending
    const page = mapMaybePromise(this.#authorize(ctx, options), () =>
      isNewestFirst && this.#isUnfiltered(options)
        ? this.#findNewestPage(ctx, options, adaptedRequest)
        : this.#searchPage(ctx, options, adaptedRequest),
    )
    return mapMaybePromise(page, ({ rows, ...rest }) => ({ ...rest, rows: this.#toRecords(rows) }))
  }

  /** @throws FORBIDDEN, VALIDATION_ERROR; BAD_REQUEST if the count requires too long a scan */
  async count(ctx: Context, options: O): Promise<number> {
    this.#requireScope(ctx)
    if (!this.#isUnfiltered(options))
      return countMatches(ctx, await this.#createSearch(ctx, options))
    const { shape, params } = this.#selectUnfiltered(ctx, options)
    const query = this.#queries.total({ ...shape, isLimited: true })
    const countRow = await ctx.db.first(query, { ...params, limit: maxMainThreadCount })
    if (countRow && countRow.total < maxMainThreadCount) return countRow.total
    return countInWorker(ctx, this.#queries.total(shape), params)
  }

  /** Reads the next chunk of the list in creation order. @throws FORBIDDEN, VALIDATION_ERROR */
  async exportChunk(ctx: Context, options: O, afterId: string | undefined, limit: number) {
    await this.#authorize(ctx, options)
    const search = await this.#createSearch(ctx, options)
    const { rows, ...rest } = await findExportChunk(ctx, search, afterId, limit)
    return { ...rest, rows: this.#toRecords(rows) }
  }

  /** Returns a callback that computes a record's position in the list, for use in cursors. */
  position(options: O): (record: R) => string {
    const keys = resolveSortKeys(this.#definition.spec, options.orderBy)
    return (record) => toPosition(keys, record)
  }

  /** Returns a key for the filter, order and other options; a cursor is valid for only one key. */
  key({ where, orderBy, ...otherOptions }: O): unknown {
    const { spec } = this.#definition
    return [
      this.#isUnfiltered({ where }) ? null : this.#listConditions(where),
      toOrderKey(spec, resolveSortKeys(spec, orderBy)),
      otherOptions,
    ]
  }

  #requireScope(ctx: Context): void {
    const { scope } = this.#definition.spec.policy
    if (scope) requireScope(ctx.viewer, scope)
  }

  #toRecords(rows: R[]): R[] {
    const { toRecord } = this.#definition
    return linkBatch(toRecord ? rows.map((row) => toRecord(row as never)) : rows)
  }

  #authorize(ctx: Context, options: O): MaybePromise<unknown> {
    this.#requireScope(ctx)
    return this.#definition.check?.(ctx, options)
  }

  #isUnfiltered({ where }: ListOptions): boolean {
    return this.#listConditions(where).length === 0
  }

  /** Lists the client's conditions, except fields without comparators, which match every record. */
  #listConditions(where: ListOptions['where']): [name: string, value: unknown][] {
    const { fields } = this.#definition.spec
    return Object.entries(where ?? {}).filter(
      ([name, value]) =>
        value !== undefined &&
        !(fields[name] && Object.values(value as object).every((item) => item === undefined)),
    )
  }

  #selectUnfiltered(ctx: Context, options: O) {
    const conditions = this.#definition.conditions?.(options) ?? []
    const { expression: where, params } = createFilter(ctx, conditions)
    return {
      shape: { where, scope: getAccessScope(ctx.viewer) },
      params: { ...getAccessParams(ctx.viewer), ...params, now: timestamp(ctx) },
    }
  }

  #findNewestPage(ctx: Context, options: O, request: PageRequest): MaybePromise<Page<R>> {
    const { shape, params } = this.#selectUnfiltered(ctx, options)
    const query = this.#queries.newestPage({ ...shape, ...toPageShape(request) })
    return mapMaybePromise(ctx.db.all(query, { ...params, ...toPageParams(request) }), (rows) =>
      toPage(rows, request),
    )
  }

  async #searchPage(ctx: Context, options: O, request: PageRequest): Promise<Page<R>> {
    return toPage(await findPage(ctx, await this.#createSearch(ctx, options), request), request)
  }

  async #createSearch(ctx: Context, options: O): Promise<Search<R>> {
    const { spec, conditions } = this.#definition
    return {
      spec,
      queries: this.#queries,
      filter: await parseFilter(ctx, spec, options.where, conditions?.(options)),
      scope: getAccessScope(ctx.viewer),
      params: { ...getAccessParams(ctx.viewer), now: timestamp(ctx) },
      keys: resolveSortKeys(spec, options.orderBy),
    }
  }
}

/** Runs a potentially slow count in a worker thread, so that other requests are not blocked. */
export async function countInWorker<P extends object>(
  ctx: Context,
  query: Query<P, { total: number }>,
  params: P,
): Promise<number> {
  ctx.hasWaited = true
  return (await ctx.db.readFirstInWorker(query, params))?.total ?? 0
}
