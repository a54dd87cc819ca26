/** The results of rows, and their summary with the rows to review. */
import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { Holder } from '../../resources/people/match.ts'
import { formatFullName } from '../../resources/users/operations.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { Remark, SourceRow } from '../reading/source.ts'
import type { ReferenceData } from './references.ts'
import type { Problem } from './row-reader.ts'

export const states = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const
export type State = (typeof states)[number]

export interface RowResult {
  state: State
  /** The record after the row; undefined if the row was refused. */
  record?: RecordColumns
  before?: { input: Record<string, unknown>; version: number }
  externalIds?: readonly ExternalId[]
  problems: Problem[]
  remarks: readonly Remark[]
  /** The id of the matched record; in a dry run, `line 12` if that line would create it. */
  id?: string | undefined
  possibleDuplicates?: Holder[] | undefined
  name?: NameChange | undefined
  /** The changes of an updated record; set only in a dry run. */
  changes?: FieldChange[]
  /** Returns the emails and phones by which later rows match the record; only for dry runs. */
  matchKeys?(): { emails: string[]; phones: string[] } | undefined
}

export interface NameChange {
  from: string
  to: string
  kept: boolean
}

export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

type Input = Record<string, unknown>

/** Compares inputs that have the same fields. Ids of users, teams and stages become names. */
export function listFieldChanges(
  before: Input,
  after: Input,
  { users, teams, stages, pipelines, pipelineStages }: ReferenceData,
): FieldChange[] {
  const records = [users, teams, stages, pipelines, pipelineStages].flat()
  const namesById = new Map(records.map(({ id, name }) => [id, name]))
  const format = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(format) : (namesById.get(value as string) ?? value ?? null)
  return Object.keys(before)
    .flatMap((field): FieldChange[] => {
      const [from, to] = [before[field], after[field]]
      if (field !== 'customFields') return [{ field, from, to }]
      return Object.keys(from as Input).map((key) => ({
        field: `customFields.${key}`,
        from: (from as Input)[key],
        to: (to as Input)[key],
      }))
    })
    .filter(({ from, to }) => JSON.stringify(from ?? null) !== JSON.stringify(to ?? null))
    .map(({ field, from, to }) => ({ field, from: format(from), to: format(to) }))
}

export function getTitle(record: object): string {
  const { firstName = '', lastName = '', title } = record as Record<string, string | undefined>
  return title ?? formatFullName({ firstName, lastName })
}

/** Rows with the same problem, and the first of their lines. */
export interface ProblemGroup extends Problem {
  rows: number
  lines: number[]
}

interface ReviewedRow {
  line: number
  /** The id of the record; in a dry run, `line 12` if that line would create it. */
  id: string
  title: string
}

export type ChangedRow = ReviewedRow & { fields: FieldChange[] }
export type RenamedRow = ReviewedRow & NameChange
export type DuplicateRow = ReviewedRow & {
  people: { id: string; title: string; by: 'email' | 'phone'; value: string }[]
  /** Number of possible duplicates, up to 50 for each email and phone. */
  total: number
}

export interface Review {
  changes: ChangedRow[]
  names: RenamedRow[]
  possibleDuplicates: DuplicateRow[]
}

const maxGroups = 200
const maxListedRows = 100
const maxListedLines = 10
const maxDuplicates = 10

export const formatProblem = ({ heading, message }: Problem): string =>
  heading ? `${heading}: ${message}` : message

export const isAssumption = ({ action }: Remark) => action === 'assumed'

export class ImportSummary {
  readonly counts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>
  rows = 0
  readonly refused: { line: number; problems: Problem[] }[] = []
  readonly problemGroups = new Map<string, ProblemGroup>()
  warned = 0
  readonly warnings: { line: number; warnings: readonly Remark[] }[] = []
  readonly warningGroups = new Map<string, ProblemGroup>()
  readonly assumptions = new Map<string, ProblemGroup>()
  readonly review: Review = { changes: [], names: [], possibleDuplicates: [] }

  add({ line }: SourceRow, result: RowResult): void {
    const { state, problems, remarks } = result
    this.counts[state]++
    this.rows++
    this.addToReview(line, result)
    for (const { message } of remarks.filter(isAssumption))
      countProblem(this.assumptions, line, { message })
    const warnings = remarks.filter((remark) => !isAssumption(remark))
    if (warnings.length > 0) this.addWarnings(line, warnings)
    if (state !== 'refused') return
    if (this.refused.length < maxListedRows) this.refused.push({ line, problems })
    for (const problem of problems) countProblem(this.problemGroups, line, problem)
  }

  private addWarnings(line: number, warnings: readonly Remark[]): void {
    this.warned++
    if (this.warnings.length < maxListedRows) this.warnings.push({ line, warnings })
    for (const { heading, action, message } of warnings)
      countProblem(this.warningGroups, line, { heading, message: `${action}: ${message}` })
  }

  private addToReview(line: number, result: RowResult): void {
    const { record, name, changes, possibleDuplicates } = result
    if (!record) return
    const row = { line, id: result.id ?? record.id, title: getTitle(record) }
    if (changes?.length) this.review.changes.push({ ...row, fields: changes })
    if (name) this.review.names.push({ ...row, ...name })
    if (!possibleDuplicates?.length) return
    const people = possibleDuplicates
      .slice(0, maxDuplicates)
      .map(({ id, by, value, ...person }) => ({ id, title: getTitle(person), by, value }))
    this.review.possibleDuplicates.push({ ...row, people, total: possibleDuplicates.length })
  }
}

function countProblem(groups: Map<string, ProblemGroup>, line: number, problem: Problem): void {
  const key = formatProblem(problem)
  const group = groups.get(key) ?? { ...problem, rows: 0, lines: [] }
  group.rows++
  if (group.lines.length < maxListedLines) group.lines.push(line)
  if (groups.size < maxGroups) groups.set(key, group)
}
