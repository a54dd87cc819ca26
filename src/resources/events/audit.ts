/** Reads the audit log, which contains all events of a company, newest first. */
import { sql } from 'kysely'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { getNodeType } from '../../crud/node-types.ts'
import { badRequest } from '../../errors.ts'
import { restoreSequenceSkip } from '../../events/record-event.ts'
import type { EventRow } from '../../events/table.ts'
import { type Comparators, toTimeRange } from '../../filtering/comparators.ts'
import { type PageRequest, toPage } from '../../filtering/page.ts'
import { type MaybePromise, yieldToEventLoop } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { query, queryFamily } from '../../store/query.ts'
import { allOf } from '../../store/sql.ts'
import { readNewestSequence } from './operations.ts'

/** Columns with an index on (companyId, column, sequence), the most selective first. */
const indexedColumns = ['recordId', 'keyId', 'actorId', 'type', 'recordKind'] as const
type Column = (typeof indexedColumns)[number]

/** An inclusive range of sequence numbers, with the value that each filtered column must have. */
type LogRange = { companyId: string; first: number; last: number } & {
  [C in Column]?: string | undefined
}

const firstEntrySince = query(
  (_, p: { companyId: string; time: string }) => sql<{ sequence: number }>`
    select "sequence" from "events" where "companyId" = ${p.companyId} and "createdAt" >= ${p.time} order by "createdAt", "sequence" limit 1`,
)

const lastEntryBefore = query(
  (_, p: { companyId: string; time: string }) => sql<{ sequence: number }>`
    select "sequence" from "events" where "companyId" = ${p.companyId} and "createdAt" < ${p.time} order by "createdAt" desc, "sequence" desc limit 1`,
)

type Neighbors = { previous: number; next: number }

/** Selects the nearest sequence number at or below a number, and the nearest at or above it. */
const neighbors = query(
  (_, p: { companyId: string; probe: number }) => sql<Neighbors>`
    select coalesce((select max("sequence") from "events" where "companyId" = ${p.companyId} and "sequence" <= ${p.probe}), 0) as "previous",
      coalesce((select min("sequence") from "events" where "companyId" = ${p.companyId} and "sequence" >= ${p.probe}), ${p.probe}) as "next"`,
)

const fromRange = (p: LogRange, index: Column | undefined) =>
  sql`from "events" where "companyId" = ${p.companyId}${index ? sql` and ${sql.ref(index)} = ${p[index]}` : sql``} and "sequence" between ${p.first} and ${p.last}`

/** Selects the next entries of a range with the index on a column. */
const nextEntries = queryFamily(
  (_, p: LogRange & { limit: number }, shape: { index: Column | undefined; isBackward: boolean }) =>
    sql<EventRow>`select * ${fromRange(p, shape.index)} order by "sequence" ${shape.isBackward ? sql`asc` : sql`desc`} limit ${p.limit}`,
)

/** Counts, for each column, up to `limit` entries of a range that have the filtered value. */
const entryCounts = queryFamily((_, p: LogRange & { limit: number }, columns: Column[]) => {
  const countQueries = columns.map(
    (column) =>
      sql`(select count(*) from (select 1 ${fromRange(p, column)} limit ${p.limit}) as "some") as ${sql.ref(column)}`,
  )
  return sql<Record<Column, number>>`select ${sql.join(countQueries)}`
})

/**
 * Scans the newest `limit` entries of a range with one column's index. Returns the number of
 * entries that also match the other columns, the number scanned, and the lowest sequence number.
 */
const nextEntryCounts = queryFamily<
  { index: Column; otherColumns: Column[] },
  LogRange & { limit: number },
  { total: number; scanned: number; lowest: number | null }
>((_, p, { index, otherColumns }) => {
  const isMatch = allOf(otherColumns.map((column) => sql`${sql.ref(column)} = ${p[column]}`))
  return sql`select coalesce(sum("isMatch"), 0) as "total", count(*) as "scanned", min("sequence") as "lowest"
      from (select "sequence", case when ${isMatch} then 1 else 0 end as "isMatch" ${fromRange(p, index)} order by "sequence" desc limit ${p.limit}) as "next"`
})

export type AuditWhere = { [C in Column]?: { eq?: string } } & { createdAt?: Comparators }

/** The maximum number of entries counted per filter to find the most selective filter. */
const maxCountedForPlan = 10_000
/** The maximum number of entries scanned, for a page or a count, before a request is rejected. */
const maxScannedForPage = 100_000
const maxScannedForCount = 500_000
/** The number of entries scanned per query; `indexChunkSize` if it reads only the index. */
const chunkSize = 2_000
const indexChunkSize = 10_000

/** Returns an audit log page. @throws FORBIDDEN, BAD_REQUEST if it would scan too many entries */
export async function readAuditPage(ctx: Context, where: AuditWhere, request: PageRequest) {
  requireScope(ctx.viewer, 'audit.view')
  const range = await toLogRange(ctx, where)
  if (request.after !== undefined) range.last = Math.min(range.last, Number(request.after) - 1)
  if (request.before !== undefined) range.first = Math.max(range.first, Number(request.before) + 1)
  const { index, otherColumns } = await planScan(ctx, range)
  const limit = request.limit + 1
  const matchingRows: EventRow[] = []
  let scanLimit = otherColumns.length === 0 ? limit : Math.max(limit, 64)
  for (
    let scannedCount = 0;
    matchingRows.length < limit;
    scannedCount += scanLimit, scanLimit = Math.min(4 * scanLimit, chunkSize)
  ) {
    if (scannedCount >= maxScannedForPage)
      throw createScanLimitError(maxScannedForPage, 'to fill this page')
    const entries = nextEntries({ index, isBackward: request.isBackward })
    const nextRows = await ctx.db.all(entries, { ...range, limit: scanLimit })
    matchingRows.push(
      ...nextRows.filter((row) => otherColumns.every((column) => row[column] === range[column])),
    )
    const lastRow = nextRows.at(-1)
    if (nextRows.length < scanLimit || !lastRow) break
    if (request.isBackward) range.first = lastRow.sequence + 1
    else range.last = lastRow.sequence - 1
    await yieldToEventLoop()
  }
  return toPage(matchingRows.slice(0, limit), request)
}

/** Returns false for changes to a credential that the caller's narrowed key cannot view. */
export function canViewChanges(ctx: Context, { recordId }: EventRow): MaybePromise<boolean> {
  const nodeType = ctx.viewer.rights.isNarrowed ? getNodeType(recordId) : undefined
  return nodeType?.policy.isCredential ? nodeType.load(ctx, recordId).then(Boolean) : true
}

/** Counts audit log entries. @throws BAD_REQUEST if the count would scan too many entries */
export async function countAuditEntries(ctx: Context, where: AuditWhere): Promise<number> {
  const range = await toLogRange(ctx, where)
  const { index, otherColumns } = await planScan(ctx, range)
  if (!index) return Math.max(0, range.last - range.first + 1 - (await countSkipped(ctx, range)))
  const limit = otherColumns.length === 0 ? indexChunkSize : chunkSize
  let total = 0
  for (let scannedCount = 0; ; scannedCount += limit) {
    if (scannedCount >= maxScannedForCount)
      throw createScanLimitError(maxScannedForCount, 'to compute `totalCount`')
    const chunk = await ctx.db.first(nextEntryCounts({ index, otherColumns }), { ...range, limit })
    total += chunk?.total ?? 0
    if (!chunk?.lowest || chunk.scanned < limit) return total
    range.last = chunk.lowest - 1
    await yieldToEventLoop()
  }
}

/** Counts the sequence numbers of a range that were skipped when a backup was restored. */
async function countSkipped(ctx: Context, { companyId, first, last }: LogRange): Promise<number> {
  let skippedCount = 0
  for (let probe = findProbe(first); probe <= last; ) {
    const { previous, next } = (await ctx.db.first(neighbors, { companyId, probe })) as Neighbors
    if (next > probe) skippedCount += Math.min(next, last + 1) - Math.max(previous, first - 1) - 1
    probe = findProbe(next + 1)
  }
  return skippedCount
}

/** Returns `start` rounded up to a multiple of the skip length. Each skip contains a multiple. */
const findProbe = (start: number): number =>
  Math.ceil(start / restoreSequenceSkip) * restoreSequenceSkip

/** Converts a filter to column values and a range of sequence numbers, which increase with time. */
async function toLogRange(ctx: Context, { createdAt = {}, ...values }: AuditWhere) {
  const { from, before } = toTimeRange(ctx, createdAt)
  const { companyId } = ctx.viewer
  const newestSequence = await readNewestSequence(ctx.db, companyId)
  const first =
    from === undefined
      ? 1
      : ((await ctx.db.first(firstEntrySince, { companyId, time: from }))?.sequence ??
        newestSequence + 1)
  const last =
    before === undefined
      ? newestSequence
      : ((await ctx.db.first(lastEntryBefore, { companyId, time: before }))?.sequence ?? 0)
  const range: LogRange = { companyId, first, last }
  for (const column of indexedColumns) {
    const value = values[column]?.eq
    if (value !== undefined) range[column] = value
  }
  return range
}

/** Chooses the index with the fewest matching entries; the scan compares the other columns. */
async function planScan(ctx: Context, range: LogRange) {
  const columns = indexedColumns.filter((column) => range[column] !== undefined)
  if (columns.length < 2) return { index: columns[0], otherColumns: [] }
  const counts = await ctx.db.first(entryCounts(columns), { ...range, limit: maxCountedForPlan })
  const [index] = columns.toSorted((a, b) => (counts?.[a] ?? 0) - (counts?.[b] ?? 0))
  return { index, otherColumns: columns.filter((column) => column !== index) }
}

const createScanLimitError = (maxEntries: number, purpose: string) =>
  badRequest(
    `More than ${formatCount(maxEntries)} entries would be scanned ${purpose}: narrow the filter by \`recordId\` or \`createdAt\``,
  )
