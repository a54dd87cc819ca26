import type { SourceRow } from '../reading/source.ts'
import { type FieldChange, titleOf } from './field-changes.ts'
import type { Outcome } from './outcome.ts'
import type { NameChange } from './person-names.ts'

/**
 * Rows that change or may duplicate an existing record, for review before and after an import.
 */
interface ReviewedRow {
  line: number
  /** The record; in a dry run `line 12` for a record that line 12 would create. */
  id: string
  title: string
}

export type ChangedRow = ReviewedRow & { fields: FieldChange[] }
export type RenamedRow = ReviewedRow & NameChange
export type DuplicateRow = ReviewedRow & {
  /** The oldest of the possible duplicates. */
  people: { id: string; title: string; by: 'email' | 'phone'; value: string }[]
  /** Number of possible duplicates, up to 50 for each email and phone. */
  total: number
}

export interface Review {
  changes: ChangedRow[]
  names: RenamedRow[]
  possibleDuplicates: DuplicateRow[]
}

const maxDuplicates = 10

export const newReview = (): Review => ({ changes: [], names: [], possibleDuplicates: [] })

export function review(
  { changes, names, possibleDuplicates }: Review,
  { line }: SourceRow,
  outcome: Outcome,
): void {
  const { record, name, possibleDuplicates: duplicates } = outcome
  if (!record) return
  const row = { line, id: outcome.id ?? record.id, title: titleOf(record) }
  if (outcome.changes?.length) changes.push({ ...row, fields: outcome.changes })
  if (name) names.push({ ...row, ...name })
  if (duplicates.length === 0) return
  const people = duplicates
    .slice(0, maxDuplicates)
    .map(({ id, by, value, ...person }) => ({ id, title: titleOf(person), by, value }))
  possibleDuplicates.push({ ...row, people, total: duplicates.length })
}
