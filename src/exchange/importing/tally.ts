import { stringify } from 'csv-stringify/sync'
import { defuse } from '../cells.ts'
import type { Remark, SourceRow } from '../reading/source.ts'
import type { Problem } from './draft.ts'
import type { Outcome, State } from './outcome.ts'
import { newReview, type Review, review } from './review.ts'

/** Rows that were refused for the same. */
export interface Group extends Problem {
  rows: number
  /** The line of the first of them. */
  line: number
}

export interface Refused {
  line: number
  problems: Problem[]
}

export interface Warned {
  line: number
  warnings: readonly Remark[]
}

/** Counts what became of the rows, and keeps of the refused ones as much as anybody reads. */
export interface Tally {
  counts: Record<State, number>
  groups: Map<string, Group>
  /** The first of those that were refused. */
  refused: Refused[]
  records: { rows: number }
  review: Review
  /** Number of rows with changed or omitted values. */
  warned: number
  warningGroups: Map<string, Group>
  /** The first rows with changed or omitted values. */
  warnings: Warned[]
  /** Assumed encodings, by message. */
  assumptions: Map<string, Assumption>
}

export interface Assumption {
  message: string
  rows: number
  /** The lines of the first of those rows. */
  lines: number[]
}

const mostGroups = 200
const mostRefused = 100

export const newTally = (counts?: Record<State, number>): Tally => ({
  counts: counts ?? { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 },
  groups: new Map(),
  refused: [],
  records: { rows: 0 },
  warned: 0,
  warningGroups: new Map(),
  warnings: [],
  assumptions: new Map(),
  review: newReview(),
})

export function count(tally: Tally, row: SourceRow, outcome: Outcome): void {
  const { line } = row
  const { state, problems, remarks } = outcome
  review(tally.review, row, outcome)
  tally.counts[state]++
  tally.records.rows++
  for (const { message } of remarks.filter(isAssumption)) assume(tally, line, message)
  const warnings = remarks.filter((each) => !isAssumption(each))
  if (warnings.length > 0) {
    tally.warned++
    if (tally.warnings.length < mostRefused) tally.warnings.push({ line, warnings })
    for (const { heading, action, message } of warnings)
      countIn(tally.warningGroups, line, { heading, message: `${action}: ${message}` })
  }
  if (state !== 'refused') return
  if (tally.refused.length < mostRefused) tally.refused.push({ line, problems })
  for (const problem of problems) countIn(tally.groups, line, problem)
}

const isAssumption = ({ action }: Remark) => action === 'assumed'
const maxLines = 10

function assume({ assumptions }: Tally, line: number, message: string): void {
  const found = assumptions.get(message) ?? { message, rows: 0, lines: [] }
  found.rows++
  if (found.lines.length < maxLines) found.lines.push(line)
  if (assumptions.size < mostGroups) assumptions.set(message, found)
}

function countIn(groups: Map<string, Group>, line: number, { heading, message }: Problem): void {
  const key = `${heading ?? ''}\n${message}`
  const group = groups.get(key)
  if (group) group.rows++
  else if (groups.size < mostGroups) groups.set(key, { heading, message, rows: 1, line })
}

/** A problem in words: the heading, and what is wrong under it. */
export const wordsOf = ({ heading, message }: Problem): string =>
  heading ? `${heading}: ${message}` : message

/** The columns of `FILE.warnings.csv`. */
export const warningsHead = 'line,id,field,value,warning\n'

export const warningLines = ({ line }: SourceRow, { record, remarks }: Outcome): string =>
  stringify(
    remarks
      .filter((each) => !isAssumption(each))
      .map(({ heading, action, message, value }) =>
        [String(line), record?.id ?? '', heading ?? '', value ?? '', `${action}: ${message}`].map(
          defuse,
        ),
      ),
  )
