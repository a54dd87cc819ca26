import { declarePersonReferences } from '../../crud/person-references.ts'

/**
 * What a deal or a person did in one stage: came, from where, by whom, and left. Names are kept as
 * they were then.
 */
interface StageChange {
  companyId: string
  /**
   * A TypeID of the time at which the stage was entered: the order of ids is that of the changes.
   */
  id: string
  /** unknown: was there already when history began to be kept */
  kind: 'created' | 'moved' | 'unknown'
  /** Of a person of kind unknown: when the person was created, which is all that is known. */
  enteredAt: string
  leftAt: string | null
  /** null: the server, or not known */
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

export interface PersonStageChangeRow extends StageChange {
  personId: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    dealStageChanges: DealStageChangeRow
    personStageChanges: PersonStageChangeRow
  }
}

declarePersonReferences({
  onMerge: 'keep',
  onDelete: 'cascade',
  table: 'personStageChanges',
  column: 'personId',
  orderBy: ['id'],
})
