import type { DealRow } from '../../src/resources/deals/table.ts'
import type { PersonRow } from '../../src/resources/people/table.ts'
import type { PipelineStageRow } from '../../src/resources/pipelines/table.ts'
import type {
  DealStageChangeRow,
  PersonStageChangeRow,
} from '../../src/resources/stage-history/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
import { iso, type Office } from './office.ts'
import type { Stay } from './person.ts'

/** The stages that a deal or a person was in, as rows; whoever made the record made the changes. */
export function dealHistory(
  { deps, boards }: Office,
  { companyId, id: dealId, createdBy }: DealRow,
  stays: Stay<PipelineStageRow>[],
): DealStageChangeRow[] {
  const name = (pipelineId: string) => boards.find((board) => board.id === pipelineId)?.name ?? ''
  return stays.map(({ stage, at }, index) => {
    const before = stays[index - 1]?.stage
    return {
      companyId,
      dealId,
      id: deps.newId('dealstage', at),
      ...timesOf(stays, index),
      byUserId: createdBy,
      fromPipelineId: before?.pipelineId ?? null,
      fromPipelineName: before ? name(before.pipelineId) : null,
      fromStageId: before?.id ?? null,
      fromStageName: before?.name ?? null,
      toPipelineId: stage.pipelineId,
      toPipelineName: name(stage.pipelineId),
      toStageId: stage.id,
      toStageName: stage.name,
    }
  })
}

export function personHistory(
  { deps }: Office,
  { companyId, id: personId, createdBy }: PersonRow,
  stays: Stay<StageRow>[],
): PersonStageChangeRow[] {
  return stays.map(({ stage, at }, index) => {
    const before = stays[index - 1]?.stage
    return {
      companyId,
      personId,
      id: deps.newId('personstage', at),
      ...timesOf(stays, index),
      byUserId: createdBy,
      fromStageId: before?.id ?? null,
      fromStageName: before?.name ?? null,
      toStageId: stage.id,
      toStageName: stage.name,
    }
  })
}

function timesOf(
  stays: Stay<unknown>[],
  index: number,
): Pick<DealStageChangeRow, 'kind' | 'enteredAt' | 'leftAt'> {
  const [stay, next] = [stays[index], stays[index + 1]]
  return {
    kind: index === 0 ? 'created' : 'moved',
    enteredAt: iso(stay?.at ?? 0),
    leftAt: next ? iso(next.at) : null,
  }
}
