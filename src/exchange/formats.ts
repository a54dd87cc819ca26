/** Writes records as CSV, JSON Lines or vCard. */
import { stringify } from 'csv-stringify/sync'
import { writeCell } from './cells.ts'
import type { ExportedRecord } from './export.ts'
import type { Column } from './fields.ts'
import type { Format } from './kinds.ts'
import { vcardOf } from './vcard.ts'

const formatsByEnding: Record<string, Format> = {
  csv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  vcf: 'vcard',
  vcard: 'vcard',
}

/** The format of a file by the ending of its name. */
export const formatOf = (file: string): Format | undefined =>
  formatsByEnding[/\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '']

interface Writer {
  head: string
  records(chunk: readonly ExportedRecord[]): string
}

/** RFC 4180 with `\n` between the lines; a lone CR is quoted, since many take it for a line end. */
const toCsv = (rows: string[][]): string =>
  stringify(rows, { record_delimiter: '\n', quoted_match: /[\r\n]/ })

function toJsonLine(record: ExportedRecord, columns: readonly Column[]): string {
  const values = columns.map(({ name }) => [name, record[name] ?? null])
  return `${JSON.stringify(Object.fromEntries(values))}\n`
}

const writers: Record<Format, (columns: readonly Column[]) => Writer> = {
  csv: (columns) => ({
    head: toCsv([columns.map(({ name }) => name)]),
    records: (chunk) =>
      toCsv(chunk.map((record) => columns.map(({ name }) => writeCell(record[name] ?? null)))),
  }),
  jsonl: (columns) => ({
    head: '',
    records: (chunk) => chunk.map((record) => toJsonLine(record, columns)).join(''),
  }),
  vcard: (columns) => ({
    head: '',
    records: (chunk) => chunk.map((record) => vcardOf(record, columns)).join(''),
  }),
}

export const writerOf = (format: Format, columns: readonly Column[]): Writer =>
  writers[format](columns)
