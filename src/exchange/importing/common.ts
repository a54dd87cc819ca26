import { customPrefix } from '../columns.ts'
import { type Piece, textOf, valuesOf } from './draft.ts'
import { choices, namedSo, userNamed } from './names.ts'
import type { Reader } from './run.ts'
import { readBoolean, readDate, readNumber } from './values.ts'

/** What rows of several kinds have in common. */

/**
 * Puts the user whom a field names under a name; whoever creates without one gives the record to
 * `--assign-to`.
 */
export function putUser({ row, run, names, found }: Reader, field: string, name: string): void {
  const [piece] = row.pieces(field)
  if (piece) {
    const user = userNamed(names, textOf(piece.cell))
    if (typeof user === 'string') row.put(name, user, piece.heading)
    else if (run.assignTo) row.put(name, run.assignTo, piece.heading)
    else row.leaveOut(piece.heading, user.wrong, piece.cell)
  } else if (row.clears(field)) row.put(name, null, row.clears(field) ?? '')
  else if (run.assignTo && !found) row.draft.onCreate[name] = run.assignTo
  // Of our own exports it is known that nobody is meant; a new record would else be that of whoever
  // imports.
  else if (run.vendor === 'dealgraph' ? row.has(field) : run.vendor === 'vcard' && row.draft.id)
    row.draft.onCreate[name] = null
}

const telling =
  /note|background|comment|message|descri|remark|content|body|text|detail|notiz|bemerk/i

/** Text from any number of columns: what is no note by its heading stands behind it. */
export function putNotes({ row }: Reader, field: string, first: readonly Piece[] = []): void {
  const pieces = [...first, ...row.pieces(field)]
  const [one] = pieces
  const isNote = (piece: Piece) =>
    telling.test(piece.heading) || first.includes(piece) || piece.heading === field
  const lines = pieces.map((piece) =>
    isNote(piece) ? textOf(piece.cell) : `${piece.heading}: ${textOf(piece.cell)}`,
  )
  if (one) row.put(field, lines.join('\n'), one.heading)
  else if (row.clears(field)) row.put(field, null, row.clears(field) ?? '')
}

/** Values between any of the usual separators; Google's own labels begin with an asterisk. */
const anySeparator = /\s*:::\s*|[;,|\n]/

export const listOf = ({ run }: Reader, piece: Piece): string[] =>
  valuesOf(piece, run.vendor, anySeparator).filter((each) => !each.startsWith('* '))

type Custom = Reader['names']['custom'][number]

/** Puts what a row has of custom fields, each as its type is written. */
export function putCustom(reader: Reader, recordKind: Custom['recordKind']): void {
  const { row, run, names } = reader
  for (const field of names.custom.filter((each) => each.recordKind === recordKind)) {
    const name = `${customPrefix}${field.key}`
    const [piece] = row.pieces(name)
    const cleared = row.clears(name)
    const values = () => ({ ...(row.draft.input['customFields'] as object | undefined) })
    if (cleared) row.put('customFields', { ...values(), [field.key]: null }, cleared)
    if (!piece) continue
    const read = customValue(reader, field, piece)
    if (read === undefined) {
      row.leaveOut(piece.heading, wrong(field, run.dates), piece.cell)
      continue
    }
    row.put('customFields', { ...values(), [field.key]: read }, piece.heading)
    row.draft.headings.set(`customFields.${field.key}`, piece.heading)
  }
}

function customValue(reader: Reader, { type, options }: Custom, piece: Piece): unknown {
  const { cell } = piece
  const option = (text: string) =>
    options.find(({ value }) => value === text)?.value ??
    namedSo(
      options.map(({ value, label }) => ({ id: value, name: label })),
      text,
    )[0]?.id
  if (type === 'number') return readNumber(cell, reader.run.decimalComma)
  if (type === 'boolean') return readBoolean(cell)
  if (type === 'date') return readDate(cell, reader.run)
  if (type === 'singleChoice') return option(textOf(cell))
  if (type === 'text') return textOf(cell)
  const chosen = listOf(reader, piece).map(option)
  return chosen.includes(undefined) ? undefined : chosen
}

function wrong({ type, options }: Custom, dates: string): string {
  if (type === 'number') return 'must be a number, such as 1234.50'
  if (type === 'boolean') return 'must be yes or no'
  if (type === 'date')
    return `must be a date, such as 2026-05-17 (dates like 5/6/2026 are read as ${dates})`
  return `must be ${type === 'singleChoice' ? 'one' : 'some'} of ${choices(options.map(({ value, label }) => ({ id: value, name: label })))}`
}
