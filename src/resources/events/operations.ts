/**
 * Reads the event feed. A caller can view the events of records that the caller can view now, and
 * of deleted records that the caller could view at the time of their deletion.
 */
import { sql } from 'kysely'
import { getAccessScope } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { findViewableType } from '../../crud/node-types.ts'
import { invalid } from '../../errors.ts'
import { findUnknownPatterns } from '../../events/event-types.ts'
import { type Change, type EventRow, parseChanges } from '../../events/table.ts'
import { yieldToEventLoop } from '../../lib/async.ts'
import { collectIds, idPattern } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { encodeListParam, query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { personPolicy } from '../people/policy.ts'

const newestEvent = query(
  (_, p: { companyId: string }) => sql<{ sequence: number }>`
    select "sequence" from "events" where "companyId" = ${p.companyId} order by "sequence" desc limit 1`,
)

interface EventRange {
  companyId: string
  after: number
  lastSequence: number
  /** Encoded lists of event types, and of record kinds (or `*`) whose event types all match. */
  types: string
  kinds: string
}

/** Selects the events of a range that match a type or kind, oldest first. */
const eventsBetween = query(
  (_, p: EventRange) => sql<EventRow>`
    select * from "events" where "companyId" = ${p.companyId} and "sequence" > ${p.after} and "sequence" <= ${p.lastSequence}
    and (${isIn('type', p.types)} or ${isIn('recordKind', p.kinds)} or ${isIn(sql.lit('*'), p.kinds)}) order by "sequence"`,
)

/** Selects the deletion events of records, except those of people restored by undoing a merge. */
const deletionsOfRecords = query(
  (_, p: { companyId: string; ids: string }) => sql<{ recordId: string; audience: string | null }>`
    select "recordId", "audience" from "events" where "companyId" = ${p.companyId} and ${isIn('recordId', p.ids)}
      and "type" = "recordKind" || '.deleted' and not exists (
        select 1 from "events" as "later" where "later"."companyId" = ${p.companyId} and "later"."recordId" = "events"."recordId" and "later"."sequence" > "events"."sequence"
      ) order by "sequence"`,
)

/** Selects the lowest sequence number greater than `after`. */
const nextSequence = query(
  (_, p: { companyId: string; after: number }) => sql<{ sequence: number }>`
    select "sequence" from "events" where "companyId" = ${p.companyId} and "sequence" > ${p.after} order by "sequence" limit 1`,
)

/** A page of the event feed, for which all events up to `endSequence` were read. */
export type FeedPage = { rows: VisibleEvent[]; hasNext: boolean; endSequence: number }

/** The maximum numbers of events read per query, and per page even if the page is not full. */
const chunkSize = 500
const maxScannedEvents = 5000

/** Splits event type patterns such as `deal.moved`, `deal.*` and `*` into types and kinds. */
function splitPatterns(patterns: readonly string[] = ['*']): { types: string; kinds: string } {
  const kinds = patterns.filter((pattern) => pattern.endsWith('*'))
  return {
    types: encodeListParam(patterns.filter((pattern) => !kinds.includes(pattern))),
    kinds: encodeListParam(kinds.map((pattern) => pattern.replace(/\.\*$/, ''))),
  }
}

/** Checks event type patterns. @throws VALIDATION_ERROR for patterns that match no event type */
export function checkPatterns(patterns: readonly string[], field: string): void {
  const details = findUnknownPatterns(patterns, field)
  if (details.length > 0) throw invalid(details)
}

/** Returns the sequence number of a company's newest event, or 0 without events. */
export const readNewestSequence = async (db: Db, companyId: string): Promise<number> =>
  (await db.first(newestEvent, { companyId }))?.sequence ?? 0

/**
 * Returns up to `limit` events that the caller can view, oldest first, after the sequence number
 * `after`. Sequence numbers increase in the order of the changes.
 */
export async function readEvents(
  ctx: Context,
  patterns: readonly string[] | undefined,
  after: number,
  limit: number,
): Promise<FeedPage> {
  const { companyId } = ctx.viewer
  const patternLists = splitPatterns(patterns)
  const newestSequence = await readNewestSequence(ctx.db, companyId)
  const rows: VisibleEvent[] = []
  let endSequence = Math.min(after, newestSequence)
  for (
    let scannedCount = 0;
    rows.length <= limit && endSequence < newestSequence && scannedCount < maxScannedEvents;
    scannedCount += chunkSize
  ) {
    // Skips the gap that restoring a backup leaves in the sequence numbers.
    const firstSequence =
      (await ctx.db.first(nextSequence, { companyId, after: endSequence }))?.sequence ??
      newestSequence
    const lastSequence = Math.min(firstSequence - 1 + chunkSize, newestSequence)
    const range = { companyId, after: endSequence, lastSequence, ...patternLists }
    rows.push(...(await toVisibleEvents(ctx, await ctx.db.all(eventsBetween, range))))
    endSequence = lastSequence
    await yieldToEventLoop()
  }
  const pageRows = rows.slice(0, limit)
  const isComplete = rows.length <= limit
  return {
    rows: pageRows,
    hasNext: !isComplete || endSequence < newestSequence,
    endSequence: isComplete ? endSequence : (pageRows.at(-1)?.sequence ?? endSequence),
  }
}

export interface VisibleEvent extends Omit<EventRow, 'changes' | 'audience'> {
  /** The changes, which for a move include unchanged fields (see `isDifferent`). */
  changes: Change[]
}

/** Returns the ids of the records that the caller can view now. */
async function findViewableIds(ctx: Context, ids: string[]): Promise<Set<string>> {
  const foundIds = await Promise.all(
    [...new Set(ids)].map(async (id) =>
      (await findViewableType(ctx, id)?.load(ctx, id)) ? id : undefined,
    ),
  )
  return new Set(foundIds.filter((id) => id !== undefined))
}

/** Returns the ids of the deleted records that the caller could view before their deletion. */
async function findViewableDeletedIds(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { viewer } = ctx
  const uniqueIds = [...new Set(ids)]
  const deletions = await ctx.db.allByIds(deletionsOfRecords, viewer.companyId, uniqueIds)
  const viewableDeletions = deletions.filter(({ recordId, audience }) => {
    const nodeType = findViewableType(ctx, recordId)
    if (!nodeType) return false
    if (nodeType.policy.canViewAll(getAccessScope(viewer))) return true
    const userIds = audience === null ? [] : (JSON.parse(audience) as string[])
    return userIds.includes(viewer.userId) || userIds.includes('*')
  })
  return new Set(viewableDeletions.map(({ recordId }) => recordId))
}

/** Returns the events that the caller can view, without ids of hidden records in their changes. */
export async function toVisibleEvents(ctx: Context, rows: EventRow[]): Promise<VisibleEvent[]> {
  const recordIds = rows.map(({ recordId }) => recordId)
  const currentIds = await findViewableIds(ctx, recordIds)
  const deletedIds = await findViewableDeletedIds(
    ctx,
    recordIds.filter((id) => !currentIds.has(id)),
  )
  const viewableRows = rows
    .filter(({ recordId }) => currentIds.has(recordId) || deletedIds.has(recordId))
    .map(({ audience: _, ...row }) => ({ ...row, changes: parseChanges(row) }))
  const idsInChanges = viewableRows.flatMap(({ changes }) => collectIds(changes))
  const viewableIds = await findViewableIds(ctx, idsInChanges)
  return viewableRows.map((event) => ({
    ...event,
    changes: event.changes
      .filter((change) => !countsHiddenPeople(ctx, event, change))
      .map((change) => removeHiddenIds(change, viewableIds)),
  }))
}

/** Returns whether a change is a tag's person count that includes people hidden from the caller. */
const countsHiddenPeople = (ctx: Context, { recordKind }: VisibleEvent, { field }: Change) =>
  recordKind === 'tag' && field === 'people' && !personPolicy.canViewAll(getAccessScope(ctx.viewer))

const quotedIdPattern = /"[a-z]+_[0-9a-z]{20,}/

/** Removes ids not in `viewableIds` from a change; a truncated value with ids becomes null. */
function removeHiddenIds(change: Change, viewableIds: Set<string>): Change {
  const isHidden = (value: unknown) =>
    typeof value === 'string' && idPattern.test(value) && !viewableIds.has(value)
  const hideIds = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => !isHidden(item)).map(hideIds)
    if (typeof value !== 'string') return value
    return isHidden(value) || (change.truncated && quotedIdPattern.test(value)) ? null : value
  }
  return { ...change, from: hideIds(change.from), to: hideIds(change.to) }
}
