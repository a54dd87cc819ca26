import type { DealRow } from '../../src/resources/deals/table.ts'
import type { PersonRow } from '../../src/resources/people/table.ts'
import type { PipelineStageRow } from '../../src/resources/pipelines/table.ts'
import type {
  DealStageChangeRow,
  PersonStageChangeRow,
} from '../../src/resources/stage-history/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
import type { StageStay } from './person.ts'
import { type SeedContext, toIso } from './seed-context.ts'

/**
 * Converts the stages through which a deal has passed to stage change rows. The deal's creator is
 * recorded as the user who made each change.
 */
export function toDealHistory(
  { deps, boards }: SeedContext,
  { companyId, id: dealId, createdBy }: DealRow,
  stays: StageStay<PipelineStageRow>[],
): DealStageChangeRow[] {
  const findPipelineName = (pipelineId: string) =>
    boards.find((board) => board.id === pipelineId)?.name ?? ''
  return stays.map(({ stage, enteredMs }, index) => {
    const previousStage = stays[index - 1]?.stage
    return {
      companyId,
      dealId,
      id: deps.newId('dealstage', enteredMs),
      ...toStayColumns(stays, index),
      byUserId: createdBy,
      fromPipelineId: previousStage?.pipelineId ?? null,
      fromPipelineName: previousStage ? findPipelineName(previousStage.pipelineId) : null,
      fromStageId: previousStage?.id ?? null,
      fromStageName: previousStage?.name ?? null,
      toPipelineId: stage.pipelineId,
      toPipelineName: findPipelineName(stage.pipelineId),
      toStageId: stage.id,
      toStageName: stage.name,
    }
  })
}

export function toPersonHistory(
  { deps }: SeedContext,
  { companyId, id: personId, createdBy }: PersonRow,
  stays: StageStay<StageRow>[],
): PersonStageChangeRow[] {
  return stays.map(({ stage, enteredMs }, index) => {
    const previousStage = stays[index - 1]?.stage
    return {
      companyId,
      personId,
      id: deps.newId('personstage', enteredMs),
      ...toStayColumns(stays, index),
      byUserId: createdBy,
      fromStageId: previousStage?.id ?? null,
      fromStageName: previousStage?.name ?? null,
      toStageId: stage.id,
      toStageName: stage.name,
    }
  })
}

function toStayColumns(
  stays: StageStay<unknown>[],
  index: number,
): Pick<DealStageChangeRow, 'kind' | 'enteredAt' | 'leftAt'> {
  const [stay, nextStay] = [stays[index], stays[index + 1]]
  return {
    kind: index === 0 ? 'created' : 'moved',
    enteredAt: toIso(stay?.enteredMs ?? 0),
    leftAt: nextStay ? toIso(nextStay.enteredMs) : null,
  }
}
