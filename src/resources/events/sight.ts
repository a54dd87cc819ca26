import { dataScopeOf, type Viewer } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { nodeTypeOf } from '../../crud/node-types.ts'
import { readChanges } from '../../events/changes.ts'
import type { Change } from '../../events/event.ts'
import type { EventRow } from '../../events/table.ts'
import { idPattern } from '../../lib/ids.ts'
import { listParam } from '../../store/sql.ts'
import { audiencesOf } from './queries.ts'

/**
 * Which events a caller sees, and how much of them: an event is seen by those who see its record,
 * with the scope that reading it takes; one of a record that is gone by those who saw it when it
 * was deleted. Ids of records that the caller does not see are left out of the changes.
 */
export interface SeenEvent extends Omit<EventRow, 'changes' | 'audience'> {
  /** Includes unchanged places of a move; see `isDifferent`. */
  changes: Change[]
}

/** Kinds whose records are seen by some only; all others by the whole company. */
const scoped = new Set(['person', 'deal', 'task', 'activity', 'appointment', 'smartList', 'apiKey'])

/** Whether the caller sees every record of a kind. */
function seesAll(viewer: Viewer, kind: string): boolean {
  if (kind === 'smartList') return false
  if (kind === 'person' || kind === 'activity') return dataScopeOf(viewer, 'people.view').all
  return dataScopeOf(viewer, kind === 'deal' ? 'deals.view' : undefined).all
}

/** The records among these ids that the caller sees now. */
async function seenNow(ctx: Context, ids: string[]): Promise<Set<string>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const finder = nodeTypeOf(id)
      if (!finder || (finder.needs && !ctx.viewer.rights.has(finder.needs))) return undefined
      return (await finder.load(ctx, id)) ? id : undefined
    }),
  )
  return new Set(found.filter((id) => id !== undefined))
}

/** Those records among these ids that are gone, and that the caller saw. */
async function seenOnce(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { viewer } = ctx
  // Others may have deleted them, or brought them back, before it in the same transaction.
  await ctx.db.flushDeferred()
  const gone = await ctx.db.all(audiencesOf, {
    companyId: viewer.companyId,
    ids: listParam([...new Set(ids)]),
  })
  const seen = gone.filter(({ recordId, recordKind, audience }) => {
    const { needs, credential } = nodeTypeOf(recordId) ?? {}
    if (needs && !viewer.rights.has(needs)) return false
    // The scopes of a deleted credential are unknown.
    if (credential && viewer.rights.narrowed) return false
    if (!scoped.has(recordKind) || seesAll(viewer, recordKind)) return true
    return audience !== null && (JSON.parse(audience) as string[]).includes(viewer.userId)
  })
  return new Set(seen.map(({ recordId }) => recordId))
}

const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? idPattern.test(value)
      ? [value]
      : []
    : Array.isArray(value)
      ? value.flatMap(idsIn)
      : []

/** Those of some events that the caller sees, as they see them. */
export async function seenEvents(ctx: Context, rows: EventRow[]): Promise<SeenEvent[]> {
  const now = await seenNow(
    ctx,
    rows.map(({ recordId }) => recordId),
  )
  const once = await seenOnce(
    ctx,
    rows.map(({ recordId }) => recordId).filter((id) => !now.has(id)),
  )
  const seen = rows
    .filter(({ recordId }) => now.has(recordId) || once.has(recordId))
    .map(({ audience: _, ...row }) => ({ ...row, changes: readChanges(row) }))
  const named = await seenNow(
    ctx,
    seen.flatMap(({ changes }) =>
      changes.flatMap(({ from, to }) => [...idsIn(from), ...idsIn(to)]),
    ),
  )
  return seen.map((event) => ({
    ...event,
    changes: event.changes.flatMap((change) => shown(event, change, named, ctx.viewer)),
  }))
}

/**
 * A change without what the caller does not see; without anything, where a list of ids was cut, or
 * how many people a tag had is told.
 */
function shown(
  { recordKind }: SeenEvent,
  change: Change,
  named: Set<string>,
  viewer: Viewer,
): Change[] {
  if (recordKind === 'tag' && change.field === 'people' && !seesAll(viewer, 'person')) return []
  const of = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value
        .filter((each) => !(typeof each === 'string' && idPattern.test(each)) || named.has(each))
        .map(of)
    if (typeof value !== 'string') return value
    if (change.truncated && /"[a-z]+_[0-9a-z]{20,}/.test(value)) return null
    return idPattern.test(value) && !named.has(value) ? null : value
  }
  return [{ ...change, from: of(change.from), to: of(change.to) }]
}
