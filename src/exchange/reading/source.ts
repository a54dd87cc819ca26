/** The value of a cell: typed in JSON Lines, else a text. */
export type Cell = string | number | boolean | null | readonly string[]
export type Cells = Readonly<Record<string, Cell>>

/** A remark about a row that is not part of its record. */
export interface Remark {
  heading?: string | undefined
  action: 'assumed' | 'changed' | 'left out' | 'skipped'
  message: string
  /** The value in the file that was changed or left out. */
  value?: string | undefined
}

/** A record of a file: a row of CSV, a line of JSON, a card. */
export interface SourceRow {
  /** The line in which the record begins, from 1. */
  line: number
  cells: Cells
  /** The record as written in the file, for the file of refused rows. */
  raw: string | readonly string[]
  problem?: string
  /** The reason why the row is not a record, such as a group of contacts. */
  skipped?: string
  remarks?: readonly Remark[]
}

/** A file that is read again with each call of `rows`, and never held in memory. */
export interface Source {
  /** The format in words, such as "CSV, UTF-8, separated by commas". */
  description: string
  extension: 'csv' | 'vcf' | 'jsonl'
  /** Headings in their order, for formats whose records may lack any of them. */
  headingOrder?: readonly string[]
  /** Whether numbers are written with a decimal comma. */
  decimalComma: boolean
  /** @throws OperatorError if the rest cannot be read */
  rows(): AsyncIterable<SourceRow>
  /** The beginning of a file of refused records. */
  errorsHead: string
  /** A refused record with the reason, in the format of the file: UTF-8 or its own encoding. */
  formatRefused(row: SourceRow, reason: string): Buffer
}
