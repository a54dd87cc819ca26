import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface DealRow extends RecordColumns {
  title: string
  pipelineId: string
  stageId: string
  /** The position in the stage: a fractional index, compared byte by byte, unique in the stage. */
  rank: string
  assignedAgentId: string | null
  price: number | null
  commission: number | null
  closeDate: string | null
  stageEnteredAt: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    deals: DealRow
    dealPeople: { companyId: string; dealId: string; personId: string; position: number }
    dealTeams: { companyId: string; dealId: string; teamId: string; position: number }
  }
  interface EventActions {
    deal: typeof dealActions
  }
}

const dealActions = declareEvents('deal', ['created', 'updated', 'moved', 'deleted'])

declarePersonReferences({
  onMerge: 'relink',
  table: 'dealPeople',
  column: 'dealId',
  recordTable: 'deals',
  event: 'deal.updated',
  field: 'peopleIds',
})
