/** The value of a cell: text in CSV, text or a list in vCard, any type in JSON Lines. */
export type Cell = string | number | boolean | null | readonly string[]
export type Cells = Readonly<Record<string, Cell>>

/** A remark on a row: an assumption, a changed or omitted value, or the reason for skipping it. */
export interface Remark {
  heading?: string | undefined
  action: 'assumed' | 'changed' | 'left out' | 'skipped'
  message: string
  /** The original value of a changed or omitted cell. */
  value?: string | undefined
}

/** A record in an import file: a CSV row, a JSON line or a vCard. */
export interface SourceRow {
  /** The line number, from 1, at which the record begins. */
  line: number
  cells: Cells
  /** The original text or cells of the record, for the file of rejected rows. */
  raw: string | readonly string[]
  problem?: string
  /** The reason why the row is skipped, for example because it is a contact group. */
  skipped?: string
  remarks?: readonly Remark[]
}

/** An import file. Each call of `rows` rereads the file, so memory never contains all rows. */
export interface Source {
  /** A description of the format, such as "CSV, UTF-8, separated by commas". */
  description: string
  extension: 'csv' | 'vcf' | 'jsonl'
  /** The order of headings, for formats such as vCard whose records contain only some headings. */
  headingOrder?: readonly string[]
  decimalComma: boolean
  /** Reads the records one by one. @throws OperatorError if a CSV file cannot be parsed */
  rows(): AsyncIterable<SourceRow>
  /** The beginning of the file of rejected records, such as CSV headings. */
  errorsHead: string
  /** Formats a rejected record and the reason, in the file's format and its encoding (or UTF-8). */
  formatError(row: SourceRow, reason: string): Buffer
}
