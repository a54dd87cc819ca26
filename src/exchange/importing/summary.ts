/** Summarizes the results of all rows, with the rows to review. */
import type { Remark, SourceRow } from '../reading/source.ts'
import type { Problem } from './row-reader.ts'
import {
  type FieldChange,
  type NameChange,
  type RowResult,
  type State,
  titleOf,
} from './row-result.ts'

/** Rows with the same problem. */
export interface ProblemGroup extends Problem {
  rows: number
  /** The line of the first row. */
  line: number
}

/** Rows with the same assumption about their encoding. */
export interface Assumption {
  message: string
  rows: number
  /** The lines of the first rows. */
  lines: number[]
}

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

/** Rows that change or may duplicate an existing record. */
export interface Review {
  changes: ChangedRow[]
  names: RenamedRow[]
  possibleDuplicates: DuplicateRow[]
}

const maxGroups = 200
const maxListedRows = 100
const maxLines = 10
const maxDuplicates = 10

/** A problem with its heading. */
export const formatProblem = ({ heading, message }: Problem): string =>
  heading ? `${heading}: ${message}` : message

export const isAssumption = ({ action }: Remark) => action === 'assumed'

export class ImportSummary {
  readonly counts: Record<State, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
  }
  rows = 0
  /** The first refused rows. */
  readonly refused: { line: number; problems: Problem[] }[] = []
  readonly problemGroups = new Map<string, ProblemGroup>()
  /** Number of rows with changed or omitted values. */
  warned = 0
  /** The first rows with changed or omitted values. */
  readonly warnings: { line: number; warnings: readonly Remark[] }[] = []
  readonly warningGroups = new Map<string, ProblemGroup>()
  /** By message. */
  readonly assumptions = new Map<string, Assumption>()
  readonly review: Review = { changes: [], names: [], possibleDuplicates: [] }

  add({ line }: SourceRow, result: RowResult): void {
    const { state, problems, remarks } = result
    this.counts[state]++
    this.rows++
    this.addToReview(line, result)
    for (const { message } of remarks.filter(isAssumption)) this.addAssumption(line, message)
    this.addWarnings(
      line,
      remarks.filter((each) => !isAssumption(each)),
    )
    if (state !== 'refused') return
    if (this.refused.length < maxListedRows) this.refused.push({ line, problems })
    for (const problem of problems) countProblem(this.problemGroups, line, problem)
  }

  private addWarnings(line: number, warnings: readonly Remark[]): void {
    if (warnings.length === 0) return
    this.warned++
    if (this.warnings.length < maxListedRows) this.warnings.push({ line, warnings })
    for (const { heading, action, message } of warnings)
      countProblem(this.warningGroups, line, { heading, message: `${action}: ${message}` })
  }

  private addAssumption(line: number, message: string): void {
    const assumption = this.assumptions.get(message) ?? { message, rows: 0, lines: [] }
    assumption.rows++
    if (assumption.lines.length < maxLines) assumption.lines.push(line)
    if (this.assumptions.size < maxGroups) this.assumptions.set(message, assumption)
  }

  private addToReview(line: number, result: RowResult): void {
    const { record, name, changes, possibleDuplicates } = result
    if (!record) return
    const row = { line, id: result.id ?? record.id, title: titleOf(record) }
    if (changes?.length) this.review.changes.push({ ...row, fields: changes })
    if (name) this.review.names.push({ ...row, ...name })
    if (possibleDuplicates.length === 0) return
    const people = possibleDuplicates
      .slice(0, maxDuplicates)
      .map(({ id, by, value, ...person }) => ({ id, title: titleOf(person), by, value }))
    this.review.possibleDuplicates.push({ ...row, people, total: possibleDuplicates.length })
  }
}

function countProblem(
  groups: Map<string, ProblemGroup>,
  line: number,
  { heading, message }: Problem,
): void {
  const key = `${heading ?? ''}\n${message}`
  const group = groups.get(key)
  if (group) group.rows++
  else if (groups.size < maxGroups) groups.set(key, { heading, message, rows: 1, line })
}
