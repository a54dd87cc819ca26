/** Writes people as vCards 4.0 (RFC 6350). */
import { writeCell } from './cells.ts'
import type { ExportedRecord } from './export.ts'
import type { Column, Value } from './fields.ts'

const lineEnd = '\r\n'

/** Octets of a line, without its end. */
const maxLineLength = 75

/** Escapes commas, backslashes and line breaks. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\\,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n')

/** Escapes semicolons too; outside structured values some readers keep the backslash. */
const escapeComponent = (text: string): string => escapeText(text).replaceAll(';', '\\;')

/** Folds a long line between characters. */
function fold(line: string): string {
  if (line.length <= maxLineLength / 3 || Buffer.byteLength(line) <= maxLineLength)
    return line + lineEnd
  const lines: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > maxLineLength) {
      lines.push(part)
      part = ''
      // The space of a continued line.
      octets = 1
    }
    part += character
    octets += length
  }
  return [...lines, part].join(`${lineEnd} `) + lineEnd
}

const emailTypes: Record<string, string> = { home: 'home', work: 'work', other: 'x-other' }
const phoneTypes: Record<string, string> = {
  mobile: 'cell',
  home: 'home',
  work: 'work',
  fax: 'fax',
  other: 'x-other',
}

/** Columns with a property of the standard. */
const standardColumns = [
  'id',
  'firstName',
  'lastName',
  'emails',
  'emailTypes',
  'phones',
  'phoneTypes',
  'tags',
  'background',
]

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')
const listOf = (value: Value | undefined): readonly string[] =>
  typeof value === 'object' && value !== null ? value : []

/** Emails or phones. Escaped values declare that they are text, since some readers assume a URI. */
const addressLines = (
  property: string,
  values: readonly string[],
  types: readonly string[],
  typeNames: Record<string, string>,
): string[] =>
  values.map((value, index) => {
    const text = escapeText(value)
    const parameters = [
      `TYPE=${typeNames[types[index] ?? ''] ?? 'x-other'}`,
      ...(index === 0 ? ['PREF=1'] : []),
      ...(text === value ? [] : ['VALUE=text']),
    ]
    return `${property};${parameters.join(';')}:${text}`
  })

/** Columns without a property of the standard, as cells of CSV in properties of our own. */
const ownLines = (record: ExportedRecord, columns: readonly Column[]): string[] =>
  columns.flatMap(({ name, isReadOnly }) => {
    if (isReadOnly || standardColumns.includes(name)) return []
    const cell = writeCell(record[name] ?? null)
    return cell === '' ? [] : [`X-DEALGRAPH-FIELD;X-NAME=${name}:${escapeText(cell)}`]
  })

/** @param columns all columns of people */
export function vcardOf(record: ExportedRecord, columns: readonly Column[]): string {
  const [first, last] = [textOf(record['firstName']), textOf(record['lastName'])]
  const [emails, phones] = [listOf(record['emails']), listOf(record['phones'])]
  const tags = listOf(record['tags'])
  const background = textOf(record['background'])
  const id = textOf(record['id'])
  // FN must not be empty.
  const fullName = `${first} ${last}`.trim() || emails[0] || phones[0] || id
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID;VALUE=text:${id}`,
    `FN:${escapeText(fullName)}`,
    `N:${escapeComponent(last)};${escapeComponent(first)};;;`,
    ...addressLines('EMAIL', emails, listOf(record['emailTypes']), emailTypes),
    ...addressLines('TEL', phones, listOf(record['phoneTypes']), phoneTypes),
    ...(tags.length > 0 ? [`CATEGORIES:${tags.map(escapeText).join(',')}`] : []),
    ...(background === '' ? [] : [`NOTE:${escapeText(background)}`]),
    ...ownLines(record, columns),
    `REV:${textOf(record['updatedAt']).replaceAll(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ]
  return lines.map(fold).join('')
}
