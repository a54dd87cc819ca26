/** Prints the result of an import or of a dry run, as text or as JSON. */
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
import { formatTotal, vendors } from '../exchange/kinds.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import type { ImportRow } from '../resources/imports/operations.ts'
import { type Output, print } from './command-helpers.ts'

const maxProblemGroups = 20
const maxReviewedRows = 20
const maxHeadingWidth = 40
const maxLineWidth = 100

const listLineIf = (condition: unknown, line: string): string[] => (condition ? [line] : [])
const formatMoreLines = (totalCount: number, printedCount: number, text: string) =>
  listLineIf(totalCount > printedCount, `  … and ${totalCount - printedCount} ${text}`)

export function printDryRun(output: Output, result: ImportResult): void {
  const { plan, summary } = result
  const lines = [
    formatTitle(result),
    ...formatMapping(plan.mapping),
    '',
    `Expected result: ${formatCounts(summary.counts)}.`,
    ...formatProblemGroups(summary.problemGroups),
    ...formatWarningGroups(summary),
    ...formatChanges(summary.review),
    ...formatReview(summary.review, Number.POSITIVE_INFINITY),
    'The dry run changed nothing. To import the file, run the command without --dry-run.',
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
    ...(initialRow?.rows ? [`The import resumed after row ${formatCount(initialRow.rows)}.`] : []),
    `${formatCounts(counts)}.`,
    ...formatProblemGroups(summary.problemGroups),
    ...formatReview(summary.review),
    ...(errorsFile
      ? [`Rejected rows, with the reasons: ${errorsFile}. Correct the rows and import that file.`]
      : []),
    ...formatWarningGroups(summary),
    ...listLineIf(warningsFile, `All changed and omitted values are listed in ${warningsFile}.`),
    ...formatIgnoredHeadings(result.plan.mapping),
    ...formatEnding(result, row),
  ]
  const importState = { dryRun: false, importId: row.id, finished: row.finishedAt !== null }
  const reportFiles = { warned: row.warned, errorsFile, warningsFile }
  print(output, { ...importState, ...toJson(result), ...counts, ...reportFiles }, lines.join('\n'))
}

function formatEnding({ file, plan }: ImportResult, row: ImportRow): string[] {
  const headings = plan.mapping.columns.filter(({ known }) => !known).map(({ heading }) => heading)
  const unknownHeadings = `Unknown headings, not imported: ${headings.join(', ')}`
  return [
    ...listLineIf(headings.length > 0, `${unknownHeadings} (--dry-run shows how to import them).`),
    row.finishedAt
      ? `To revert this import, run "dealgraph import undo ${row.id}".`
      : `Stopped after ${formatCount(row.rows)} of ${formatCount(file.rows)} rows; to resume, run the same command again.`,
  ]
}

const formatTitle = ({ file: { name, source, rows }, plan: { kind, vendor } }: ImportResult) =>
  `${name}: ${formatTotal(rows, kind)}, ${vendors[vendor].name} (${source.description})`

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
  errors: summary.rejectedRows,
  warned: summary.rowsWithWarnings,
  warnings: summary.warnings,
  assumptions: [...summary.assumptions.values()],
  names: summary.review.names,
  possibleDuplicates: summary.review.possibleDuplicates,
})

function formatMapping(mapping: Mapping): string[] {
  const { columns } = mapping
  const maxLength = Math.max(...columns.map(({ heading }) => heading.length))
  const width = Math.min(maxHeadingWidth, maxLength)
  const formatLine = (heading: string, text: string) => `  ${heading.padEnd(width)}  ${text}`
  const unknownColumns = columns.filter(({ known }) => !known)
  const advice = 'Unknown headings are not imported. To import a column, add its option:'
  return [
    ...columns.flatMap(({ heading, field }) => listLineIf(field, formatLine(heading, field))),
    ...formatIgnoredHeadings(mapping),
    ...listLineIf(unknownColumns.length > 0, advice),
    ...unknownColumns.map(({ heading, suggestion }) =>
      formatLine(heading, `--map "${heading}=${suggestion ?? ''}"`),
    ),
  ]
}

function formatIgnoredHeadings({ columns }: Mapping): string[] {
  const isIgnored = ({ field, known }: ColumnMapping) => field === '' && known
  const headings = columns
    .filter(isIgnored)
    .map(({ heading }) => heading)
    .join(', ')
  return listLineIf(headings, `Not imported (no matching field, or ignored by --map): ${headings}`)
}

function formatProblemGroups(groups: ReadonlyMap<string, ProblemGroup>): string[] {
  const sortedGroups = [...groups.values()].sort((a, b) => b.rows - a.rows)
  const formatGroup = (group: ProblemGroup) =>
    `  line ${group.lines[0]}${group.rows > 1 ? ` and ${formatCount(group.rows - 1)} more` : ''}: ${formatProblem(group)}`
  return [
    ...sortedGroups.slice(0, maxProblemGroups).map(formatGroup),
    ...formatMoreLines(sortedGroups.length, maxProblemGroups, 'more reasons'),
  ]
}

function formatWarningGroups({ rowsWithWarnings, warningGroups, assumptions }: ImportSummary) {
  const assumptionLines = [...assumptions.values()].map(({ message, rows, lines }) => {
    const remainderText = rows > lines.length ? ` and ${formatCount(rows - lines.length)} more` : ''
    return `  line${rows > 1 ? 's' : ''} ${lines.join(', ')}${remainderText}: ${message}`
  })
  return [
    ...listLineIf(rowsWithWarnings > 0, `${formatCountOf(rowsWithWarnings, 'row')} with warnings:`),
    ...formatProblemGroups(warningGroups),
    ...(assumptionLines.length > 0 ? ['Assumptions:', ...assumptionLines] : []),
  ]
}

function formatCounts({ created, ...otherCounts }: ImportSummary['counts']): string {
  const nonzero = Object.entries(otherCounts).filter(([, count]) => count > 0)
  const counts = [['created', created] as const, ...nonzero]
  const texts = counts.map(([state, count]) => `${formatCount(count)} ${state}`)
  return texts.join(', ').replace('refused', 'rejected')
}

const truncate = (text: string, width: number): string => {
  const characters = [...text]
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text
}

const formatReviewLine = (indent: number, text: string): string =>
  ' '.repeat(indent) + truncate(text.replaceAll(/\s+/g, ' '), maxLineWidth - indent)

/** Formats a field value on one line, such as `ann@example.com (work, primary)`. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)'
  if (Array.isArray(value)) return value.length > 0 ? value.map(formatValue).join(', ') : '(none)'
  if (typeof value !== 'object') return String(value)
  if ('externalId' in value) return Object.values(value).join(':')
  const { value: contact, type, isPrimary, isBad } = value as Record<string, unknown>
  const contactNotes = [type, isPrimary && 'primary', isBad && 'bad'].filter(Boolean)
  return `${contact} (${contactNotes.join(', ')})`
}

const formatRow = ({ line, title, id }: { line: number; title: string; id: string }): string =>
  formatReviewLine(2, `line ${line}: ${[title, id].filter(Boolean).join(', ')}`)

export function formatChanges({ changes }: Review): string[] {
  const changeLines = changes.flatMap((row) => [
    formatRow(row),
    ...row.fields.map(({ field, from, to }) => {
      const valueWidth = Math.floor((maxLineWidth - 4 - field.length - 5) / 2)
      const values = [from, to].map((value) => truncate(formatValue(value), valueWidth))
      return formatReviewLine(4, `${field}: ${values.join(' → ')}`)
    }),
  ])
  return [...listLineIf(changes.length > 0, 'Changes to existing records:'), ...changeLines]
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
  const toLines = <R>(title: string, rows: readonly R[], format: (row: R) => string | string[]) => [
    ...listLineIf(rows.length > 0, `${title}: ${rows.length}`),
    ...rows.slice(0, maxRows).flatMap(format),
    ...formatMoreLines(rows.length, maxRows, 'more; --json lists all rows'),
  ]
  const keptNames = names.filter((row) => row.kept)
  const changedNames = names.filter((row) => !row.kept)
  return [
    ...toLines('Names kept (--overwrite-names replaces them)', keptNames, formatName),
    ...toLines('Names changed', changedNames, formatName),
    ...toLines('Possible duplicates', possibleDuplicates, formatDuplicates),
  ]
}
