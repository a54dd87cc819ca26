import type { RecordColumns } from '../../store/schema.ts'

export interface DealRow extends RecordColumns {
  title: string
  pipelineId: string
  stageId: string
  /**
   * Where it stands in its column: a fractional index, compared byte by byte, unique in the stage.
   */
  rank: string
  assignedAgentId: string | null
  price: number | null
  commission: number | null
  closeDate: string | null
  stageEnteredAt: string
  createdBy: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    deals: DealRow
    dealPeople: { companyId: string; dealId: string; personId: string; position: number }
    dealTeams: { companyId: string; dealId: string; teamId: string; position: number }
  }
}
