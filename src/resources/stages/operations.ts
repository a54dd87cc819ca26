import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import { notFound } from '../../errors.ts'
import { finder } from '../../filtering/find.ts'
import { after, type Maybe } from '../../store/maybe.ts'
import { stageKind, stagesFound } from './kind.ts'
import { stagesOfCompany } from './queries.ts'
import type { StageRow } from './table.ts'

export type { StageRow }

/** All lifecycle stages of the caller's company, in order. */
export const allStages = (ctx: Context): Maybe<readonly StageRow[]> =>
  ctx.db.allKept(stagesOfCompany, { companyId: ctx.viewer.companyId })

export const loadStage = createLoader<StageRow>((ctx) => after(allStages(ctx), byId))

/** A stage by its id. @throws NOT_FOUND */
export async function getStage(ctx: Context, id: string): Promise<StageRow> {
  const stage = (await allStages(ctx)).find((each) => each.id === id)
  if (!stage) throw notFound('Stage')
  return stage
}

/** The lifecycle stages of the company, as asked for. */
export const stages = finder<StageRow, null>({ kind: stageKind, queries: stagesFound })

/** The stage that a new person is in. */
export async function firstStage(ctx: Context): Promise<StageRow> {
  const stage = (await allStages(ctx)).find((each) => !each.isTrash)
  if (!stage) throw new Error('the company has no stage')
  return stage
}

export async function trashStage(ctx: Context): Promise<StageRow> {
  const stage = (await allStages(ctx)).find((each) => each.isTrash)
  if (!stage) throw new Error('the company has no Trash')
  return stage
}
