import type { Detail } from '../../errors.ts'
import type { ExternalId } from '../../resources/external-ids/operations.ts'
import { splitList } from '../cells.ts'
import type { ExchangeKind } from '../columns.ts'
import type { Cell, Cells, Remark } from '../reading/source.ts'
import type { VendorId } from '../vendors/index.ts'
import type { Use } from './mapping.ts'
import { type Reading, readBoolean, readNumber, readTime } from './values.ts'

/** What is wrong with a row, and under which heading, if under one. */
export interface Problem {
  heading?: string | undefined
  message: string
}

/** A cell that is not empty, with the heading and the field that it stands under. */
export interface Piece {
  heading: string
  number: string
  field: string
  cell: Cell
}

/** A record as a row has it, as the input of the operation that creates it or changes it. */
export interface Draft {
  input: Record<string, unknown>
  /** Place in the input → the heading that it comes from. */
  headings: Map<string, string>
  columns: readonly Use[]
  problems: Problem[]
  /** Values that were changed or left out; they do not prevent the import of the row. */
  remarks: Remark[]
  /** Faults of an earlier attempt, whose fields are left out of this one. */
  refused?: readonly Detail[]
  /** What a new record has besides, and one that is there already keeps as it is. */
  onCreate: Record<string, unknown>
  /** The id that it had where our own export wrote it. */
  id?: string | undefined
  /** Its ids in other programs. */
  externalIds: readonly ExternalId[]
  /** When it happened, where that is not now: milliseconds since 1970. */
  at?: number | undefined
  /** Whether a task is done. */
  done?: boolean | undefined
}

export interface RowReading extends Reading {
  kind: ExchangeKind
  vendor: VendorId
  /** Whether an empty cell clears what the record has. */
  clearEmpty: boolean
}

const empty = (cell: Cell | undefined) =>
  cell === undefined ||
  cell === null ||
  (typeof cell === 'string' ? cell.trim() === '' : Array.isArray(cell) && cell.length === 0)

/** Line breaks as everywhere else; what our own export wrote is kept as it is. */
const unbroken = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replaceAll(/\r\n?/g, '\n') : cell

/** Reads one row by the fields that its columns are mapped to. */
export type RowReader = ReturnType<typeof rowReader>

export function rowReader(cells: Cells, uses: readonly Use[], reading: RowReading) {
  const byField = new Map<string, Piece[]>()
  const cleared = new Map<string, string>()
  for (const { heading, field, number } of uses) {
    if (field === '') continue
    const cell = cells[heading]
    if (cell === undefined || empty(cell)) {
      if (Object.hasOwn(cells, heading)) cleared.set(field, heading)
      continue
    }
    const piece = {
      heading,
      number,
      field,
      cell: reading.vendor === 'dealgraph' || reading.vendor === 'vcard' ? cell : unbroken(cell),
    }
    byField.set(field, [...(byField.get(field) ?? []), piece])
  }
  const draft: Draft = {
    input: {},
    headings: new Map(),
    columns: uses,
    problems: [],
    remarks: [],
    onCreate: {},
    externalIds: [],
  }

  const put = (name: string, value: unknown, heading: string) => {
    draft.input[name] = value
    draft.headings.set(name, heading)
  }
  const refuse = (heading: string, message: string) =>
    void draft.problems.push({ heading, message })
  const leaveOut = (heading: string, message: string, value?: Cell) =>
    void draft.remarks.push({
      heading,
      action: 'left out',
      message,
      ...(value !== undefined && { value: textOf(value) }),
    })

  /**
   * Puts what a field's first cell says under a name; an empty one clears, where that is wanted.
   */
  function take<T>(
    field: string,
    name: string,
    read: (text: string, piece: Piece) => T | undefined,
    otherwise: string,
  ): T | undefined {
    const piece = byField.get(field)?.[0]
    if (!piece) {
      const heading = cleared.get(field)
      if (heading !== undefined && reading.clearEmpty) put(name, null, heading)
      return undefined
    }
    const value = read(textOf(piece.cell), piece)
    if (value === undefined) leaveOut(piece.heading, otherwise, piece.cell)
    else put(name, value, piece.heading)
    return value
  }

  return {
    draft,
    reading,
    put,
    refuse,
    leaveOut,
    take,
    pieces: (field: string): Piece[] => byField.get(field) ?? [],
    /**
     * All pieces of a field and of its finer kinds: `phone`, `phone.work` … in the order of the
     * columns.
     */
    finer: (field: string): Piece[] =>
      uses.flatMap((use) =>
        use.field === field || use.field.startsWith(`${field}.`)
          ? (byField.get(use.field) ?? []).filter(({ heading }) => heading === use.heading)
          : [],
      ),
    /** Whether there is a column for a field, with something in it or not. */
    has: (field: string): boolean => byField.has(field) || cleared.has(field),
    clears: (field: string): string | undefined =>
      reading.clearEmpty && !byField.has(field) ? cleared.get(field) : undefined,
    text: (field: string, name = field) => take(field, name, (text) => text, ''),
    number: (field: string) =>
      take(
        field,
        field,
        (_, { cell }) => readNumber(cell, reading.decimalComma),
        'must be a number, such as 1234.50',
      ),
    boolean: (field: string) =>
      take(field, field, (_, { cell }) => readBoolean(cell), 'must be yes or no'),
    time: (field: string, name = field) =>
      take(field, name, (_, { cell }) => readTime(cell, reading), timeAdvice(reading)),
  }
}

export const timeAdvice = ({ dates }: Reading) =>
  `must be a date, such as 2026-05-17, or a date and time, such as 2026-05-17 09:30 (dates like 5/6/2026 are read as ${dates === 'mdy' ? 'month, day, year; --dates dmy' : 'day, month, year; --dates mdy'} reads them the other way)`

export const textOf = (cell: Cell): string =>
  (Array.isArray(cell) ? cell.join('\n') : String(cell)).trim()

/**
 * The values of a cell: those of a list, of our own export, or of a program that separates them its
 * way.
 */
export function valuesOf({ cell }: Piece, vendor: VendorId, foreign: RegExp): string[] {
  if (Array.isArray(cell)) return cell.map((each: string) => each.trim()).filter(Boolean)
  const text = String(cell)
  if (vendor === 'dealgraph' || vendor === 'vcard') return splitList(text)
  return text
    .split(foreign)
    .map((each) => each.trim())
    .filter(Boolean)
}
