import type { Context } from '../../context.ts'
import { type Change, changesBetween } from '../../events/record.ts'
import { type ExternalId, externalIdsOf, recordOfExternalId } from '../external-ids/operations.ts'
import type { MergeSnapshot } from './merge-snapshot.ts'

/** External ids in a merge: the survivor takes over those of the others, and gives them back. */
type Row = ExternalId & { companyId: string; personId: string }

const rowsOf = (others: MergeSnapshot['others']) =>
  others.flatMap(({ parts }) => (parts['personExternalIds'] ?? []) as unknown as Row[])

/** Gives the survivor the external ids of the others, who are gone. */
export const takeExternalIds = (
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
): Promise<Change[]> =>
  changing(ctx, survivorId, rowsOf(others), (row) =>
    ctx.db.insert('personExternalIds', { ...row, personId: survivorId }),
  )

/** Gives the others, who are back, their external ids, but for those of other people by now. */
export const returnExternalIds = (
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
): Promise<Change[]> =>
  changing(ctx, survivorId, rowsOf(others), async (row) => {
    const owner = await recordOfExternalId(ctx, 'person', row)
    if (owner !== undefined && owner !== survivorId) return
    const { companyId, source, externalId } = row
    await ctx.db.delete('personExternalIds', { companyId, source, externalId })
    await ctx.db.insert('personExternalIds', row)
  })

async function changing(
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
