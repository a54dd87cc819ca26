import type { Context } from '../../context.ts'
import { type Change, changesBetween } from '../../events/record-event.ts'
import { type ExternalId, externalIdsOf, recordOfExternalId } from '../external-ids/operations.ts'
import type { MergeSnapshot } from './merge-snapshot.ts'

/** Moves external ids to the survivor of a merge, and back when it is undone. */
type Row = ExternalId & { companyId: string; personId: string }

const rowsOf = (others: MergeSnapshot['others']) =>
  others.flatMap(({ parts }) => (parts['personExternalIds'] ?? []) as unknown as Row[])

/** Moves the external ids of the absorbed people to the survivor. */
export const takeExternalIds = (
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
): Promise<Change[]> =>
  recordIdChanges(ctx, survivorId, rowsOf(others), (row) =>
    ctx.db.insert('personExternalIds', { ...row, personId: survivorId }),
  )

/** Returns the external ids to the restored people, except ids that belong to others by now. */
export const returnExternalIds = (
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
): Promise<Change[]> =>
  recordIdChanges(ctx, survivorId, rowsOf(others), async (row) => {
    const owner = await recordOfExternalId(ctx, 'person', row)
    if (owner !== undefined && owner !== survivorId) return
    const { companyId, source, externalId } = row
    await ctx.db.delete('personExternalIds', { companyId, source, externalId })
    await ctx.db.insert('personExternalIds', row)
  })

async function recordIdChanges(
  ctx: Context,
  survivorId: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<void> | void,
): Promise<Change[]> {
  if (rows.length === 0) return []
  const before = await externalIdsOf(ctx, 'person', survivorId)
  for (const row of rows) await work(row)
  const after = await externalIdsOf(ctx, 'person', survivorId)
  return changesBetween({ externalIds: before }, { externalIds: after }, ['externalIds'])
}
