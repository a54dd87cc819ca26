import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export type RecordKind = 'person' | 'deal'

export type FieldType = 'text' | 'number' | 'date' | 'boolean' | 'singleChoice' | 'multipleChoice'

export interface CustomFieldRow extends RecordColumns {
  recordKind: RecordKind
  /** Unique among the fields of its kind of record; never changes. */
  key: string
  name: string
  description: string | null
  type: FieldType
  /** JSON: a list of `FieldOption`; empty unless the type is a choice */
  options: string
  /** The place among the fields of its kind of record. */
  position: number
  /** When it was deleted, while some of its values are still to go. */
  deletedAt: string | null
}

interface ValueColumns {
  companyId: string
  fieldId: string
  position: number
  text: string | null
  /** What filters compare: text without case and cut, a date, the value of an option. */
  textKey: string | null
  number: number | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    customFields: CustomFieldRow
    personCustomValues: ValueColumns & { personId: string }
    dealCustomValues: ValueColumns & { dealId: string }
  }
}

const customFieldActions = declareEvents('customField', ['created', 'updated', 'deleted'])

declare module '../../events/types.ts' {
  interface EventActions {
    customField: typeof customFieldActions
  }
}

declarePersonReferences({
  onMerge: 'keep',
  onDelete: 'cascade',
  table: 'personCustomValues',
  column: 'personId',
  orderBy: ['fieldId', 'position'],
  requires: { fieldId: 'customFields' },
})
