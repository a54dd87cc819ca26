import type { SourceRow } from '../reading/source.ts'
import type { Outcome, State } from './apply.ts'
import type { Problem } from './draft.ts'

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

/** Counts what became of the rows, and keeps of the refused ones as much as anybody reads. */
export interface Tally {
  counts: Record<State, number>
  groups: Map<string, Group>
  /** The first of those that were refused. */
  refused: Refused[]
  records: { rows: number }
}

const mostGroups = 200
const mostRefused = 100

export const newTally = (counts?: Record<State, number>): Tally => ({
  counts: counts ?? { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 },
  groups: new Map(),
  refused: [],
  records: { rows: 0 },
})

export function count(tally: Tally, { line }: SourceRow, { state, problems }: Outcome): void {
  tally.counts[state]++
  tally.records.rows++
  if (state !== 'refused') return
  if (tally.refused.length < mostRefused) tally.refused.push({ line, problems })
  for (const { heading, message } of problems) {
    const key = `${heading ?? ''}\n${message}`
    const group = tally.groups.get(key)
    if (group) group.rows++
    else if (tally.groups.size < mostGroups)
      tally.groups.set(key, { heading, message, rows: 1, line })
  }
}

/** A problem in words: the heading, and what is wrong under it. */
export const wordsOf = ({ heading, message }: Problem): string =>
  heading ? `${heading}: ${message}` : message
