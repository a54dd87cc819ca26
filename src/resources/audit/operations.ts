import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { nodeTypeOf } from '../../crud/node-types.ts'
import { badRequest } from '../../errors.ts'
import type { EventRow } from '../../events/table.ts'
import { type Page, type PageRequest, toPage } from '../../filtering/page.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import {
  type Column,
  columns,
  countNext,
  entries,
  firstSince,
  lastBefore,
  lastEntry,
  type Part,
  sizes,
} from './queries.ts'

/**
 * Reading the audit log, which is the company's events: each is written in the transaction of its
 * change.
 */
export type AuditRow = EventRow

export type AuditWhere = { [C in Column]?: string | null | undefined } & {
  from?: string | null | undefined
  before?: string | null | undefined
}

/** Which filter has the fewest entries is found out as far as this. */
const mostForPlan = 10_000
/** So many entries are looked at for a page, or for a count, before the request is refused. */
const mostForPage = 100_000
const mostForCount = 500_000
/**
 * So many in one statement, so that none holds up others for long; where only the index is read,
 * more.
 */
const chunk = 2_000
const chunkOfIndex = 10_000

/**
 * A page of the log, newest first. @throws BAD_REQUEST when too many entries would have to be
 * looked at
 */
export async function auditPage(
  ctx: Context,
  where: AuditWhere,
  window: PageRequest,
): Promise<Page<AuditRow>> {
  requireScope(ctx.viewer, 'audit.view')
  const part = await partOf(ctx, where)
  if (window.after !== undefined) part.last = Math.min(part.last, Number(window.after) - 1)
  if (window.before !== undefined) part.first = Math.max(part.first, Number(window.before) + 1)
  const { by, also } = await planFor(ctx, part)
  const limit = window.limit + 1
  const found: AuditRow[] = []
  let step = also.length === 0 ? limit : Math.max(limit, 64)
  for (let looked = 0; found.length < limit; looked += step, step = Math.min(4 * step, chunk)) {
    if (looked >= mostForPage) throw tooMuch(mostForPage, 'to fill this page')
    const next = await ctx.db.all(entries({ by, backward: window.backward }), {
      ...part,
      limit: step,
    })
    found.push(...next.filter((row) => also.every((column) => row[column] === part[column])))
    const end = next.at(-1)
    if (next.length < step || !end) break
    if (window.backward) part.first = end.sequence + 1
    else part.last = end.sequence - 1
    await yieldToEventLoop()
  }
  return toPage(found.slice(0, limit), window)
}

/** Whether the caller can view the changes: a narrowed key only for credentials it can view. */
export function showsChanges(ctx: Context, { recordId }: AuditRow): MaybePromise<boolean> {
  const nodeType = ctx.viewer.rights.narrowed ? nodeTypeOf(recordId) : undefined
  return nodeType?.policy.credential ? nodeType.load(ctx, recordId).then(Boolean) : true
}

/** How many entries the log has. @throws BAD_REQUEST when too many would have to be looked at */
export async function countAudit(ctx: Context, where: AuditWhere): Promise<number> {
  const part = await partOf(ctx, where)
  const { by, also } = await planFor(ctx, part)
  // The numbers of a company's events have no gap.
  if (!by) return Math.max(0, part.last - part.first + 1)
  const limit = also.length === 0 ? chunkOfIndex : chunk
  let total = 0
  for (let looked = 0; ; looked += limit) {
    if (looked >= mostForCount) throw tooMuch(mostForCount, 'to count them (totalCount)')
    const next = await ctx.db.first(countNext({ by, also }), { ...part, limit })
    total += next?.total ?? 0
    if (!next?.lowest || next.seen < limit) return total
    part.last = next.lowest - 1
    await yieldToEventLoop()
  }
}

/**
 * The part of the log that a filter can mean: times become numbers, for the log is in the order of
 * both.
 */
async function partOf(ctx: Context, { from, before, ...values }: AuditWhere): Promise<Part> {
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
  const part: Part = { companyId, first, last }
  for (const column of columns) if (values[column] != null) part[column] = values[column]
  return part
}

/**
 * Along which column to go, that with the fewest entries, and what else to look at in each of them.
 */
async function planFor(
  ctx: Context,
  part: Part,
): Promise<{ by?: Column | undefined; also: Column[] }> {
  const given = columns.filter((column) => part[column] !== undefined)
  if (given.length < 2) return { by: given[0], also: [] }
  const found = await ctx.db.first(sizes(given), { ...part, limit: mostForPlan })
  const [by] = given.toSorted((a, b) => (found?.[a] ?? 0) - (found?.[b] ?? 0))
  return { by, also: given.filter((column) => column !== by) }
}

const tooMuch = (most: number, what: string) =>
  badRequest(
    `More than ${formatCount(most)} entries would have to be looked at ${what}: narrow the filter by recordId, or by a time (from, before)`,
  )
