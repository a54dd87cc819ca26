import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import {
  applyChanges,
  checkReferences,
  listReferences,
  newRecord,
  omitUndefined,
  requireSomeField,
} from '../../crud/records.ts'
import type { Detail } from '../../errors.ts'
import { viewersBeforeDeletion } from '../../events/audience.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import {
  type CustomValues,
  replaceCustomValues,
  unfitCustomValues,
} from '../custom-fields/values.ts'
import {
  type ExternalIdInput,
  missingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { unknownPeople } from '../people/operations.ts'
import { allPipelineStages, allPipelines, type PipelineStageRow } from '../pipelines/operations.ts'
import { dealEntered } from '../stage-history/changes.ts'
import { unknownTeams } from '../teams/operations.ts'
import { unknownUsers } from '../users/operations.ts'
import { type LinkInput, linksOf, replaceLinks } from './links.ts'
import { placeDeal } from './moving.ts'
import { dealToChange } from './operations.ts'
import { gapAt, rankIn } from './ranks.ts'
import type { DealRow } from './table.ts'

/** Creating, changing and deleting deals. */
export interface DealInput extends LinkInput, ExternalIdInput {
  title: string
  pipelineId: string
  stageId?: string
  assignedAgentId?: string | null
  price?: number | null
  commission?: number | null
  closeDate?: string | null
  customFields?: CustomValues
}

const logged = [
  'title',
  'pipelineId',
  'stageId',
  'assignedAgentId',
  'price',
  'commission',
  'closeDate',
] as const

/** People of several deals, looked up at once, whom the caller can view. */
export type KnownPeople = Iterable<{ id: string }>

/**
 * Creates a deal at the end of its stage, assigned to the caller unless told otherwise. @throws
 * VALIDATION_ERROR
 */
export async function createDeal(
  ctx: Context,
  input: DealInput,
  people?: KnownPeople,
): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.manage')
  const stage = await checkDealReferences(ctx, input, { people })
  const fresh = newRecord(ctx, 'deal')
  const row: DealRow = {
    ...fresh,
    title: input.title,
    pipelineId: stage.pipelineId,
    stageId: stage.id,
    rank: await rankIn(ctx, stage.id, fresh.id, await gapAt(ctx, stage.id, fresh.id, {})),
    assignedAgentId:
      input.assignedAgentId === undefined ? ctx.viewer.userId : input.assignedAgentId,
    price: input.price ?? null,
    commission: input.commission ?? null,
    closeDate: input.closeDate ?? null,
    stageEnteredAt: fresh.createdAt,
    createdBy: ctx.viewer.userId,
  }
  await ctx.db.insert('deals', row)
  await dealEntered(ctx, row)
  const links = [
    ...(await replaceLinks(ctx, row.id, input)),
    ...(await replaceCustomValues(ctx, 'deal', row.id, input.customFields)),
    ...(await replaceExternalIds(ctx, 'deal', row.id, input)),
  ]
  recordEvent(ctx, {
    type: 'deal.created',
    record: row,
    changes: [...changesBetween({}, row, logged), ...links],
  })
  return row
}

/**
 * Changes the given fields. Another stage places the deal last there, which is a move; another
 * pipeline without a stage means its first one. What changes nothing leaves no trace.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function updateDeal(
  ctx: Context,
  id: string,
  changed: Partial<DealInput>,
  people?: KnownPeople,
): Promise<DealRow> {
  const deal = await dealToChange(ctx, id)
  const input = { title: deal.title, pipelineId: deal.pipelineId, ...requireSomeField(changed) }
  const stage = await checkDealReferences(ctx, input, { deal, people })
  const { title, assignedAgentId, price, commission, closeDate } = input
  const patch: Partial<DealRow> = omitUndefined({
    title,
    assignedAgentId,
    price,
    commission,
    closeDate,
  })
  const links = [
    ...(await replaceLinks(ctx, id, input)),
    ...(await replaceCustomValues(ctx, 'deal', id, input.customFields)),
    ...(await replaceExternalIds(ctx, 'deal', id, input)),
  ]
  if (stage.id !== deal.stageId) return placeDeal(ctx, deal, stage, {}, patch, links)
  const { row, changes } = await applyChanges(ctx, 'deals', deal, patch, links)
  if (changes.length > 0) recordEvent(ctx, { type: 'deal.updated', record: row, changes })
  return row
}

/** Deletes a deal for good. @throws NOT_FOUND, FORBIDDEN */
export async function deleteDeal(ctx: Context, id: string): Promise<{ id: string }> {
  const deal = await dealToChange(ctx, id)
  const { companyId } = deal
  const audience = await viewersBeforeDeletion(ctx, {
    users: [deal.assignedAgentId],
    ...(await linksOf(ctx, id)),
  })
  await ctx.db.delete('deals', { companyId, id })
  recordEvent(ctx, {
    type: 'deal.deleted',
    record: deal,
    changes: changesBetween(deal, {}, logged),
    audience,
  })
  return { id }
}

/**
 * @returns the stage that the deal is to be in. @throws VALIDATION_ERROR with every reference that
 * names nothing
 */
async function checkDealReferences(
  ctx: Context,
  input: DealInput,
  { deal, people }: { deal?: DealRow; people: KnownPeople | undefined },
): Promise<PipelineStageRow> {
  const stages = await allPipelineStages(ctx)
  const stageId =
    input.stageId ?? (deal?.pipelineId === input.pipelineId ? deal.stageId : undefined)
  const stage = stages.find(
    (each) =>
      each.pipelineId === input.pipelineId && (stageId === undefined || each.id === stageId),
  )
  await checkReferences(
    missingExternalId(input),
    unknownPlace(ctx, input, stages),
    unknownPeople(ctx, listReferences('peopleIds', input.peopleIds), people),
    unknownTeams(ctx, listReferences('teamIds', input.teamIds)),
    unknownUsers(ctx, [['assignedAgentId', input.assignedAgentId]]),
    unfitCustomValues(ctx, 'deal', input.customFields),
  )
  return stage as PipelineStageRow
}

async function unknownPlace(
  ctx: Context,
  { pipelineId, stageId }: DealInput,
  stages: readonly PipelineStageRow[],
): Promise<Detail[]> {
  const pipeline = (await allPipelines(ctx)).find((each) => each.id === pipelineId)
  const stage = stages.find((each) => each.id === stageId)
  const details: Detail[] = pipeline
    ? []
    : [{ field: 'pipelineId', code: 'INVALID_REFERENCE', message: 'names no pipeline' }]
  if (stageId !== undefined && (!stage || (pipeline && stage.pipelineId !== pipelineId)))
    details.push({
      field: 'stageId',
      code: 'INVALID_REFERENCE',
      message: 'names no stage of that pipeline',
    })
  return details
}
