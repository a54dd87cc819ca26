import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface PersonRow extends RecordColumns {
  firstName: string
  lastName: string
  /** The folded full name, which search compares. */
  nameKey: string
  assignedAgentId: string | null
  stageId: string
  /** The stage to which the person would be restored; null outside Trash. */
  previousStageId: string | null
  trashedAt: string | null
  source: string | null
  price: number | null
  timeframe: string | null
  background: string | null
  relationship: number | null
  /** The time of the newest activity, updated without incrementing the person's version. */
  lastActivityAt: string | null
}

type ChildRow = { companyId: string; personId: string; position: number }

export interface EmailRow extends ChildRow {
  value: string
  /** The email address in lower case, which searches and filters compare. */
  valueKey: string
  type: 'home' | 'work' | 'other'
  isPrimary: number
}

export interface PhoneRow extends ChildRow {
  /** The number in E.164 format, with ` x33` for an extension; as entered if not recognized. */
  value: string
  type: 'mobile' | 'home' | 'work' | 'fax' | 'other'
  status: 'Valid' | 'Invalid' | 'Unknown'
  isPrimary: number
  isBad: number
}

export interface PersonMergeRow {
  companyId: string
  id: string
  survivorId: string
  /** A `MergeSnapshot` as JSON. */
  snapshot: string
  createdBy: string | null
  createdAt: string
  undoneAt: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    people: PersonRow
    personEmails: EmailRow
    personPhones: PhoneRow
    personTags: ChildRow & { tagId: string }
    collaborators: { companyId: string; userId: string; personId: string }
    personMerges: PersonMergeRow
    personWords: { companyId: string; word: string; personId: string }
    nameWords: { companyId: string; word: string }
    nameVariants: { companyId: string; variant: string; word: string }
  }
  interface EventActions {
    person: typeof personActions
  }
}

const personActions = declareEvents(
  'person',
  ['created', 'updated', 'deleted', 'trashed', 'restored', 'tagged', 'merged', 'unmerged'],
  ['relationship'],
)

const toReference = <const P extends object>(columns: P) => ({
  onMerge: 'keep' as const,
  column: 'personId',
  ...columns,
})

declarePersonReferences(
  toReference({ table: 'personEmails', orderBy: ['position'] }),
  toReference({ table: 'personPhones', orderBy: ['position'] }),
  toReference({ table: 'personTags', orderBy: ['position'], requires: 'tagId' }),
  toReference({ table: 'collaborators', orderBy: ['userId'], requires: 'userId' }),
  toReference({ table: 'personMerges', column: 'survivorId', orderBy: ['id'] }),
  { onMerge: 'rebuild', table: 'personWords' },
)
