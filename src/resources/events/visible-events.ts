/**
 * The events that a caller can view: those of records that the caller can view now, and of deleted
 * records that the caller could view when they were deleted. Ids of other records are removed from
 * the changes.
 */
import { accessScopeOf } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { countedPolicy, nodeTypeOf } from '../../crud/node-types.ts'
import { type Change, type EventRow, readChanges } from '../../events/changes.ts'
import { idPattern } from '../../lib/ids.ts'
import { listParam } from '../../store/query.ts'
import { deletionsOf } from './queries.ts'

export interface VisibleEvent extends Omit<EventRow, 'changes' | 'audience'> {
  /** Includes unchanged places of a move; see `isDifferent`. */
  changes: Change[]
}

/** The node type of a record, if the caller has the scope that viewing it takes. */
function viewableTypeOf(ctx: Context, id: string) {
  const nodeType = nodeTypeOf(id)
  const scope = nodeType?.policy.scope
  return scope && !ctx.viewer.rights.has(scope) ? undefined : nodeType
}

/** The ids among these of records that the caller can view now. */
async function viewableNow(ctx: Context, ids: string[]): Promise<Set<string>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) =>
      (await viewableTypeOf(ctx, id)?.load(ctx, id)) ? id : undefined,
    ),
  )
  return new Set(found.filter((id) => id !== undefined))
}

/** The ids among these of deleted records that the caller could view. */
async function viewableBeforeDeletion(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { viewer } = ctx
  const deletions = await ctx.db.all(deletionsOf, {
    companyId: viewer.companyId,
    ids: listParam([...new Set(ids)]),
  })
  const viewable = deletions.filter(({ recordId, audience }) => {
    const nodeType = viewableTypeOf(ctx, recordId)
    if (!nodeType) return false
    if (nodeType.policy.viewsAll(accessScopeOf(viewer))) return true
    const userIds = audience === null ? [] : (JSON.parse(audience) as string[])
    return userIds.includes(viewer.userId) || userIds.includes('*')
  })
  return new Set(viewable.map(({ recordId }) => recordId))
}

const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? idPattern.test(value)
      ? [value]
      : []
    : Array.isArray(value)
      ? value.flatMap(idsIn)
      : []

/** The events that the caller can view, without what the caller cannot view of their changes. */
export async function visibleEvents(ctx: Context, rows: EventRow[]): Promise<VisibleEvent[]> {
  const recordIds = rows.map(({ recordId }) => recordId)
  const now = await viewableNow(ctx, recordIds)
  const deleted = await viewableBeforeDeletion(
    ctx,
    recordIds.filter((id) => !now.has(id)),
  )
  const visible = rows
    .filter(({ recordId }) => now.has(recordId) || deleted.has(recordId))
    .map(({ audience: _, ...row }) => ({ ...row, changes: readChanges(row) }))
  const viewableIds = await viewableNow(
    ctx,
    visible.flatMap(({ changes }) =>
      changes.flatMap(({ from, to }) => [...idsIn(from), ...idsIn(to)]),
    ),
  )
  return visible.map((event) => ({
    ...event,
    changes: event.changes
      .filter((change) => !countsHidden(ctx, event, change))
      .map((change) => withoutHiddenIds(change, viewableIds)),
  }))
}

/** Whether a change counts records of a kind of which the caller cannot view all. */
function countsHidden(ctx: Context, { recordId }: VisibleEvent, { field }: Change): boolean {
  const counted = countedPolicy(recordId, field)
  return counted !== undefined && !counted.viewsAll(accessScopeOf(ctx.viewer))
}

const containsId = /"[a-z]+_[0-9a-z]{20,}/

/** The change without ids that are not in `viewableIds`; a truncated list of ids becomes null. */
function withoutHiddenIds(change: Change, viewableIds: Set<string>): Change {
  const isHidden = (value: unknown) =>
    typeof value === 'string' && idPattern.test(value) && !viewableIds.has(value)
  const visible = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((each) => !isHidden(each)).map(visible)
    if (typeof value !== 'string') return value
    return isHidden(value) || (change.truncated && containsId.test(value)) ? null : value
  }
  return { ...change, from: visible(change.from), to: visible(change.to) }
}
