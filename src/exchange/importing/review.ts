import type { SourceRow } from '../reading/source.ts'
import { type FieldChange, titleOf } from './field-changes.ts'
import type { Outcome } from './outcome.ts'
import type { NameChange } from './person-names.ts'

/**
 * Rows that touch an existing record, or may be one: what somebody looks through before an import,
 * and after it.
 */
interface ReviewedRow {
  line: number
  /** The record; in a dry run `line 12` is the record that row would create. */
  id: string
  title: string
}

export type ChangedRow = ReviewedRow & { fields: FieldChange[] }
export type RenamedRow = ReviewedRow & NameChange
export type DuplicateRow = ReviewedRow & {
  /** The oldest people who may be the same person. */
  people: { id: string; title: string; by: 'email' | 'phone'; value: string }[]
  /** The number of them, up to 50 for each email and phone. */
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
