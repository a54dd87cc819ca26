import { TextDecoder } from 'node:util'
import ICAL from 'ical.js'
import { splitList, undefuse } from '../cells.ts'
import { columnsOf } from '../columns.ts'
import type { Cells } from './source.ts'

/**
 * A card as cells under headings: `First name`, `Email 1`, `Email 1 type` … ical.js reads 3.0 and
 * 4.0. Before it, what only 2.1 has is written as in 3.0: types without a name (`TEL;CELL:`), and
 * quoted-printable text with its own way to break lines.
 */
type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]

/** Never looked at, and large. */
const heavy = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY|X-[\w-]*IMAGE[\w-]*)[;:]/i

/**
 * The lines as they were before they were folded; those of quoted-printable text go on where they
 * end in `=`.
 */
export function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = []
  let soft = false
  for (const line of lines) {
    const last = whole.length - 1
    if (soft && line.trim().toUpperCase() !== 'END:VCARD')
      whole[last] = whole[last]?.slice(0, -1) + line
    else if (/^[ \t]/.test(line) && last >= 0) whole[last] += line.slice(1)
    else if (line.trim() !== '') whole.push(line)
    const text = whole.at(-1) ?? ''
    soft = text.endsWith('=') && /^[^:]*quoted-printable[^:]*:/i.test(text)
  }
  return whole
}

function decoded(text: string, charset: string): string {
  const bytes = text
    .replace(/=$/, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  try {
    return /[\u0100-\uffff]/.test(bytes)
      ? bytes
      : new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')

const parameter = /^(type|value|encoding|charset|language|pref|label|x-[\w-]+|[\w-]+)=/i

/** A property of 2.1 as it would be written in 3.0. */
function modern(line: string): string {
  const [, head = '', text = ''] = /^((?:[^":]|"[^"]*")*):([\s\S]*)$/.exec(line) ?? []
  const [name = '', ...parameters] = head.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const quoted = parameters.some((each) => /^(encoding=)?quoted-printable$/i.test(each))
  const charset =
    parameters.map((each) => /^charset="?([\w-]+)/i.exec(each)?.[1]).find(Boolean) ?? 'utf-8'
  const kept = parameters.filter(
    (each) =>
      each !== '' && !/^(charset=|encoding=|quoted-printable$|base64$|8bit$|7bit$)/i.test(each),
  )
  const types = kept
    .map((each) => (parameter.test(each) ? each : /^[\w-]+$/.test(each) ? `TYPE=${each}` : ''))
    .filter(Boolean)
  const value = quoted
    ? text
        .split(/(?<!\\);/)
        .map((part) => escaped(decoded(part.replaceAll('\\;', ';'), charset)))
        .join(';')
    : text
  return `${[name, ...types].join(';')}:${value}`
}

const isOld = (lines: readonly string[]) =>
  lines.some(
    (line) => /^VERSION:2\.1\s*$/i.test(line) || /^[^:]*quoted-printable[^:]*:/i.test(line),
  )

/** @throws Error for a card that is none */
export function cellsOfCard(given: readonly string[]): Cells {
  const lines = unfolded(given).filter((line) => !heavy.test(line) && /^[\w.-]+[;:]/.test(line))
  const text = (isOld(lines) ? lines.map(modern) : lines).join('\r\n')
  const parsed = ICAL.parse(text) as unknown as [string, Property[]] | [string, Property[]][]
  const [, properties] = (Array.isArray(parsed[0]) ? parsed[0] : parsed) as [string, Property[]]
  return cellsOf(properties)
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).filter(Boolean).join(' ') : String(value ?? '').trim()

type Values = Record<string, string | string[]>

function cellsOf(properties: readonly Property[]): Cells {
  const cells: Values = {}
  const counts = new Map<string, number>()
  const numbered = (heading: string) => {
    counts.set(heading, (counts.get(heading) ?? 0) + 1)
    return `${heading} ${counts.get(heading)}`
  }
  const labels = new Map(
    properties
      .filter(([name]) => name === 'x-ablabel')
      .map(([, { group }, , value]) => [String(group), labelOf(value)]),
  )
  // The one that is marked as preferred comes first.
  for (const property of properties.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const [name, parameters, , ...values] = property
    const value = textOf(values.length > 1 ? values : values[0])
    if (name === 'n') Object.assign(cells, nameOf(values[0]))
    else if (name === 'categories')
      cells['Categories'] = [cells['Categories'] ?? [], ...values.map(textOf)].flat()
    else if ((name === 'email' || name === 'tel') && value) {
      const heading = numbered(name === 'email' ? 'Email' : 'Phone')
      // A list, for one address is never several.
      cells[heading] = [value.replace(/^(tel|mailto):/i, '').replace(/;ext=/i, ' ext. ')]
      cells[`${heading} type`] = [labels.get(String(parameters['group'])), parameters['type']]
        .flat()
        .filter(Boolean)
        .join(' ')
    } else if (name === 'org')
      cells['Organization'] = [values[0]].flat().map(textOf).filter(Boolean).join(', ')
    else if (name === 'adr' && value)
      cells[numbered('Address')] = [values[0]].flat().map(textOf).filter(Boolean).join(', ')
    else if (single[name] && value)
      cells[single[name]] = cells[single[name]] ? `${cells[single[name]]}\n${value}` : value
    else if (name === 'x-dealgraph-field')
      Object.assign(cells, ownField(String(parameters['x-name']), value))
  }
  return named(cells)
}

const labelOf = (value: unknown) => textOf(value).replace(/^_\$!<(.*)>!\$_$/, '$1')

const ownColumns = new Map(columnsOf('people').map(({ name, type }) => [name, type]))

/**
 * What our own export writes of what no property of the standard holds: as in a cell of a CSV file.
 */
function ownField(name: string, value: string): Values {
  const text = undefuse(
    value.replaceAll(/\\(.)/g, (_, each: string) => (each === 'n' ? '\n' : each)),
  )
  return { [name]: ownColumns.get(name) === 'list' ? splitList(text) : text }
}

/** Our own cards have the id as theirs. A full name that is only an address again is none. */
function named({ 'Full name': full, UID: uid, ...cells }: Values): Values {
  const addresses = Object.values(cells)
    .filter((cell) => Array.isArray(cell))
    .flat()
  const own = typeof uid === 'string' && /^person_\w+$/.test(uid)
  return {
    ...cells,
    ...(full && !addresses.includes(String(full)) && { 'Full name': full }),
    ...(uid && { [own ? 'id' : 'UID']: uid }),
  }
}

const single: Readonly<Record<string, string>> = {
  fn: 'Full name',
  nickname: 'Nickname',
  note: 'Note',
  title: 'Job title',
  role: 'Role',
  bday: 'Birthday',
  url: 'Website',
  uid: 'UID',
  'x-error': 'error',
}

function nameOf(value: unknown): Record<string, string> {
  const [last, first, middle] = [value].flat().map(textOf)
  return { 'First name': first ?? '', 'Middle name': middle ?? '', 'Last name': last ?? '' }
}

function rankOf([, { pref, type }]: Property): number {
  const preferred =
    pref !== undefined
      ? Number(pref)
      : [type].flat().some((each) => each?.toLowerCase() === 'pref')
        ? 1
        : 101
  return Number.isFinite(preferred) ? preferred : 101
}
