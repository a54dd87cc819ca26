import type { Context } from '../../context.ts'
import { childList } from '../../filtering/child-list.ts'
import {
  changesByDeal,
  changesByPerson,
  datedChangesByPerson,
  dealChangesByPerson,
  enterDealStage,
  enterPersonStage,
  leaveDealStage,
  leavePersonStage,
} from './queries.ts'
import type { DealStageChangeRow, PersonStageChangeRow } from './table.ts'

export type { DealStageChangeRow, PersonStageChangeRow }

export const dealStageChanges = childList(changesByDeal)
export const personStageChanges = childList(changesByPerson)
export const datedPersonStageChanges = childList(datedChangesByPerson)
export const dealStageChangesOfPerson = childList(dealChangesByPerson)

type StageChangeRow = DealStageChangeRow | PersonStageChangeRow

/** The time of entry; null for a person who was in the stage before history was recorded. */
export const getEntryTime = (change: StageChangeRow): string | null =>
  change.kind === 'unknown' && 'personId' in change ? null : change.enteredAt

/** The whole seconds in the stage, until now if the record is still in it. */
export function countSecondsInStage(ctx: Context, change: StageChangeRow): number | null {
  const enteredAt = getEntryTime(change)
  if (enteredAt === null) return null
  const until = change.leftAt === null ? ctx.now() : Date.parse(change.leftAt)
  return Math.max(0, Math.floor((until - Date.parse(enteredAt)) / 1000))
}

interface Deal {
  id: string
  stageId: string
  stageEnteredAt: string
}

interface Person {
  id: string
  stageId: string
  updatedAt: string
  trashedAt: string | null
}

/** Records that a deal entered its stage; without `from`, it was created in it. */
export async function recordDealStage(
  ctx: Context,
  deal: Deal,
  from: string | null = null,
): Promise<void> {
  const change = createStageChange(ctx, 'dealstage', deal, deal.stageEnteredAt, from)
  if (from !== null) await ctx.db.run(leaveDealStage, change)
  await ctx.db.run(enterDealStage, change)
}

/** Records that a person entered their lifecycle stage; every change of the stage calls it. */
export async function recordPersonStage(
  ctx: Context,
  person: Person,
  from: string | null = null,
): Promise<void> {
  const change = createStageChange(
    ctx,
    'personstage',
    person,
    person.trashedAt ?? person.updatedAt,
    from,
  )
  if (from !== null) await ctx.db.run(leavePersonStage, change)
  await ctx.db.run(enterPersonStage, change)
}

function createStageChange(
  ctx: Context,
  prefix: string,
  { id: recordId, stageId: to }: { id: string; stageId: string },
  at: string,
  from: string | null,
) {
  const { companyId, userId } = ctx.viewer
  const kind = from === null ? 'created' : 'moved'
  return {
    companyId,
    recordId,
    id: ctx.newId(prefix, Date.parse(at)),
    kind,
    at,
    byUserId: userId || null,
    from,
    to,
  }
}
