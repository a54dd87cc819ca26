import { stringify } from 'csv-stringify/sync'
import { writeCell } from './cells.ts'
import type { Column, Format } from './columns.ts'
import type { Exported } from './records.ts'
import { vcardOf } from './vcard.ts'

/** What the names of files end with, by which a format is known where none is given. */
const endings: Record<string, Format> = {
  csv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  vcf: 'vcard',
  vcard: 'vcard',
}

export const formatOf = (file: string): Format | undefined =>
  endings[/\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '']

interface Writer {
  head: string
  records(some: readonly Exported[]): string
}

/**
 * RFC 4180, with `\n` between the lines. A lone carriage return is quoted too, which many take for
 * the end of a line.
 */
const csv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n', quoted_match: /[\r\n]/ })

const writers: Record<Format, (columns: readonly Column[]) => Writer> = {
  csv: (columns) => ({
    head: csv([columns.map(({ name }) => name)]),
    records: (some) =>
      csv(some.map((record) => columns.map(({ name }) => writeCell(record[name] ?? null)))),
  }),
  jsonl: (columns) => ({
    head: '',
    records: (some) =>
      some
        .map(
          (record) =>
            `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, record[name] ?? null])))}\n`,
        )
        .join(''),
  }),
  vcard: (columns) => ({
    head: '',
    records: (some) => some.map((record) => vcardOf(record, columns)).join(''),
  }),
}

/** How records become text, a part after another. */
export const writerOf = (format: Format, columns: readonly Column[]): Writer =>
  writers[format](columns)
