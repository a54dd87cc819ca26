/**
 * The tables that reference a person. Each declares beside its table what merging, un-merging and
 * permanently deleting the person does to its rows; a test finds foreign keys without a
 * declaration.
 */
import type { EventType } from '../events/types.ts'
import type { TableName } from '../store/schema.ts'
import type { RecordTable } from './records.ts'

/**
 * Rows that are part of the person. A merge keeps them in its snapshot, and undoing it restores
 * them; `transfer`: the survivor gets them, and undoing the merge returns them.
 */
export interface PersonPart {
  onMerge: 'keep' | 'transfer'
  onDelete: 'cascade'
  table: TableName
  column: string
  /** The columns that order the rows of one person. */
  orderBy: readonly string[]
  /** Columns that name a record of another table: undoing a merge omits rows whose record is gone. */
  requires?: Readonly<Record<string, TableName>>
}

/** Records about one person, in the column `personId`. */
interface PersonRecord {
  onMerge: 'move'
  onDelete: 'cascade' | 'clear'
  table: RecordTable
  event: EventType
}

/** Links between records and any number of people, in the column `personId`. */
export interface PersonLink {
  onMerge: 'relink'
  onDelete: 'unlink'
  table: TableName
  /** The column of `table` that names the record, and the record's table. */
  column: string
  recordTable: RecordTable
  /** Recorded for each record whose list of people changes, as a change of this field. */
  event: EventType
  field: string
}

/** Rows computed from the person's own columns. */
interface PersonIndex {
  onMerge: 'rebuild'
  onDelete: 'cascade'
  table: TableName
}

type PersonReference = PersonPart | PersonRecord | PersonLink | PersonIndex

const declared: PersonReference[] = []

export function declarePersonReferences(...references: PersonReference[]): void {
  declared.push(...references)
}

/** The declared references, all or those that a merge treats in these ways. */
export const personReferences = <M extends PersonReference['onMerge']>(
  ...onMerge: M[]
): Extract<PersonReference, { onMerge: M }>[] =>
  declared.filter(
    (reference): reference is Extract<PersonReference, { onMerge: M }> =>
      onMerge.length === 0 || onMerge.includes(reference.onMerge as M),
  )
