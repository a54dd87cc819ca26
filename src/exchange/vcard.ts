import { writeCell } from './cells.ts'
import type { Column, Value } from './columns.ts'
import type { Exported } from './records.ts'

/** People as vCards 4.0 (RFC 6350). */
const end = '\r\n'

/** Octets of a line, without its end. */
const longest = 75

/** Text as a value: commas, backslashes and line breaks stand for themselves. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n')

/**
 * Text as a part of a value: semicolons too; elsewhere they need not be, and some would read the
 * backslash.
 */
const part = (text: string): string => escaped(text).replaceAll(';', '\\;')

/** Long lines go on after a line break and a space, never within a character. */
function folded(line: string): string {
  if (line.length <= longest / 3 || Buffer.byteLength(line) <= longest) return line + end
  const parts: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > longest) {
      parts.push(piece)
      piece = ''
      // The space counts.
      octets = 1
    }
    piece += character
    octets += more
  }
  return [...parts, piece].join(`${end} `) + end
}

const emailTypes: Record<string, string> = { home: 'home', work: 'work', other: 'x-other' }
const phoneTypes: Record<string, string> = {
  mobile: 'cell',
  home: 'home',
  work: 'work',
  fax: 'fax',
  other: 'x-other',
}

/** Columns that properties of the standard hold. */
const standard = [
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

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '')
const list = (value: Value | undefined): readonly string[] =>
  typeof value === 'object' && value !== null ? value : []

/**
 * That a value is text goes without saying; but some take a number for what it is, and what is
 * escaped has to be read as text.
 */
const addresses = (
  property: string,
  values: readonly string[],
  types: readonly string[],
  names: Record<string, string>,
): string[] =>
  values.map((value, index) => {
    const text = escaped(value)
    const parameters = [
      `TYPE=${names[types[index] ?? ''] ?? 'x-other'}`,
      ...(index === 0 ? ['PREF=1'] : []),
      ...(text === value ? [] : ['VALUE=text']),
    ]
    return `${property};${parameters.join(';')}:${text}`
  })

/**
 * What no property of the standard holds stands in properties of our own, as in a cell of a CSV
 * file, if there is anything.
 */
const others = (record: Exported, columns: readonly Column[]): string[] =>
  columns.flatMap(({ name, readOnly }) => {
    const cell = readOnly || standard.includes(name) ? '' : writeCell(record[name] ?? null)
    return cell === '' ? [] : [`X-DEALGRAPH-FIELD;X-NAME=${name}:${escaped(cell)}`]
  })

/** @param columns all that people have; see `columnsOf` */
export function vcardOf(record: Exported, columns: readonly Column[]): string {
  const [first, last] = [text(record['firstName']), text(record['lastName'])]
  const [emails, phones, tags] = [
    list(record['emails']),
    list(record['phones']),
    list(record['tags']),
  ]
  const background = text(record['background'])
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID;VALUE=text:${text(record['id'])}`,
    // It must not be empty; who has no name has an address.
    `FN:${escaped(`${first} ${last}`.trim() || emails[0] || phones[0] || text(record['id']))}`,
    `N:${part(last)};${part(first)};;;`,
    ...addresses('EMAIL', emails, list(record['emailTypes']), emailTypes),
    ...addresses('TEL', phones, list(record['phoneTypes']), phoneTypes),
    ...(tags.length > 0 ? [`CATEGORIES:${tags.map(escaped).join(',')}`] : []),
    ...(background === '' ? [] : [`NOTE:${escaped(background)}`]),
    ...others(record, columns),
    `REV:${text(record['updatedAt']).replaceAll(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ]
  return lines.map(folded).join('')
}
