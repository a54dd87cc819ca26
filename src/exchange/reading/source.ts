/** The value of a cell: typed in JSON Lines, otherwise text. */
export type Cell = string | number | boolean | null | readonly string[]
export type Cells = Readonly<Record<string, Cell>>

/** A remark on how a row was read or imported. */
export interface Remark {
  heading?: string | undefined
  action: 'assumed' | 'changed' | 'left out' | 'skipped'
  message: string
  /** The value in the file that was changed or left out. */
  value?: string | undefined
}

/** A record of a file: a CSV row, a line of JSON Lines, or a vCard. */
export interface SourceRow {
  /** The number of the line on which the record begins, from 1. */
  line: number
  cells: Cells
  /** The record as written in the file, for the file of refused rows. */
  raw: string | readonly string[]
  problem?: string
  /** The reason why the row is not imported, such as a group of contacts. */
  skipped?: string
  remarks?: readonly Remark[]
}

/** An import file. Each call of `rows` rereads it, so that it is never held in memory. */
export interface Source {
  /** The format in words, such as "CSV, UTF-8, separated by commas". */
  description: string
  extension: 'csv' | 'vcf' | 'jsonl'
  /** The order of headings, for formats in which a record may omit any heading. */
  headingOrder?: readonly string[]
  decimalComma: boolean
  /** Reads the records. @throws OperatorError if the rest of the file cannot be read */
  rows(): AsyncIterable<SourceRow>
  /** The beginning of the file of refused records, such as CSV headings. */
  errorsHead: string
  /** Formats a refused record with the reason, in the file's format and its encoding or UTF-8. */
  formatRefused(row: SourceRow, reason: string): Buffer
}
