/** Formats records as CSV, JSON Lines or vCard 4.0 (RFC 6350), and parses and formats CSV cells. */
import { stringify } from 'csv-stringify/sync'
import type { ExportValue } from '../filtering/exports.ts'
import type { ExportedRecord } from './export.ts'
import type { Column } from './fields.ts'
import type { Format } from './kinds.ts'

const formatsByExtension: Record<string, Format> = {
  csv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  vcf: 'vcard',
  vcard: 'vcard',
}

export const findFormat = (file: string): Format | undefined =>
  formatsByExtension[/\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '']

/** Matches text that spreadsheets evaluate as a formula, with or without leading apostrophes. */
const formulaPattern = /^'*[=+\-@\t\r]/
const escapedFormulaPattern = /^'+[=+\-@\t\r]/

/** Prefixes formulas, and text that `unescapeCell` would otherwise change, with an apostrophe. */
export const escapeCell = (cell: string): string => (formulaPattern.test(cell) ? `'${cell}` : cell)

export const unescapeCell = (cell: string): string =>
  escapedFormulaPattern.test(cell) ? cell.slice(1) : cell

/** Joins values with semicolons. Escapes semicolons and backslashes within the values. */
const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join('; ')

/** Splits a cell at unescaped semicolons into trimmed values. Omits empty values. */
export const splitList = (cell: string): string[] =>
  (cell.match(/(?:\\[\\;]|[^;])+/g) ?? [])
    .map((part) => part.trim().replaceAll(/\\([\\;])/g, '$1'))
    .filter(Boolean)

/** Converts a value to a CSV cell. Null becomes an empty cell. Numbers need no escaping. */
export function formatCell(value: ExportValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return escapeCell(value)
  return typeof value === 'object' ? escapeCell(joinList(value)) : String(value)
}

/** Formats rows as CSV with LF. Quotes cells with CR, since many readers treat it as a line end. */
const toCsv = (rows: string[][]): string =>
  stringify(rows, { record_delimiter: '\n', quoted_match: /[\r\n]/ })

const toJsonLine = (record: ExportedRecord, columns: readonly Column[]): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, record[name] ?? null])))}\n`

const lineBreak = '\r\n'

/** Maximum length of a vCard line in octets, excluding the line break. */
const maxLineOctets = 75

const escapeText = (text: string): string =>
  text.replaceAll(/[\\,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n')

/** Escapes semicolons only in structured values: in plain text, some readers keep backslashes. */
const escapeComponent = (text: string): string => escapeText(text).replaceAll(';', '\\;')

function foldLine(line: string): string {
  if (line.length <= maxLineOctets / 3 || Buffer.byteLength(line) <= maxLineOctets)
    return line + lineBreak
  let folded = ''
  let lineOctets = 0
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (lineOctets + octets > maxLineOctets) {
      folded += `${lineBreak} `
      // The leading space of a folded line is part of its length.
      lineOctets = 1
    }
    folded += character
    lineOctets += octets
  }
  return folded + lineBreak
}

const emailTypes: Record<string, string> = { home: 'home', work: 'work' }
const phoneTypes: Record<string, string> = { ...emailTypes, mobile: 'cell', fax: 'fax' }

const standardColumns =
  'id firstName lastName emails emailTypes phones phoneTypes tags background'.split(' ')

/** Formats emails or phones. Declares escaped values as text, since some readers assume a URI. */
const formatContacts = (
  property: 'EMAIL' | 'TEL',
  values: readonly string[],
  types: readonly string[],
  typeNames: Record<string, string>,
): string[] =>
  values.map((value, index) => {
    const escapedValue = escapeText(value)
    const typeParameter = `TYPE=${typeNames[types[index] ?? ''] ?? 'x-other'}`
    const preference = index === 0 ? ';PREF=1' : ''
    return `${property};${typeParameter}${preference}${escapedValue === value ? '' : ';VALUE=text'}:${escapedValue}`
  })

/** Formats writable columns without a vCard property as CSV cells in `X-DEALGRAPH-FIELD`. */
const formatOtherColumns = (record: ExportedRecord, columns: readonly Column[]): string[] =>
  columns.flatMap(({ name, isReadOnly }) => {
    if (isReadOnly || standardColumns.includes(name)) return []
    const cell = formatCell(record[name] ?? null)
    return cell === '' ? [] : [`X-DEALGRAPH-FIELD;X-NAME=${name}:${escapeText(cell)}`]
  })

/** Formats a person as a vCard. @param columns all columns of an export of people */
export function toVcard(record: ExportedRecord, columns: readonly Column[]): string {
  const getText = (column: string) => String(record[column] ?? '')
  const getList = (column: string) => (record[column] ?? []) as readonly string[]
  const [firstName, lastName] = [getText('firstName'), getText('lastName')]
  const [emails, phones] = [getList('emails'), getList('phones')]
  const tags = getList('tags').map(escapeText).join(',')
  const note = escapeText(getText('background'))
  // RFC 6350 requires a nonempty `FN` property.
  const fullName = `${firstName} ${lastName}`.trim() || emails[0] || phones[0] || getText('id')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID;VALUE=text:${getText('id')}`,
    `FN:${escapeText(fullName)}`,
    `N:${escapeComponent(lastName)};${escapeComponent(firstName)};;;`,
    ...formatContacts('EMAIL', emails, getList('emailTypes'), emailTypes),
    ...formatContacts('TEL', phones, getList('phoneTypes'), phoneTypes),
    ...(tags ? [`CATEGORIES:${tags}`] : []),
    ...(note ? [`NOTE:${note}`] : []),
    ...formatOtherColumns(record, columns),
    `REV:${getText('updatedAt').replaceAll(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ]
  return lines.map(foldLine).join('')
}

/** Creates a writer: `head` is the beginning of a file, and `format` formats a chunk of records. */
export function createWriter(format: Format, columns: readonly Column[]) {
  const names = columns.map(({ name }) => name)
  const toCells = (record: ExportedRecord) => names.map((name) => formatCell(record[name] ?? null))
  const formatRecord = format === 'jsonl' ? toJsonLine : toVcard
  return {
    head: format === 'csv' ? toCsv([names]) : '',
    format: (records: readonly ExportedRecord[]) =>
      format === 'csv'
        ? toCsv(records.map(toCells))
        : records.map((record) => formatRecord(record, columns)).join(''),
  }
}
