import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface PersonRow extends RecordColumns {
  firstName: string
  lastName: string
  /** The folded full name, for search. */
  nameKey: string
  assignedAgentId: string | null
  stageId: string
  /** The stage before Trash; null outside Trash. */
  previousStageId: string | null
  trashedAt: string | null
  source: string | null
  price: number | null
  timeframe: string | null
  background: string | null
  relationship: number | null
  /** When the newest activity was logged; an update does not increment the person's version. */
  lastActivityAt: string | null
}

type ChildRow = { companyId: string; personId: string; position: number }

export interface EmailRow extends ChildRow {
  value: string
  /** The address in lower case. */
  valueKey: string
  type: 'home' | 'work' | 'other'
  isPrimary: number
}

export interface PhoneRow extends ChildRow {
  /** E.164, followed by ` x33` for an extension, if the number parses; else as entered. */
  value: string
  type: 'mobile' | 'home' | 'work' | 'fax' | 'other'
  status: 'Valid' | 'Invalid' | 'Unknown'
  isPrimary: number
  isBad: number
}

export type PersonTagRow = ChildRow & { tagId: string }

export type CollaboratorRow = { companyId: string; userId: string; personId: string }

export interface PersonMergeRow {
  companyId: string
  id: string
  survivorId: string
  /** JSON: a `MergeSnapshot`. */
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
    personTags: PersonTagRow
    collaborators: CollaboratorRow
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

const declarePart = <const P extends object>(columns: P) => ({
  onMerge: 'keep' as const,
  onDelete: 'cascade' as const,
  column: 'personId',
  ...columns,
})

declarePersonReferences(
  declarePart({ table: 'personEmails', orderBy: ['position'] }),
  declarePart({ table: 'personPhones', orderBy: ['position'] }),
  declarePart({ table: 'personTags', orderBy: ['position'], requires: { tagId: 'tags' } }),
  declarePart({ table: 'collaborators', orderBy: ['userId'], requires: { userId: 'users' } }),
  declarePart({ table: 'personMerges', column: 'survivorId', orderBy: ['id'] }),
  { onMerge: 'rebuild', onDelete: 'cascade', table: 'personWords' },
)
