/** Reads the cells of a row by field, using the mapping from headings to fields. */
import type { Detail } from '../../errors.ts'
import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { ValueType } from '../fields.ts'
import { splitList } from '../formats.ts'
import type { VendorId } from '../kinds.ts'
import type { Cell, Cells, Remark } from '../reading/source.ts'
import type { ColumnMapping } from './mapping.ts'
import type { ImportPlan } from './plan.ts'
import { getAdvice, getText, readValue } from './values.ts'

export type Problem = { heading?: string | undefined; message: string }

export type FieldCell = { heading: string; number: string; field: string; cell: Cell }

/** The input of an operation that creates or updates a record. */
export type Input = Record<string, unknown>

/** The data of a row, as the input of the operation that creates or updates the record. */
export interface Draft {
  input: Input
  /** Maps input paths, such as `emails[0]`, to headings. */
  headings: Map<string, string>
  columns: readonly ColumnMapping[]
  problems: Problem[]
  /** Remarks on changed or omitted values. The row is imported despite remarks. */
  remarks: Remark[]
  /** Errors of an earlier attempt. This attempt omits the fields that they name. */
  rejected?: readonly Detail[] | undefined
  /** Values that only a new record receives. An existing record keeps its values. */
  onCreate: Input
  /** The record's Dealgraph id, in a file that Dealgraph exported. */
  id?: string | undefined
  externalIds: readonly ExternalId[]
  /** Time of an activity or completion, in Unix epoch milliseconds. The default is now. */
  timeMs?: number | undefined
  done?: boolean | undefined
}

const usesDealgraphFormat = (vendor: VendorId) => vendor === 'dealgraph' || vendor === 'vcard'

const isEmpty = (cell: Cell) =>
  cell === null ||
  (typeof cell === 'string' ? cell.trim() === '' : Array.isArray(cell) && cell.length === 0)

const normalizeLineBreaks = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replaceAll(/\r\n?/g, '\n') : cell

/** Splits a text cell into values: in Dealgraph and vCard files at `;`, else at `separator`. */
export function splitCell({ cell }: FieldCell, vendor: VendorId, separator: RegExp): string[] {
  if (!Array.isArray(cell) && usesDealgraphFormat(vendor)) return splitList(String(cell))
  const values: string[] = Array.isArray(cell) ? cell : String(cell).split(separator)
  return values.map((value) => value.trim()).filter(Boolean)
}

/** Matches any usual list separator, since a file does not declare its list separator. */
const listSeparator = /\s*:::\s*|[;,|\n]/

export class RowReader {
  readonly draft: Draft
  readonly #plan: ImportPlan
  readonly #cellsByField = new Map<string, FieldCell[]>()
  readonly #emptyHeadings = new Map<string, string>()

  /** @param rejected errors of an earlier attempt to import the row */
  constructor(cells: Cells, plan: ImportPlan, rejected?: Draft['rejected']) {
    const { columns } = plan.mapping
    const lists = { problems: [], remarks: [], externalIds: [] }
    this.#plan = plan
    this.draft = { input: {}, onCreate: {}, headings: new Map(), columns, rejected, ...lists }
    for (const { heading, field, number } of columns) {
      const cell = cells[heading]
      if (field === '' || cell === undefined) continue
      if (isEmpty(cell)) this.#emptyHeadings.set(field, heading)
      else {
        const normalizedCell = usesDealgraphFormat(plan.vendor) ? cell : normalizeLineBreaks(cell)
        const fieldCell = { heading, number, field, cell: normalizedCell }
        this.#cellsByField.set(field, [...this.getCells(field), fieldCell])
      }
    }
  }

  getCells(field: string): FieldCell[] {
    return this.#cellsByField.get(field) ?? []
  }

  getCell(field: string): FieldCell | undefined {
    return this.getCells(field)[0]
  }

  /** Returns the cells of a field and its variants, such as `phone.work`, in column order. */
  getVariantCells(field: string): FieldCell[] {
    return this.draft.columns.flatMap((column) =>
      column.field === field || column.field.startsWith(`${field}.`)
        ? this.getCells(column.field).filter(({ heading }) => heading === column.heading)
        : [],
    )
  }

  /** Returns whether a column is mapped to the field, even if the row's cell is empty. */
  hasColumn(field: string): boolean {
    return this.#cellsByField.has(field) || this.#emptyHeadings.has(field)
  }

  setValue(name: string, value: unknown, heading: string): void {
    this.draft.input[name] = value
    this.draft.headings.set(name, heading)
  }

  /** Returns the heading of the empty cell that clears the field, if `--clear-empty` is set. */
  findClearingHeading(field: string): string | undefined {
    if (!this.#plan.clearEmpty || this.#cellsByField.has(field)) return undefined
    return this.#emptyHeadings.get(field)
  }

  /** Clears a field if its cell is empty and `--clear-empty` is set. @returns true if cleared */
  clearField(field: string, name = field, value: unknown = null): boolean {
    const heading = this.findClearingHeading(field)
    if (heading === undefined) return false
    this.setValue(name, value, heading)
    return true
  }

  addProblem(heading: string, message: string): void {
    this.draft.problems.push({ heading, message })
  }

  omit(heading: string, message: string, value: Cell): void {
    this.draft.remarks.push({ heading, action: 'left out', message, value: getText(value) })
  }

  /** Reads the first cell of a field. @param advice the message if `read` returns undefined */
  read<T>(field: string, read: (text: string, cell: Cell) => T | undefined, advice: string): void {
    const fieldCell = this.getCell(field)
    if (!fieldCell) return void this.clearField(field)
    const value = read(getText(fieldCell.cell), fieldCell.cell)
    if (value === undefined) this.omit(fieldCell.heading, advice, fieldCell.cell)
    else this.setValue(field, value, fieldCell.heading)
  }

  readFieldAs(type: ValueType, field: string): void {
    const cell = this.getCell(field)
    if (type !== 'list')
      this.read(field, (_, cell) => readValue(type, cell, this.#plan), getAdvice(type, this.#plan))
    else if (cell) this.setValue(field, this.splitList(cell), cell.heading)
    else this.clearField(field, field, [])
  }

  /** Returns the list values of a cell, without Google's own labels, which start with `*`. */
  splitList(cell: FieldCell): string[] {
    return splitCell(cell, this.#plan.vendor, listSeparator).filter(
      (item) => !item.startsWith('* '),
    )
  }
}
