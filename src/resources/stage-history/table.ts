import { declarePersonReferences } from '../../crud/person-references.ts'

/** The period of a deal or a person in one stage. Names are those at the time of the change. */
interface StageChange {
  companyId: string
  /** A TypeID of the time of entry: the order of ids is that of the changes. */
  id: string
  /** `unknown`: in the stage before history was recorded. */
  kind: 'created' | 'moved' | 'unknown'
  /** For a person of kind `unknown`, the creation of the person, since nothing else is known. */
  enteredAt: string
  leftAt: string | null
  /** Null for the server or if unknown. */
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
