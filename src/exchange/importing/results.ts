/** Summarizes the results of import rows and writes the files of rejected rows and warnings. */
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { ImportRow } from '../../resources/imports/operations.ts'
import type { Holder } from '../../resources/people/match.ts'
import { formatFullName } from '../../resources/users/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import type { RecordColumns } from '../../store/schema.ts'
import { escapeCell } from '../formats.ts'
import type { Remark, Source, SourceRow } from '../reading/source.ts'
import type { ReferenceData } from './references.ts'
import type { Input, Problem } from './row-reader.ts'

export const states = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const
type StateCounts = Record<(typeof states)[number], number>

export interface RowResult {
  state: (typeof states)[number]
  /** The record after the import of the row; undefined for rejected rows and contact groups. */
  record?: RecordColumns
  before?: { input: Record<string, unknown>; version: number }
  externalIds?: readonly ExternalId[]
  problems: Problem[]
  remarks: readonly Remark[]
  /** The id of the matched record; in a dry run, `line 12` if line 12 would create the record. */
  id?: string | undefined
  possibleDuplicates?: Holder[] | undefined
  name?: NameChange | undefined
  /** The field changes of an updated record; set only in a dry run. */
  changes?: FieldChange[]
  /** Returns the emails and phones by which later rows match the record in a dry run. */
  getMatchKeys?(): { emails: string[]; phones: string[] } | undefined
}

export type NameChange = { from: string; to: string; kept: boolean }

export type FieldChange = { field: string; from: unknown; to: unknown }

/** Lists the changes between inputs with the same fields. Ids become names where possible. */
export function listFieldChanges(
  before: Input,
  after: Input,
  { users, teams, stages, pipelines, pipelineStages }: ReferenceData,
): FieldChange[] {
  const namedRecords = [users, teams, stages, pipelines, pipelineStages].flat()
  const namesById = new Map(namedRecords.map(({ id, name }) => [id, name]))
  const toNames = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(toNames) : (namesById.get(value as string) ?? value ?? null)
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
    .map(({ field, from, to }) => ({ field, from: toNames(from), to: toNames(to) }))
}

export function getTitle(record: object): string {
  const { firstName = '', lastName = '', title } = record as Record<string, string | undefined>
  return title ?? formatFullName({ firstName, lastName })
}

/** A problem that several rows share, with the row count and the first line numbers. */
export type ProblemGroup = Problem & { rows: number; lines: number[] }

interface ReviewedRow {
  line: number
  /** The id of the record; in a dry run, `line 12` if line 12 would create the record. */
  id: string
  title: string
}

export type ChangedRow = ReviewedRow & { fields: FieldChange[] }
export type RenamedRow = ReviewedRow & NameChange
export type DuplicateRow = ReviewedRow & {
  people: { id: string; title: string; by: 'email' | 'phone'; value: string }[]
  /** Number of possible duplicates, at most 50 per email or phone. */
  total: number
}

export interface Review {
  changes: ChangedRow[]
  names: RenamedRow[]
  possibleDuplicates: DuplicateRow[]
}

const maxProblemGroups = 200
const maxListedRows = 100
const maxListedLines = 10
const maxDuplicates = 10

export const formatProblem = ({ heading, message }: Problem): string =>
  heading ? `${heading}: ${message}` : message

const isAssumption = ({ action }: Remark) => action === 'assumed'

export class ImportSummary {
  readonly counts = Object.fromEntries(states.map((state) => [state, 0])) as StateCounts
  rows = 0
  readonly rejectedRows: { line: number; problems: Problem[] }[] = []
  readonly problemGroups = new Map<string, ProblemGroup>()
  rowsWithWarnings = 0
  readonly warnings: { line: number; warnings: readonly Remark[] }[] = []
  readonly warningGroups = new Map<string, ProblemGroup>()
  readonly assumptions = new Map<string, ProblemGroup>()
  readonly review: Review = { changes: [], names: [], possibleDuplicates: [] }

  addRow({ line }: SourceRow, result: RowResult): void {
    const { state, problems, remarks } = result
    this.counts[state]++
    this.rows++
    this.#addToReview(line, result)
    for (const { message } of remarks.filter(isAssumption))
      addProblem(this.assumptions, line, { message })
    const warnings = remarks.filter((remark) => !isAssumption(remark))
    if (warnings.length > 0) this.#addWarnings(line, warnings)
    if (state !== 'refused') return
    if (this.rejectedRows.length < maxListedRows) this.rejectedRows.push({ line, problems })
    for (const problem of problems) addProblem(this.problemGroups, line, problem)
  }

  #addWarnings(line: number, warnings: readonly Remark[]): void {
    this.rowsWithWarnings++
    if (this.warnings.length < maxListedRows) this.warnings.push({ line, warnings })
    for (const { heading, action, message } of warnings)
      addProblem(this.warningGroups, line, { heading, message: `${action}: ${message}` })
  }

  #addToReview(line: number, result: RowResult): void {
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

function addProblem(groups: Map<string, ProblemGroup>, line: number, problem: Problem): void {
  const groupKey = formatProblem(problem)
  const group = groups.get(groupKey) ?? { ...problem, rows: 0, lines: [] }
  group.rows++
  if (group.lines.length < maxListedLines) group.lines.push(line)
  if (groups.size < maxProblemGroups) groups.set(groupKey, group)
}

/**
 * Appends the rejected rows and warnings of a batch to their files, before the batch is committed
 * with the file lengths. The next append overwrites data that an uncommitted batch has written.
 * @returns the new file lengths and warning count
 */
export function writeReports(
  { errorsFile, errorsBytes, warningsBytes, warned }: ImportRow,
  rows: readonly SourceRow[],
  results: readonly RowResult[],
  source: Source,
): Pick<ImportRow, 'errorsBytes' | 'warned' | 'warningsBytes'> {
  const errors = { path: errorsFile ?? '', head: source.errorsHead }
  const warnings = { path: getWarningsPath(errors.path), head: 'line,id,field,value,warning\n' }
  const rowResults = rows.map((row, index) => [row, results[index] as RowResult] as const)
  const rejectedRows = rowResults
    .filter(([, { state }]) => state === 'refused')
    .map(([row, { problems }]) => source.formatError(row, problems.map(formatProblem).join('; ')))
  const warningTexts = rowResults.map((pair) => formatWarnings(...pair)).filter(Boolean)
  return {
    errorsBytes: appendToReport(errors, errorsBytes, Buffer.concat(rejectedRows)),
    warned: warned + warningTexts.length,
    warningsBytes: appendToReport(warnings, warningsBytes, Buffer.from(warningTexts.join(''))),
  }
}

type ReportFile = { path: string; head: string }

/** Truncates a report to `size` bytes and appends data, if any. @returns the new size in bytes */
function appendToReport({ path, head }: ReportFile, size: number, addedBytes: Buffer): number {
  if (addedBytes.length === 0) return size
  const reportBytes = size === 0 ? Buffer.concat([Buffer.from(head), addedBytes]) : addedBytes
  const file = openReport(path)
  try {
    ftruncateSync(file, size)
    for (let offset = 0; offset < reportBytes.length; )
      offset += writeSync(file, reportBytes, offset, reportBytes.length - offset, size + offset)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  return size + reportBytes.length
}

function openReport(path: string): number {
  try {
    return openSync(path, existsSync(path) ? 'r+' : 'w')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new OperatorError(
      `Writing the report file ${path} failed (${code}); choose another path with --errors.`,
    )
  }
}

const formatWarnings = ({ line }: SourceRow, { record, remarks }: RowResult): string =>
  stringify(
    remarks
      .filter((remark) => !isAssumption(remark))
      .map(({ heading = '', action, message, value = '' }) =>
        [String(line), record?.id ?? '', heading, value, `${action}: ${message}`].map(escapeCell),
      ),
  )

/** Returns the path of the warnings file: `a.errors-2.vcf` → `a.warnings-2.csv`. */
export function getWarningsPath(errorsPath: string): string {
  const stem = errorsPath.replace(/\.[^./\\]*$/, '')
  const warningsPath = `${stem.replace(/\.errors(-\d+)?$/, '.warnings$1')}.csv`
  return warningsPath.includes('.warnings') ? warningsPath : `${stem}.warnings.csv`
}

/** Returns an unused path for rejected rows: `people.errors.csv`, or else `people.errors-2.csv`. */
export function findErrorsPath(file: string, extension: string): string {
  const stem = file.replace(/\.[^./\\]*$/, '').replace(/\.errors(-\d+)?$/, '')
  for (let number = 1; ; number++) {
    const errorsPath = `${stem}.errors${number === 1 ? '' : `-${number}`}.${extension}`
    if (!existsSync(errorsPath) && !existsSync(getWarningsPath(errorsPath))) return errorsPath
  }
}
