import { countOfKind } from '../exchange/columns.ts'
import { warningsPath } from '../exchange/importing/errors-file.ts'
import type { Imported } from '../exchange/importing/import.ts'
import type { Use } from '../exchange/importing/mapping.ts'
import type { DuplicateRow, RenamedRow, Review } from '../exchange/importing/review.ts'
import type { Run } from '../exchange/importing/run.ts'
import { type Group, type Tally, wordsOf } from '../exchange/importing/tally.ts'
import { vendors } from '../exchange/vendors/index.ts'
import type { ImportRow } from '../resources/imports/operations.ts'
import { type Output, print } from './session.ts'

/** What an import has done, or would do, in words and as an object. */
const thousands = (count: number) => count.toLocaleString('en-US')
const shownGroups = 20

const headingsOf = (columns: readonly Use[]) =>
  columns.map(({ heading, field, known, suggestion }) => ({
    heading,
    field: field || null,
    known,
    ...(suggestion && { suggestion: `--map "${heading}=${suggestion}"` }),
  }))

/** Which heading goes where; what nobody knew last, with what to write. */
function table({ kind, columns }: Run['mapping']): string[] {
  const width = Math.min(40, Math.max(...columns.map(({ heading }) => heading.length)))
  const line = (heading: string, text: string) => `  ${heading.padEnd(width)}  ${text}`
  const kept = columns
    .filter(({ field }) => field !== '')
    .map(({ heading, field }) => line(heading, field))
  const unknown = columns.filter(({ known }) => !known)
  return [
    ...kept,
    ...notKept(kind, columns),
    ...(unknown.length > 0
      ? [
          'Not known, and left out; to keep one, or to say that it is left out on purpose ("Heading="), add:',
        ]
      : []),
    ...unknown.map(({ heading, suggestion }) =>
      line(heading, `--map "${heading}=${suggestion ?? ''}"`),
    ),
  ]
}

/** Known columns that correspond to no field. */
function notKept(kind: string, columns: readonly Use[]): string[] {
  const out = columns.filter(({ field, known }) => field === '' && known)
  const names = out.map(({ heading }) => heading).join(', ')
  return out.length > 0 ? [`Left out, as ${kind} have nothing like it: ${names}`] : []
}

function reasons(groups: Tally['groups']): string[] {
  const most = [...groups.values()].sort((a, b) => b.rows - a.rows)
  const line = (group: Group) =>
    `  line ${group.line}${group.rows > 1 ? ` and ${thousands(group.rows - 1)} more` : ''}: ${wordsOf(group)}`
  return [
    ...most.slice(0, shownGroups).map(line),
    ...(most.length > shownGroups ? [`  … and ${most.length - shownGroups} other reasons`] : []),
  ]
}

/** Values that were assumed, changed or left out in rows that were not refused for them. */
function warnings({ warned, warningGroups, assumptions }: Tally): string[] {
  const assumed = [...assumptions.values()].map(({ message, rows, lines }) => {
    const more = rows > lines.length ? ` and ${thousands(rows - lines.length)} more` : ''
    return `  line${rows > 1 ? 's' : ''} ${lines.join(', ')}${more}: ${message}`
  })
  return [
    ...(warned > 0 ? [`${thousands(warned)} ${warned > 1 ? 'rows' : 'row'} with warnings:`] : []),
    ...reasons(warningGroups),
    ...(assumed.length > 0 ? ['Assumed:', ...assumed] : []),
  ]
}

function counted({ created, updated, unchanged, skipped, refused }: Tally['counts']): string {
  const parts = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged, 'as they were'],
    [skipped, 'skipped'],
    [refused, 'refused'],
  ] as const
  const told = parts.filter(([number], index) => number > 0 || index === 0)
  return told.map(([number, what]) => `${thousands(number)} ${what}`).join(', ')
}

const about = ({ opened: { name, source, rows }, run: { kind, vendor } }: Imported) =>
  `${name}: ${countOfKind(rows, kind)}, ${vendors[vendor].name} (${source.about})`

const common = ({ opened: { name, source, rows }, run: { mapping }, tally }: Imported) => ({
  file: name,
  format: source.about,
  kind: mapping.kind,
  program: vendors[mapping.vendor].name,
  rows,
  headings: headingsOf(mapping.columns),
  errors: tally.refused,
  warned: tally.warned,
  warnings: tally.warnings,
  assumptions: [...tally.assumptions.values()],
  names: tally.review.names,
  possibleDuplicates: tally.review.possibleDuplicates,
})

export function printDryRun(output: Output, imported: Imported): void {
  const { run, tally } = imported
  const lines = [
    about(imported),
    ...table(run.mapping),
    '',
    `Would be: ${counted(tally.counts)}.`,
    ...reasons(tally.groups),
    ...warnings(tally),
    ...changeLines(tally.review),
    ...reviewLines(tally.review, Number.POSITIVE_INFINITY),
    'Nothing has been written; without --dry-run it will be.',
  ]
  const { changes } = tally.review
  print(output, { dryRun: true, ...common(imported), ...tally.counts, changes }, lines.join('\n'))
}

export function printImport(output: Output, imported: Imported, row: ImportRow): void {
  const { run, tally, opened, begun } = imported
  const { created, updated, unchanged, skipped, refused } = row
  const counts = { created, updated, unchanged, skipped, refused }
  const unknown = run.mapping.columns.filter(({ known }) => !known).map(({ heading }) => heading)
  const written = refused > 0 ? row.errorsFile : null
  const warningsFile = row.warned > 0 && row.errorsFile ? warningsPath(row.errorsFile) : null
  const lines = [
    about(imported),
    ...(begun?.rows ? [`Went on behind row ${thousands(begun.rows)}, where it had stopped.`] : []),
    `${counted(counts)}.`,
    ...reasons(tally.groups),
    ...reviewLines(tally.review),
    ...(written
      ? [
          `The refused rows are in ${written}, each with why: mend them there, and import that file.`,
        ]
      : []),
    ...warnings(tally),
    ...(warningsFile ? [`Each value that was changed or left out is in ${warningsFile}.`] : []),
    ...notKept(run.kind, run.mapping.columns),
    ...(unknown.length > 0
      ? [`Not known, and left out: ${unknown.join(', ')} (--dry-run says how to keep them).`]
      : []),
    row.finishedAt
      ? `"dealgraph import undo ${row.id}" takes it back.`
      : `Stopped after ${thousands(row.rows)} of ${thousands(opened.rows)} rows; the same command goes on from there.`,
  ]
  print(
    output,
    {
      dryRun: false,
      importId: row.id,
      finished: row.finishedAt !== null,
      ...common(imported),
      ...counts,
      warned: row.warned,
      errorsFile: written,
      warningsFile,
    },
    lines.join('\n'),
  )
}

/** Formats the rows that change an existing record, or may duplicate one, for a terminal. */
const maxWidth = 100
const maxLines = 20

const cut = (text: string, width: number): string => {
  const letters = [...text]
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : text
}

/** One indented line, cut to `maxWidth`. */
const lineOf = (indent: number, text: string): string =>
  ' '.repeat(indent) + cut(text.replaceAll(/\s+/g, ' '), maxWidth - indent)

interface Contact {
  value: string
  type?: string
  isPrimary?: boolean
  isBad?: boolean
}

/** A value in one line: `ann@example.com (work, primary)`. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)'
  if (Array.isArray(value)) return value.length > 0 ? value.map(shown).join(', ') : '(none)'
  if (typeof value !== 'object') return String(value)
  if ('externalId' in value) return Object.values(value).join(':')
  const { value: contact, type, isPrimary, isBad } = value as Contact
  const about = [type, isPrimary && 'primary', isBad && 'bad'].filter(Boolean)
  return `${contact} (${about.join(', ')})`
}

const heading = ({ line, title, id }: { line: number; title: string; id: string }): string =>
  lineOf(2, `line ${line}: ${[title, id].filter(Boolean).join(', ')}`)

/** All changes that a dry run found, field by field. */
export function changeLines({ changes }: Review): string[] {
  const fields = changes.map((row) => [
    heading(row),
    ...row.fields.map(({ field, from, to }) => {
      const width = Math.floor((maxWidth - 4 - field.length - 5) / 2)
      return lineOf(4, `${field}: ${cut(shown(from), width)} → ${cut(shown(to), width)}`)
    }),
  ])
  return changes.length > 0 ? ['Changes of existing records:', ...fields.flat()] : []
}

function named({ line, id, from, to, kept }: RenamedRow): string {
  const become = kept ? `keeps the name "${from}"; the file has "${to}"` : `"${from}" → "${to}"`
  return lineOf(2, `line ${line}: ${id} ${become}`)
}

function duplicate({ line, id, title, people, total }: DuplicateRow): string[] {
  const others = people.map((each) =>
    lineOf(4, `${each.by} ${each.value}: ${[each.title, each.id].filter(Boolean).join(', ')}`),
  )
  const more = total > people.length ? [`    … and ${total - people.length} more`] : []
  return [heading({ line, id, title }), ...others, ...more]
}

/** @param max rows of each list */
export function reviewLines({ names, possibleDuplicates }: Review, max = maxLines): string[] {
  const more = (total: number) =>
    total > max ? [`  … and ${total - max} more; --json lists all of them`] : []
  const kept = names.filter((row) => row.kept)
  const changed = names.filter((row) => !row.kept)
  const list = (title: string, rows: readonly RenamedRow[]) =>
    rows.length > 0
      ? [`${title}: ${rows.length}`, ...rows.slice(0, max).map(named), ...more(rows.length)]
      : []
  return [
    ...list('Names kept (--overwrite-names replaces them)', kept),
    ...list('Names changed', changed),
    ...(possibleDuplicates.length > 0
      ? [
          `Possible duplicates: ${possibleDuplicates.length}`,
          ...possibleDuplicates.slice(0, max).flatMap(duplicate),
          ...more(possibleDuplicates.length),
        ]
      : []),
  ]
}
