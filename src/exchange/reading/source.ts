/**
 * What is in the cells of a row, by heading. JSON Lines have typed values; all others have texts.
 */
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
  /** The line of the file that it begins in, from 1. */
  line: number
  cells: Cells
  /** The record as it stands in the file, for the file of those that were refused. */
  raw: string | readonly string[]
  /** Why it cannot be read, where it cannot. */
  problem?: string
  /** Why the row is not a record, such as a group of contacts. */
  skipped?: string
  remarks?: readonly Remark[]
}

/**
 * A file that is imported. It is read as often as `rows` is asked for, and never held in memory.
 */
export interface Source {
  /** What it is, for people: "CSV, UTF-8, separated by commas". */
  about: string
  /** How the names of files of this format end. */
  extension: 'csv' | 'vcf' | 'jsonl'
  /** Headings in their order, for formats whose records may lack any of them. */
  headingOrder?: readonly string[]
  /** Whether numbers are written with a decimal comma. */
  decimalComma: boolean
  /** @throws OperatorError where it cannot be read on */
  rows(): AsyncIterable<SourceRow>
  /** How a file of refused records begins. */
  head: string
  /** A refused record with the reason, in the format of the file: UTF-8 or its own encoding. */
  refused(row: SourceRow, why: string): Buffer
}
