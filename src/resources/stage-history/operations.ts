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

/** The time of entry; null for a person who was in the stage before history was recorded. */
export const getEntryTime = (change: StageChangeRow): string | null =>
  change.kind === 'unknown' && 'personId' in change ? null : change.enteredAt

/** The number of whole seconds in the stage, until now if the record is still in it. */
export function countSecondsInStage(ctx: Context, change: StageChangeRow): number | null {
  const enteredAt = getEntryTime(change)
  if (enteredAt === null) return null
  const until = change.leftAt === null ? ctx.now() : Date.parse(change.leftAt)
  return Math.max(0, Math.floor((until - Date.parse(enteredAt)) / 1000))
}
