/** Reading the audit log: all events of the company, newest first. */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { nodeTypeOf } from '../../crud/node-types.ts'
import { badRequest } from '../../errors.ts'
import type { EventRow } from '../../events/changes.ts'
import { type Page, type PageRequest, toPage } from '../../filtering/page.ts'
import { type MaybePromise, yieldToEventLoop } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import {
  type Column,
  columns,
  countNext,
  entries,
  firstSince,
  type LogRange,
  lastBefore,
  lastEntry,
  sizes,
} from './queries.ts'

export type AuditRow = EventRow

export type AuditWhere = { [C in Column]?: string | null | undefined } & {
  from?: string | null | undefined
  before?: string | null | undefined
}

/** Entries counted for each filter to find the one with the fewest. */
const maxCountedForPlan = 10_000
/** Entries scanned for a page, or for a count, before the request is refused. */
const maxScannedForPage = 100_000
const maxScannedForCount = 500_000
/** Entries scanned by one query, and by one that reads only the index. */
const chunkSize = 2_000
const indexChunkSize = 10_000

/** @throws BAD_REQUEST if a page would scan too many entries */
export async function auditPage(
  ctx: Context,
  where: AuditWhere,
  window: PageRequest,
): Promise<Page<AuditRow>> {
  requireScope(ctx.viewer, 'audit.view')
  const range = await rangeOf(ctx, where)
  if (window.after !== undefined) range.last = Math.min(range.last, Number(window.after) - 1)
  if (window.before !== undefined) range.first = Math.max(range.first, Number(window.before) + 1)
  const { by, also } = await planFor(ctx, range)
  const limit = window.limit + 1
  const found: AuditRow[] = []
  let step = also.length === 0 ? limit : Math.max(limit, 64)
  for (
    let scanned = 0;
    found.length < limit;
    scanned += step, step = Math.min(4 * step, chunkSize)
  ) {
    if (scanned >= maxScannedForPage) throw tooManyEntries(maxScannedForPage, 'to fill this page')
    const next = await ctx.db.all(entries({ by, backward: window.backward }), {
      ...range,
      limit: step,
    })
    found.push(...next.filter((row) => also.every((column) => row[column] === range[column])))
    const end = next.at(-1)
    if (next.length < step || !end) break
    if (window.backward) range.first = end.sequence + 1
    else range.last = end.sequence - 1
    await yieldToEventLoop()
  }
  return toPage(found.slice(0, limit), window)
}

/** Whether the caller can view the changes: a narrowed key only for credentials it can view. */
export function showsChanges(ctx: Context, { recordId }: AuditRow): MaybePromise<boolean> {
  const nodeType = ctx.viewer.rights.narrowed ? nodeTypeOf(recordId) : undefined
  return nodeType?.policy.credential ? nodeType.load(ctx, recordId).then(Boolean) : true
}

/** @throws BAD_REQUEST if the count would scan too many entries */
export async function countAudit(ctx: Context, where: AuditWhere): Promise<number> {
  const range = await rangeOf(ctx, where)
  const { by, also } = await planFor(ctx, range)
  // The numbers of a company's events have no gap.
  if (!by) return Math.max(0, range.last - range.first + 1)
  const limit = also.length === 0 ? indexChunkSize : chunkSize
  let total = 0
  for (let scanned = 0; ; scanned += limit) {
    if (scanned >= maxScannedForCount)
      throw tooManyEntries(maxScannedForCount, 'to count them (totalCount)')
    const next = await ctx.db.first(countNext({ by, also }), { ...range, limit })
    total += next?.total ?? 0
    if (!next?.lowest || next.seen < limit) return total
    range.last = next.lowest - 1
    await yieldToEventLoop()
  }
}

/** Turns a filter into a range of sequence numbers, whose order is that of the times, and values. */
async function rangeOf(ctx: Context, { from, before, ...values }: AuditWhere): Promise<LogRange> {
  const { companyId } = ctx.viewer
  const newest = (await ctx.db.first(lastEntry, { companyId }))?.sequence ?? 0
  const first =
    from == null
      ? 1
      : ((await ctx.db.first(firstSince, { companyId, at: from }))?.sequence ?? newest + 1)
  const last =
    before == null
      ? newest
      : ((await ctx.db.first(lastBefore, { companyId, at: before }))?.sequence ?? 0)
  const range: LogRange = { companyId, first, last }
  for (const column of columns) if (values[column] != null) range[column] = values[column]
  return range
}

/** The column whose index is scanned, that with the fewest entries, and the columns compared. */
async function planFor(
  ctx: Context,
  range: LogRange,
): Promise<{ by?: Column | undefined; also: Column[] }> {
  const given = columns.filter((column) => range[column] !== undefined)
  if (given.length < 2) return { by: given[0], also: [] }
  const found = await ctx.db.first(sizes(given), { ...range, limit: maxCountedForPlan })
  const [by] = given.toSorted((a, b) => (found?.[a] ?? 0) - (found?.[b] ?? 0))
  return { by, also: given.filter((column) => column !== by) }
}

const tooManyEntries = (maxEntries: number, purpose: string) =>
  badRequest(
    `More than ${formatCount(maxEntries)} entries would have to be looked at ${purpose}: narrow the filter by recordId, or by a time (from, before)`,
  )
