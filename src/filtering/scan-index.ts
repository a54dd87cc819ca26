/** Scans an index in chunks, so that other requests can run between the chunks. */
import type { AccessScope } from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { formatCount } from '../lib/text.ts'
import type { FilterExpression, FilterParams, FilterSpec, Order } from './filter-spec.ts'
import { findIndexConditions } from './index-lookups.ts'
import type { Keyset, ListParams, ListQueries, ScanShape } from './list-queries.ts'
import type { Filter } from './parse-filter.ts'
import type { SortKeys } from './sort-keys.ts'

export interface Search<R> {
  spec: FilterSpec
  queries: ListQueries<R>
  filter: Filter
  scope: AccessScope
  params: FilterParams
  /** The sort keys; a scan supports only one key. */
  keys: SortKeys
}

/** A range between two optional keysets; contains only non-null values or only nulls. */
export interface ScanRange {
  onlyNulls: boolean
  isDescending: boolean
  start?: Keyset | undefined
  end?: Keyset | undefined
}

/** Returns the ranges from `start` to `end`. Rows with null are last, or first if backward. */
export function createScanRanges(
  { nullable }: Order,
  isDescending: boolean,
  isBackward: boolean,
  start?: Keyset,
  end?: Keyset,
): ScanRange[] {
  const nullFlags = !nullable ? [false] : isBackward ? [true, false] : [false, true]
  const findIndex = (keyset: Keyset) => (nullable ? nullFlags.indexOf(keyset.value === null) : 0)
  const firstIndex = start ? findIndex(start) : 0
  const lastIndex = end ? findIndex(end) : nullFlags.length - 1
  return nullFlags.flatMap((onlyNulls, index) =>
    index < firstIndex || index > lastIndex
      ? []
      : [
          {
            onlyNulls,
            isDescending: isDescending !== isBackward,
            start: index === firstIndex ? start : undefined,
            end: index === lastIndex ? end : undefined,
          },
        ],
  )
}

function toScanShape({ spec, keys, filter }: Search<unknown>, range: ScanRange): ScanShape {
  const [{ order }] = keys
  const { onlyNulls, isDescending } = range
  const [hasStart, hasEnd] = [!!range.start, !!range.end]
  return {
    column: order.column,
    isNullable: order.nullable ?? false,
    onlyNulls,
    isDescending,
    hasStart,
    hasEnd,
    conditions: findIndexConditions(spec, filter.expression, {
      column: order.column,
      hasLowerEnd: isDescending ? hasEnd : hasStart,
      hasUpperEnd: isDescending ? hasStart : hasEnd,
    }),
  }
}

const toSearchParams = (
  { filter, params }: Search<unknown>,
  { start, end }: ScanRange,
): FilterParams & ListParams => ({
  ...params,
  ...filter.params,
  startValue: start?.value,
  startId: start?.id,
  endValue: end?.value,
  endId: end?.id,
})

const minChunkRows = 64
const maxChunkRows = 2048

/**
 * Reads matching rows in order until it has found `limit` rows or scanned `maxRecords` records.
 * @returns the rows and the ranges that are not yet scanned
 */
export async function scanIndex<R>(
  ctx: Context,
  search: Search<R>,
  ranges: readonly ScanRange[],
  limit: number,
  maxRecords: number,
): Promise<{ rows: R[]; nextRanges: ScanRange[] }> {
  const { expression: where } = search.filter
  const rows: R[] = []
  const nextRanges = [...ranges]
  const chunkSize = new ChunkSize(Math.min(Math.max(minChunkRows, limit), maxChunkRows), where)
  for (let scannedCount = 0; nextRanges[0] && rows.length < limit && scannedCount < maxRecords; ) {
    const [range] = nextRanges
    scannedCount += chunkSize.rowCount
    const nextRange = await scanChunk(ctx, search, range, chunkSize, async (scan, params) => {
      const query = search.queries.matches({ where, scope: search.scope, scan })
      rows.push(...(await ctx.db.all(query, { ...params, limit: limit - rows.length })))
    })
    if (nextRange) nextRanges[0] = nextRange
    else nextRanges.shift()
  }
  return { rows, nextRanges }
}

/** Counts all matching rows; returns undefined if more than `maxRecords` must be scanned. */
export async function countByScan(ctx: Context, search: Search<unknown>, maxRecords: number) {
  const { expression: where } = search.filter
  const chunkSize = new ChunkSize(maxChunkRows, where)
  let total = 0
  let scannedCount = 0
  for (let range: ScanRange | undefined = { onlyNulls: false, isDescending: true }; range; ) {
    if (scannedCount >= maxRecords) return undefined
    scannedCount += chunkSize.rowCount
    range = await scanChunk(ctx, search, range, chunkSize, async (scan, params) => {
      const query = search.queries.countMatches({ where, scope: search.scope, scan })
      total += (await ctx.db.first(query, params))?.total ?? 0
    })
  }
  return total
}

/** Reads one chunk of a range. @returns the remaining range; undefined at the end */
async function scanChunk(
  ctx: Context,
  search: Search<unknown>,
  range: ScanRange,
  chunkSize: ChunkSize,
  read: (scan: ScanShape, params: FilterParams & ListParams) => Promise<void>,
): Promise<ScanRange | undefined> {
  const { queries, scope, spec } = search
  const scan = toScanShape(search, range)
  const lastRow = await chunkSize.runCounted(ctx, spec.table, async (rowCount) => {
    const params = { ...toSearchParams(search, range), chunkRows: rowCount, offset: rowCount - 1 }
    await read(scan, params)
    return ctx.db.first(queries.chunkEnd({ scan, scope }), params)
  })
  return lastRow && { ...range, start: lastRow }
}

const maxChunkMs = 25
/** The initial chunk size for filters with nested relations, which can be slow per record. */
const nestedChunkRows = 4
/** The number of records that one millisecond of scanning counts as. */
const recordsPerMs = 100

/**
 * Adapts the number of records in a chunk: after a chunk that took longer than 25 ms, divides the
 * number by four; otherwise, multiplies it by four, up to a maximum.
 */
export class ChunkSize {
  rowCount: number
  readonly #maxRows: number
  readonly #now: () => number

  constructor(
    rowCount: number,
    where: FilterExpression = { and: [] },
    maxRows = maxChunkRows,
    now = () => performance.now(),
  ) {
    this.rowCount = computeRelationDepth(where) > 1 ? nestedChunkRows : rowCount
    this.#maxRows = maxRows
    this.#now = now
  }

  async run<T>(
    work: (rowCount: number) => Promise<T>,
    onDone?: (rowCount: number, ms: number) => void,
  ): Promise<T> {
    const count = this.rowCount
    const startedAt = this.#now()
    const value = await work(count)
    const ms = this.#now() - startedAt
    onDone?.(count, ms)
    this.rowCount =
      ms > maxChunkMs ? Math.max(1, Math.floor(count / 4)) : Math.min(count * 4, this.#maxRows)
    await yieldToEventLoop()
    return value
  }

  /** Like `run`, but also calls `countScanned`. @throws BAD_REQUEST */
  runCounted<T>(ctx: Context, table: string, work: (rowCount: number) => Promise<T>): Promise<T> {
    return this.run(work, (size, ms) => countScanned(ctx, table, Math.max(size, ms * recordsPerMs)))
  }
}

function computeRelationDepth(filter: FilterExpression): number {
  if ('relation' in filter) return 1 + computeRelationDepth(filter.where)
  if ('not' in filter) return computeRelationDepth(filter.not)
  const subfilters = 'and' in filter ? filter.and : 'or' in filter ? filter.or : []
  return Math.max(0, ...subfilters.map(computeRelationDepth))
}

/** Counts a request's scanned records. @throws BAD_REQUEST above `MAX_RECORDS_LOOKED_AT` */
export function countScanned(ctx: Context, table: string, recordCount: number): void {
  const maxRecords = ctx.settings.MAX_RECORDS_LOOKED_AT
  ctx.scannedRecords ??= new Map()
  ctx.scannedRecords.set(table, (ctx.scannedRecords.get(table) ?? 0) + recordCount)
  const total = ctx.scannedRecords.values().reduce((sum, count) => sum + count, 0)
  if (total <= maxRecords) return
  const [[largestTable, largestCount] = [table, total]] = [...ctx.scannedRecords].toSorted(
    ([, a], [, b]) => b - a,
  )
  throw badRequest(
    `The request has to scan more than ${formatCount(maxRecords)} records, ${Math.round((100 * largestCount) / total)} % of them \`${largestTable}\`: narrow the filters of \`${largestTable}\`, or request fewer lists and counts`,
  )
}
