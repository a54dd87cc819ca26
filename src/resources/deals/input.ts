/** The input of a deal, and the check that everything it refers to exists and is visible. */
import type { Context } from '../../context.ts'
import type { WantedIds } from '../../crud/link-list.ts'
import { checkReferences, listReferences } from '../../crud/records.ts'
import type { Detail } from '../../errors.ts'
import { type CustomValues, invalidCustomValues } from '../custom-fields/values.ts'
import { type ExternalIdInput, missingExternalId } from '../external-ids/operations.ts'
import { unknownPeople } from '../people/operations.ts'
import { allPipelineStages, allPipelines, type PipelineStageRow } from '../pipelines/operations.ts'
import { unknownTeams } from '../teams/operations.ts'
import { unknownUsers } from '../users/operations.ts'
import type { DealRow } from './table.ts'

export interface DealInput extends ExternalIdInput {
  title: string
  pipelineId: string
  stageId?: string
  peopleIds?: WantedIds
  teamIds?: WantedIds
  assignedAgentId?: string | null
  price?: number | null
  commission?: number | null
  closeDate?: string | null
  customFields?: CustomValues
}

/** The people of a bulk request that the caller can view, looked up at once. */
export type VisiblePeople = Iterable<{ id: string }>

/** Returns the stage of the deal. @throws VALIDATION_ERROR with all unknown references */
export async function checkDealReferences(
  ctx: Context,
  input: DealInput,
  { deal, visiblePeople }: { deal?: DealRow; visiblePeople: VisiblePeople | undefined },
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
    unknownStage(ctx, input, stages),
    unknownPeople(ctx, listReferences('peopleIds', input.peopleIds), visiblePeople),
    unknownTeams(ctx, listReferences('teamIds', input.teamIds)),
    unknownUsers(ctx, [['assignedAgentId', input.assignedAgentId]]),
    invalidCustomValues(ctx, 'deal', input.customFields),
  )
  return stage as PipelineStageRow
}

async function unknownStage(
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
