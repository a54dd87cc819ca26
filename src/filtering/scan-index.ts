/** Scans an index in chunks, each by one statement, so that none blocks other requests for long. */
import type { AccessScope } from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { formatCount } from '../lib/text.ts'
import type { FilterExpression, FilterParams, FilterSpec, Order } from './filter-spec.ts'
import type { Keyset, ListParams, ListQueries, ScanShape } from './list-queries.ts'
import type { Filter } from './parse-filter.ts'
import { indexConditions } from './predicates.ts'

export interface Search<R> {
  spec: FilterSpec
  queries: ListQueries<R>
  filter: Filter
  scope: AccessScope
  params: FilterParams
  order: Order
  descending: boolean
}

/** A part of an order: the rows with a value or those without, between two optional keysets. */
export interface ScanRange {
  nulls: boolean
  descending: boolean
  start?: Keyset | undefined
  end?: Keyset | undefined
}

/** The ranges from `start` to `end`. Rows without a value come last, from the end first. */
export function scanRanges(
  { nullable }: Order,
  descending: boolean,
  backward: boolean,
  start?: Keyset,
  end?: Keyset,
): ScanRange[] {
  const parts = !nullable ? [false] : backward ? [true, false] : [false, true]
  const partOf = (keyset: Keyset) => (nullable ? parts.indexOf(keyset.at === null) : 0)
  const firstPart = start ? partOf(start) : 0
  const lastPart = end ? partOf(end) : parts.length - 1
  return parts.flatMap((nulls, part) =>
    part < firstPart || part > lastPart
      ? []
      : [
          {
            nulls,
            descending: descending !== backward,
            start: part === firstPart ? start : undefined,
            end: part === lastPart ? end : undefined,
          },
        ],
  )
}

export function toScanShape({ spec, order, filter }: Search<unknown>, range: ScanRange): ScanShape {
  const { nulls, descending } = range
  const [start, end] = [!!range.start, !!range.end]
  return {
    column: order.column,
    nullable: order.nullable ?? false,
    nulls,
    descending,
    start,
    end,
    conditions: indexConditions(spec, filter.expression, {
      column: order.column,
      hasLowerEnd: descending ? end : start,
      hasUpperEnd: descending ? start : end,
    }),
  }
}

export const searchParams = (
  { filter, params }: Search<unknown>,
  { start, end }: ScanRange,
): FilterParams & ListParams => ({
  ...params,
  ...filter.params,
  startAt: start?.at,
  startId: start?.id,
  endAt: end?.at,
  endId: end?.id,
})

const minChunkRows = 64
const maxChunkRows = 2048

/**
 * Reads matching rows along an order, until `limit` are found or `maxRecords` are scanned.
 * @returns the rows, and the ranges that are left to scan
 */
export async function scanIndex<R>(
  ctx: Context,
  search: Search<R>,
  ranges: readonly ScanRange[],
  limit: number,
  maxRecords: number,
): Promise<{ rows: R[]; remaining: ScanRange[] }> {
  const { expression: where } = search.filter
  const rows: R[] = []
  const remaining = [...ranges]
  const chunk = new ChunkSize(Math.min(Math.max(minChunkRows, limit), maxChunkRows), where)
  for (let scanned = 0; remaining[0] && rows.length < limit && scanned < maxRecords; ) {
    const [range] = remaining
    scanned += chunk.rows
    const next = await scanChunk(ctx, search, range, chunk, async (scan, params) => {
      const query = search.queries.matches({ where, scope: search.scope, scan })
      rows.push(...(await ctx.db.all(query, { ...params, limit: limit - rows.length })))
    })
    if (next) remaining[0] = next
    else remaining.shift()
  }
  return { rows, remaining }
}

/** Counts all matching rows. @returns undefined if that scans more than `maxRecords` */
export async function countByScan(
  ctx: Context,
  search: Search<unknown>,
  maxRecords: number,
): Promise<number | undefined> {
  const { expression: where } = search.filter
  const chunk = new ChunkSize(maxChunkRows, where)
  let total = 0
  let scanned = 0
  for (let range: ScanRange | undefined = { nulls: false, descending: true }; range; ) {
    if (scanned >= maxRecords) return undefined
    scanned += chunk.rows
    range = await scanChunk(ctx, search, range, chunk, async (scan, params) => {
      const query = search.queries.countMatches({ where, scope: search.scope, scan })
      total += (await ctx.db.first(query, params))?.total ?? 0
    })
  }
  return total
}

/** Reads one chunk of a range. @returns the rest of the range; undefined at its end */
async function scanChunk(
  ctx: Context,
  search: Search<unknown>,
  range: ScanRange,
  chunk: ChunkSize,
  read: (scan: ScanShape, params: FilterParams & ListParams) => Promise<void>,
): Promise<ScanRange | undefined> {
  const { queries, scope, spec } = search
  const scan = toScanShape(search, range)
  const last = await chunk.runCounted(ctx, spec.table, async (rows) => {
    const params = { ...searchParams(search, range), chunkRows: rows, offset: rows - 1 }
    await read(scan, params)
    return ctx.db.first(queries.chunkEnd({ scan, scope }), params)
  })
  return last && { ...range, start: last }
}

const maxChunkMs = 25
/** With a filter on relations of relations, each record may take long. */
const nestedChunkRows = 4
/** A millisecond counts as this many scanned records. */
const recordsPerMs = 100

/**
 * The number of records that the next statement reads: after one that took longer than 25 ms a
 * quarter, else four times as many, up to a maximum.
 */
export class ChunkSize {
  rows: number
  readonly #maxRows: number
  readonly #now: () => number

  constructor(
    rows: number,
    where: FilterExpression = { and: [] },
    maxRows = maxChunkRows,
    now = () => performance.now(),
  ) {
    this.rows = countHops(where) > 1 ? nestedChunkRows : rows
    this.#maxRows = maxRows
    this.#now = now
  }

  async run<T>(
    work: (rows: number) => Promise<T>,
    onDone?: (rows: number, ms: number) => void,
  ): Promise<T> {
    const { rows } = this
    const start = this.#now()
    const result = await work(rows)
    const ms = this.#now() - start
    onDone?.(rows, ms)
    this.rows =
      ms > maxChunkMs ? Math.max(1, Math.floor(rows / 4)) : Math.min(rows * 4, this.#maxRows)
    await yieldToEventLoop()
    return result
  }

  /** Like `run`, and counts the records. @throws BAD_REQUEST above the limit of the request */
  runCounted<T>(ctx: Context, table: string, work: (rows: number) => Promise<T>): Promise<T> {
    return this.run(work, (rows, ms) => countScanned(ctx, table, Math.max(rows, ms * recordsPerMs)))
  }
}

function countHops(filter: FilterExpression): number {
  if ('relation' in filter) return 1 + countHops(filter.where)
  if ('not' in filter) return countHops(filter.not)
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : []
  return Math.max(0, ...parts.map(countHops))
}

/** Counts what all lists of a request scan together. @throws BAD_REQUEST above the limit */
export function countScanned(ctx: Context, table: string, records: number): void {
  const maxRecords = ctx.settings.MAX_RECORDS_LOOKED_AT
  ctx.scannedRecords ??= new Map()
  ctx.scannedRecords.set(table, (ctx.scannedRecords.get(table) ?? 0) + records)
  const total = ctx.scannedRecords.values().reduce((sum, share) => sum + share, 0)
  if (total <= maxRecords) return
  const [[largest, share] = [table, total]] = [...ctx.scannedRecords].toSorted(
    ([, a], [, b]) => b - a,
  )
  throw badRequest(
    `The request has to scan more than ${formatCount(maxRecords)} records, ${Math.round((100 * share) / total)} % of them \`${largest}\`: narrow the filters of \`${largest}\`, or request fewer lists and counts`,
  )
}
