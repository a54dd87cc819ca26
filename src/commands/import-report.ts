/** Prints the result of an import or a dry run, as sentences or as JSON. */
import type { ImportResult } from '../exchange/importing/import.ts'
import type { ColumnMapping, Mapping } from '../exchange/importing/mapping.ts'
import {
  type DuplicateRow,
  formatProblem,
  getWarningsPath,
  type ImportSummary,
  type ProblemGroup,
  type RenamedRow,
  type Review,
} from '../exchange/importing/results.ts'
import { countOfKind, vendors } from '../exchange/kinds.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import type { ImportRow } from '../resources/imports/operations.ts'
import { type Output, print } from './session.ts'

const maxGroups = 20
const maxReviewedRows = 20
const maxHeadingWidth = 40
const maxWidth = 100

const lineIf = (condition: unknown, line: string): string[] => (condition ? [line] : [])
const formatMoreLines = (totalCount: number, shownCount: number, text: string) =>
  lineIf(totalCount > shownCount, `  … and ${totalCount - shownCount} ${text}`)

export function printDryRun(output: Output, result: ImportResult): void {
  const { plan, summary } = result
  const lines = [
    formatTitle(result),
    ...formatMapping(plan.mapping),
    '',
    `Would be: ${formatCounts(summary.counts)}.`,
    ...formatProblemGroups(summary.problemGroups),
    ...formatWarningGroups(summary),
    ...formatChanges(summary.review),
    ...formatReview(summary.review, Number.POSITIVE_INFINITY),
    'Nothing was written. Run the command without --dry-run to import the file.',
  ]
  const { changes } = summary.review
  print(output, { dryRun: true, ...toJson(result), ...summary.counts, changes }, lines.join('\n'))
}

export function printImport(output: Output, result: ImportResult, row: ImportRow): void {
  const { created, updated, unchanged, skipped, refused } = row
  const counts = { created, updated, unchanged, skipped, refused }
  const errorsFile = refused > 0 ? row.errorsFile : null
  const warningsFile = row.warned > 0 && row.errorsFile ? getWarningsPath(row.errorsFile) : null
  const { summary, initialRow } = result
  const lines = [
    formatTitle(result),
    ...(initialRow?.rows ? [`Resumed after row ${formatCount(initialRow.rows)}.`] : []),
    `${formatCounts(counts)}.`,
    ...formatProblemGroups(summary.problemGroups),
    ...formatReview(summary.review),
    ...(errorsFile
      ? [`Refused rows with their reasons: ${errorsFile}. Correct them there and import that file.`]
      : []),
    ...formatWarningGroups(summary),
    ...lineIf(warningsFile, `All values that were changed or left out: ${warningsFile}.`),
    ...formatIgnoredHeadings(result.plan.mapping),
    ...formatEnd(result, row),
  ]
  const state = { dryRun: false, importId: row.id, finished: row.finishedAt !== null }
  const files = { warned: row.warned, errorsFile, warningsFile }
  print(output, { ...state, ...toJson(result), ...counts, ...files }, lines.join('\n'))
}

function formatEnd({ file, plan }: ImportResult, row: ImportRow): string[] {
  const headings = plan.mapping.columns.filter(({ known }) => !known).map(({ heading }) => heading)
  const unknownHeadings = `Unknown headings, left out: ${headings.join(', ')}`
  return [
    ...lineIf(headings.length > 0, `${unknownHeadings} (--dry-run shows how to keep them).`),
    row.finishedAt
      ? `"dealgraph import undo ${row.id}" reverts this import.`
      : `Stopped after ${formatCount(row.rows)} of ${formatCount(file.rows)} rows; run the same command to resume.`,
  ]
}

const formatTitle = ({ file: { name, source, rows }, plan: { kind, vendor } }: ImportResult) =>
  `${name}: ${countOfKind(rows, kind)}, ${vendors[vendor].name} (${source.description})`

const toJson = ({ file: { name, source, rows }, plan: { mapping }, summary }: ImportResult) => ({
  file: name,
  format: source.description,
  kind: mapping.kind,
  program: vendors[mapping.vendor].name,
  rows,
  headings: mapping.columns.map(({ heading, field, known, suggestion }) => ({
    heading,
    field: field || null,
    known,
    ...(suggestion && { suggestion: `--map "${heading}=${suggestion}"` }),
  })),
  errors: summary.refused,
  warned: summary.warned,
  warnings: summary.warnings,
  assumptions: [...summary.assumptions.values()],
  names: summary.review.names,
  possibleDuplicates: summary.review.possibleDuplicates,
})

function formatMapping(mapping: Mapping): string[] {
  const { columns } = mapping
  const maxLength = Math.max(...columns.map(({ heading }) => heading.length))
  const width = Math.min(maxHeadingWidth, maxLength)
  const line = (heading: string, text: string) => `  ${heading.padEnd(width)}  ${text}`
  const unknownColumns = columns.filter(({ known }) => !known)
  const advice = 'Unknown headings, left out. Add options to keep them ("Heading=" leaves one out):'
  return [
    ...columns.flatMap(({ heading, field }) => lineIf(field, line(heading, field))),
    ...formatIgnoredHeadings(mapping),
    ...lineIf(unknownColumns.length > 0, advice),
    ...unknownColumns.map(({ heading, suggestion }) =>
      line(heading, `--map "${heading}=${suggestion ?? ''}"`),
    ),
  ]
}

function formatIgnoredHeadings({ kind, columns }: Mapping): string[] {
  const isIgnored = ({ field, known }: ColumnMapping) => field === '' && known
  const headings = columns
    .filter(isIgnored)
    .map(({ heading }) => heading)
    .join(', ')
  return lineIf(headings, `Left out, as ${kind} have no such field: ${headings}`)
}

function formatProblemGroups(groups: ReadonlyMap<string, ProblemGroup>): string[] {
  const sortedGroups = [...groups.values()].sort((a, b) => b.rows - a.rows)
  const line = (group: ProblemGroup) =>
    `  line ${group.lines[0]}${group.rows > 1 ? ` and ${formatCount(group.rows - 1)} more` : ''}: ${formatProblem(group)}`
  return [
    ...sortedGroups.slice(0, maxGroups).map(line),
    ...formatMoreLines(sortedGroups.length, maxGroups, 'other reasons'),
  ]
}

function formatWarningGroups({ warned, warningGroups, assumptions }: ImportSummary): string[] {
  const assumptionLines = [...assumptions.values()].map(({ message, rows, lines }) => {
    const moreText = rows > lines.length ? ` and ${formatCount(rows - lines.length)} more` : ''
    return `  line${rows > 1 ? 's' : ''} ${lines.join(', ')}${moreText}: ${message}`
  })
  return [
    ...lineIf(warned > 0, `${formatCountOf(warned, 'row')} with warnings:`),
    ...formatProblemGroups(warningGroups),
    ...(assumptionLines.length > 0 ? ['Assumed:', ...assumptionLines] : []),
  ]
}

function formatCounts({ created, ...others }: ImportSummary['counts']): string {
  const parts = Object.entries(others).filter(([, count]) => count > 0)
  const counts = [['created', created] as const, ...parts]
  return counts.map(([state, count]) => `${formatCount(count)} ${state}`).join(', ')
}

const truncate = (text: string, width: number): string => {
  const letters = [...text]
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : text
}

const formatReviewLine = (indent: number, text: string): string =>
  ' '.repeat(indent) + truncate(text.replaceAll(/\s+/g, ' '), maxWidth - indent)

/** Formats a value on one line, such as `ann@example.com (work, primary)`. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)'
  if (Array.isArray(value)) return value.length > 0 ? value.map(formatValue).join(', ') : '(none)'
  if (typeof value !== 'object') return String(value)
  if ('externalId' in value) return Object.values(value).join(':')
  const { value: contact, type, isPrimary, isBad } = value as Record<string, unknown>
  const notes = [type, isPrimary && 'primary', isBad && 'bad'].filter(Boolean)
  return `${contact} (${notes.join(', ')})`
}

const formatRow = ({ line, title, id }: { line: number; title: string; id: string }): string =>
  formatReviewLine(2, `line ${line}: ${[title, id].filter(Boolean).join(', ')}`)

export function formatChanges({ changes }: Review): string[] {
  const lines = changes.flatMap((row) => [
    formatRow(row),
    ...row.fields.map(({ field, from, to }) => {
      const width = Math.floor((maxWidth - 4 - field.length - 5) / 2)
      const values = [from, to].map((value) => truncate(formatValue(value), width))
      return formatReviewLine(4, `${field}: ${values.join(' → ')}`)
    }),
  ])
  return [...lineIf(changes.length > 0, 'Changes of existing records:'), ...lines]
}

function formatName({ line, id, from, to, kept: isKept }: RenamedRow): string {
  const change = isKept ? `keeps the name "${from}"; the file has "${to}"` : `"${from}" → "${to}"`
  return formatReviewLine(2, `line ${line}: ${id} ${change}`)
}

const formatDuplicates = (row: DuplicateRow): string[] => [
  formatRow(row),
  ...row.people.map(({ by, value, title, id }) =>
    formatReviewLine(4, `${by} ${value}: ${[title, id].filter(Boolean).join(', ')}`),
  ),
  ...formatMoreLines(row.total, row.people.length, 'more').map((line) => `  ${line}`),
]

export function formatReview({ names, possibleDuplicates }: Review, maxRows = maxReviewedRows) {
  const list = <R>(title: string, rows: readonly R[], format: (row: R) => string | string[]) => [
    ...lineIf(rows.length > 0, `${title}: ${rows.length}`),
    ...rows.slice(0, maxRows).flatMap(format),
    ...formatMoreLines(rows.length, maxRows, 'more; --json lists all of them'),
  ]
  const keptNames = names.filter((row) => row.kept)
  const changedNames = names.filter((row) => !row.kept)
  return [
    ...list('Names kept (--overwrite-names replaces them)', keptNames, formatName),
    ...list('Names changed', changedNames, formatName),
    ...list('Possible duplicates', possibleDuplicates, formatDuplicates),
  ]
}
