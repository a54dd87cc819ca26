import type { Context } from '../../context.ts'
import { childList } from '../../filtering/child-list.ts'
import {
  changesByDeal,
  changesByPerson,
  datedChangesByPerson,
  dealChangesByPerson,
} from './queries.ts'
import type { DealStageChangeRow, PersonStageChangeRow } from './table.ts'

export type { DealStageChangeRow, PersonStageChangeRow }

export const dealStageChanges = childList(changesByDeal)
export const personStageChanges = childList(changesByPerson)
export const datedPersonStageChanges = childList(datedChangesByPerson)
export const dealStageChangesOfPerson = childList(dealChangesByPerson)

type StageChangeRow = DealStageChangeRow | PersonStageChangeRow

/** Returns the time of entry, or null if the person was in the stage before history began. */
export const getEntryTime = (change: StageChangeRow): string | null =>
  change.kind === 'unknown' && 'personId' in change ? null : change.enteredAt

/** Returns the whole seconds spent in the stage, until now if the record is still in it. */
export function countSecondsInStage(ctx: Context, change: StageChangeRow): number | null {
  const enteredAt = getEntryTime(change)
  if (enteredAt === null) return null
  const endMs = change.leftAt === null ? ctx.now() : Date.parse(change.leftAt)
  return Math.max(0, Math.floor((endMs - Date.parse(enteredAt)) / 1000))
}
