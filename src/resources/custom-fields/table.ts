import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export type RecordKind = 'person' | 'deal'

export type FieldType = 'text' | 'number' | 'date' | 'boolean' | 'singleChoice' | 'multipleChoice'

export interface CustomFieldRow extends RecordColumns {
  recordKind: RecordKind
  /** The key, which is unique per kind of record and never changes. */
  key: string
  name: string
  description: string | null
  type: FieldType
  /** A JSON list of `FieldOption` objects, empty unless the field is a choice field. */
  options: string
  position: number
  /** The deletion time. Housekeeping deletes the row after the field's last values. */
  deletedAt: string | null
}

export interface FieldOption {
  /** The text stored in records, which stays the same when the label changes. */
  value: string
  label: string
}

/** A custom field with its options parsed from JSON. */
export type CustomField = Omit<CustomFieldRow, 'options'> & { options: FieldOption[] }

interface ValueColumns {
  companyId: string
  fieldId: string
  position: number
  text: string | null
  /** The text that filters compare: truncated lower-case text, a date, or an option value. */
  textKey: string | null
  number: number | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    customFields: CustomFieldRow
    personCustomValues: ValueColumns & { personId: string }
    dealCustomValues: ValueColumns & { dealId: string }
  }
  interface EventActions {
    customField: typeof customFieldActions
  }
}

const customFieldActions = declareEvents('customField', ['created', 'updated', 'deleted'])

declarePersonReferences({
  onMerge: 'keep',
  table: 'personCustomValues',
  column: 'personId',
  orderBy: ['fieldId', 'position'],
  requires: 'fieldId',
})
