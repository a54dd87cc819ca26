import { declarePersonReferences } from '../../crud/person-references.ts'

/** A period that a deal or person spends in one stage, with the stage names at its start. */
interface StageChange {
  companyId: string
  /** A TypeID created from the entry time, so that ids sort in the order of the changes. */
  id: string
  /** `unknown` if the record may have moved to the stage before history was recorded. */
  kind: 'created' | 'moved' | 'unknown'
  /** The entry time; for a person's change of kind `unknown`, the person's creation time. */
  enteredAt: string
  leftAt: string | null
  /** The user who made the change; null if the actor is the server or unknown. */
  byUserId: string | null
  fromStageId: string | null
  fromStageName: string | null
  toStageId: string
  toStageName: string
}

export interface DealStageChangeRow extends StageChange {
  dealId: string
  fromPipelineId: string | null
  fromPipelineName: string | null
  toPipelineId: string
  toPipelineName: string
}

export type PersonStageChangeRow = StageChange & { personId: string }

declare module '../../store/schema.ts' {
  interface Schema {
    dealStageChanges: DealStageChangeRow
    personStageChanges: PersonStageChangeRow
  }
}

declarePersonReferences({
  onMerge: 'keep',
  table: 'personStageChanges',
  column: 'personId',
  orderBy: ['id'],
})
