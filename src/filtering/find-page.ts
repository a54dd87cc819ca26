/**
 * Finds the pages of filtered and sorted lists.
 *
 * Clients combine any filter with any order. No index serves every combination, and the database
 * planner may choose to read all records of a company. Each strategy in this file therefore has a
 * limit. A request that exceeds all limits is rejected with a list of the indexed fields.
 *
 * A *scan* reads the index of the order in chunks of up to 2,048 candidates, within the bounds of
 * `findIndexConditions`, and keeps the candidates that match the filter and are visible to the
 * caller. A *candidate set* (`findCandidateSets`) is a superset of the matching records, found
 * through an index by a comparison, relation or access path. The last set is the whole table.
 *
 * The strategies, in order:
 *   1. No filter, newest first: one statement, by access paths (`ListQueries.newestPage`; chosen in
 *      `filtered-list.ts`).
 *   2. A scan of up to 512 records, which fills most pages. Skipped if no index has the order.
 *   3. The smallest candidate set, if it has at most 5,000 records: its matches are sorted.
 *   4. A scan of up to 100,000 records that continues the first scan. Without an index for the
 *      order, the request is rejected.
 * An order by several fields uses only strategy 3. A filtered count uses the smallest candidate set
 * or a scan of up to 500,000 records. An export chunk uses the smallest candidate set or a short
 * scan in creation order, which the next chunk continues.
 *
 * All strategies return the same rows: a candidate set contains every match, and every row is
 * checked against the filter and the caller's access. A page starts after a keyset (the order's
 * column value and the id), even if its record no longer exists. All scanned records count towards
 * `MAX_RECORDS_LOOKED_AT`.
 */
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { formatCount } from '../lib/text.ts'
import { encodeListParam } from '../store/query.ts'
import type { FilterSpec } from './filter-spec.ts'
import { findRangeComparisons } from './index-lookups.ts'
import type { Keyset } from './list-queries.ts'
import type { PageRequest } from './page.ts'
import { matchesAll } from './parse-filter.ts'
import {
  ChunkSize,
  countByScan,
  countScanned,
  createScanRanges,
  type ScanRange,
  type Search,
  scanIndex,
} from './scan-index.ts'
import { getCreationSortKeys, parsePosition, toCursorBound } from './sort-keys.ts'

const maxFirstScan = 512
const maxSetSize = 5000
const maxPageScan = 100_000
const maxCountScan = 500_000
/** The maximum number of records scanned per export chunk, so that every read is short. */
const maxExportScan = 4096
const setChunkRows = 512

/** Finds a page's rows, plus one if more follow. @throws BAD_REQUEST if the scan is too long */
export async function findPage<R>(ctx: Context, search: Search<R>, request: PageRequest) {
  const { spec, keys } = search
  const [{ order }, secondKey] = keys
  const limit = request.limit + 1
  const firstScan =
    order.unindexed || secondKey
      ? undefined
      : await scanIndex(ctx, search, toScanRanges(search, request), limit, maxFirstScan)
  if (firstScan && (firstScan.nextRanges.length === 0 || firstScan.rows.length >= limit))
    return firstScan.rows
  const setIndex = await findSmallestSetIndex(ctx, search)
  if (setIndex !== undefined) return sortCandidateSet(ctx, search, setIndex, { ...request, limit })
  if (secondKey)
    throw scanLimitError(spec, maxSetSize, 'sort this list by several fields', 'sort by one field')
  if (!firstScan) throw scanLimitError(spec, maxSetSize, 'sort this list', 'use another order')
  const missingCount = limit - firstScan.rows.length
  const secondScan = await scanIndex(ctx, search, firstScan.nextRanges, missingCount, maxPageScan)
  if (secondScan.rows.length < missingCount && secondScan.nextRanges.length > 0)
    throw scanLimitError(spec, maxPageScan, 'fill this page', 'omit the filter')
  return [...firstScan.rows, ...secondScan.rows]
}

/** Sorts all matches in a candidate set, and returns the first `limit` rows of the page. */
async function sortCandidateSet<R>(
  ctx: Context,
  search: Search<R>,
  setIndex: number,
  { after, before, isBackward, limit }: PageRequest,
): Promise<R[]> {
  const { scope, keys } = search
  const [start, end] = [toCursorBound('after', after), toCursorBound('before', before)]
  const sortShape = { scope, keys, isBackward, after: start?.areNull, before: end?.areNull }
  const ids = encodeListParam(await listMatches(ctx, search, setIndex))
  const params = { ...search.params, ...start?.params, ...end?.params, ids, limit }
  return ctx.db.all(search.queries.sorted(sortShape), params)
}

/** Counts the matching records. @throws BAD_REQUEST if the count requires too long a scan */
export async function countMatches(ctx: Context, search: Search<unknown>): Promise<number> {
  const isUnfiltered = matchesAll(search.filter.expression)
  const setIndex = isUnfiltered ? undefined : await findSmallestSetIndex(ctx, search)
  if (setIndex !== undefined) return (await listMatches(ctx, search, setIndex)).length
  const total = await countByScan(ctx, { ...search, keys: getCreationSortKeys(true) }, maxCountScan)
  if (total === undefined)
    throw scanLimitError(
      search.spec,
      maxCountScan,
      'count the matches',
      'omit `totalCount` (`total` in REST)',
    )
  return total
}

export interface ExportChunk<R> {
  rows: R[]
  /** The id after which the next chunk starts; undefined for the last chunk. */
  nextAfterId?: string
}

/** Finds the next matches in creation order. A chunk may be empty even if more chunks follow. */
export async function findExportChunk<R extends { id: string }>(
  ctx: Context,
  search: Search<R>,
  afterId: string | undefined,
  limit: number,
): Promise<ExportChunk<R>> {
  const idSearch = { ...search, keys: getCreationSortKeys(false) }
  const request = { limit, isBackward: false, after: afterId }
  const setIndex = await findSmallestSetIndex(ctx, idSearch)
  const { rows, nextRanges } =
    setIndex === undefined
      ? await scanIndex(ctx, idSearch, toScanRanges(idSearch, request), limit, maxExportScan)
      : { rows: await sortCandidateSet(ctx, idSearch, setIndex, request), nextRanges: [] }
  const nextAfterId = rows.length >= limit ? rows.at(-1)?.id : nextRanges[0]?.start?.id
  return { rows, ...(nextAfterId !== undefined && { nextAfterId }) }
}

function toScanRanges(search: Search<unknown>, request: PageRequest): ScanRange[] {
  const { spec, keys, filter } = search
  const [{ order, isDescending }] = keys
  const [after, before] = [toKeyset(request.after), toKeyset(request.before)]
  const [start, end] = request.isBackward ? [before, after] : [after, before]
  const ranges = createScanRanges(order, isDescending, request.isBackward, start, end)
  const excludesNulls = findRangeComparisons(spec, filter.expression, order.column).length > 0
  return excludesNulls ? ranges.filter(({ onlyNulls }) => !onlyNulls) : ranges
}

function toKeyset(position: string | undefined): Keyset | undefined {
  if (position === undefined) return undefined
  const [value, id] = parsePosition(position) as [Keyset['value'], string]
  return { value, id }
}

/** Returns the index of the smallest candidate set; undefined if all sets are too large. */
async function findSmallestSetIndex(ctx: Context, search: Search<unknown>) {
  const { spec, queries, filter, scope, params } = search
  const setSizes = await ctx.db.first(queries.setSizes({ where: filter.expression, scope }), {
    ...params,
    ...filter.params,
    limit: maxSetSize + 1,
  })
  countScanned(ctx, spec.table, maxSetSize)
  const [smallestEntry] = Object.entries(setSizes ?? {}).sort(([, a], [, b]) => a - b)
  return smallestEntry && smallestEntry[1] <= maxSetSize ? Number(smallestEntry[0]) : undefined
}

/** Returns the ids of the matches in a candidate set, which is filtered in chunks. */
async function listMatches(ctx: Context, search: Search<unknown>, setIndex: number) {
  const { queries, scope, filter, spec } = search
  const where = filter.expression
  const params = { ...search.params, ...filter.params }
  const candidates = await ctx.db.all(queries.setIds({ where, scope, set: setIndex }), params)
  const query = queries.matchingIds({ where, scope })
  const chunkSize = new ChunkSize(setChunkRows, where, setChunkRows)
  const matchingIds: string[] = []
  for (let start = 0; start < candidates.length; ) {
    await chunkSize.runCounted(ctx, spec.table, async (rowCount) => {
      const ids = encodeListParam(candidates.slice(start, start + rowCount).map(({ id }) => id))
      for (const { id } of await ctx.db.all(query, { ...params, ids })) matchingIds.push(id)
      start += rowCount
    })
  }
  return matchingIds
}

function scanLimitError(
  { table, fields }: FilterSpec,
  maxRecords: number,
  purpose: string,
  alternative: string,
) {
  const indexedFields = Object.entries(fields).flatMap(([name, field]) =>
    !field.internal && (field.indexed || field.matchingIds) ? [name] : [],
  )
  return badRequest(
    `The request has to scan more than ${formatCount(maxRecords)} records of \`${table}\` to ${purpose}: narrow the filter by one of ${indexedFields.join(', ')}, or ${alternative}`,
  )
}
