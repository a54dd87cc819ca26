import { batch, type Context } from '../../context.ts'
import { stagesOfCompany } from './queries.ts'
import type { StageRow } from './table.ts'

export type { StageRow }

/** All lifecycle stages of the caller's company, in order; read once in a request. */
export const allStages = async (ctx: Context): Promise<StageRow[]> => ctx.db.all(stagesOfCompany, { companyId: ctx.viewer.companyId })

export const loadStage = batch<StageRow>(async (ctx) => new Map((await allStages(ctx)).map((stage) => [stage.id, stage])))

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
