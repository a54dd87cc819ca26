/** Reads CSV leniently: any usual separator, any line ends, quoted line breaks, short rows. */
import { Readable } from 'node:stream'
import { type InfoRecord, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../store/faults.ts'
import { undefuse } from '../cells.ts'
import { beginningOf, type Examined, type FileEncoding, textOf } from './bytes.ts'
import type { Cells, Source, SourceRow } from './source.ts'
import { createValueDecoder } from './value-decoder.ts'

const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
type Separator = keyof typeof separators

/** Limits the memory that a quote without an end takes. */
const maxRecordSize = 4_000_000

/** The most frequent separator of the first line, or the one that a line `sep=;` declares. */
function detectSeparator(text: string): Separator {
  const named = /^sep=([,;\t|])\r?\n/.exec(text)?.[1]
  if (named) return named as Separator
  const line = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => line.split(separator).length
  return (Object.keys(separators) as Separator[]).reduce((best, each) =>
    count(each) > count(best) ? each : best,
  )
}

type Parsed = { record: string[]; info: InfoRecord }

async function* records(
  path: string,
  encoding: FileEncoding,
  separator: Separator,
): AsyncGenerator<Parsed> {
  const parser = parse({
    bom: true,
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordSize,
    info: true,
  })
  const text = Readable.from(textOf(path, encoding))
  text.on('error', (cause) => parser.destroy(cause)).pipe(parser)
  try {
    yield* parser as AsyncIterable<Parsed>
  } catch (cause) {
    throw explainParser(cause)
  } finally {
    text.destroy()
  }
}

function explainParser(cause: unknown): unknown {
  const { code, lines } = cause as { code?: string; lines?: number }
  if (!code?.startsWith('CSV_')) return cause
  const why =
    code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
      ? 'a quote that opens there or before has no end'
      : code
  return new OperatorError(
    `The file cannot be read from line ${lines ?? '?'}: ${why}. Nothing was imported.`,
  )
}

/** Headings as written; an empty one becomes `Column 3`, a repeated one `Email (2)`. */
function headingsOf(cells: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return cells.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`
    const times = (counts.get(name) ?? 0) + 1
    counts.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const countMatches = (cells: readonly string[], pattern: RegExp) =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)

/** @param countedTwice lines that the parser counted twice so far: CR LF within quotes */
function rowOf(
  headings: readonly string[],
  { record, info }: Parsed,
  countedTwice: number,
): SourceRow {
  const cells: Record<string, string> = {}
  for (const [index, heading] of headings.entries()) cells[heading] = undefuse(record[index] ?? '')
  const row = {
    line: info.lines - countedTwice - countMatches(record, /\r\n|\n|\r/g),
    cells: cells as Cells,
    raw: record,
  }
  if (isBlank(record.slice(headings.length))) return row
  return {
    ...row,
    problem: `has ${record.length} cells, but there are ${headings.length} headings: is a quote or a separator missing?`,
  }
}

/** Decodes cells separately if the file as a whole has no encoding. */
function recordDecoder(examined: Examined) {
  const decoder = createValueDecoder(examined)
  return ({ record, info }: Parsed) => {
    if (examined.encoding !== 'bytes') return { record, info, remarks: [] }
    const decoded = record.map((cell) => decoder.decode(cell))
    return {
      record: decoded,
      info,
      remarks: decoder.takeAssumptions(),
    }
  }
}

/** @throws OperatorError if the file has no headings */
export async function csvSource(path: string, examined: Examined): Promise<Source> {
  const { encoding } = examined
  const decode = recordDecoder(examined)
  const beginning = await beginningOf(path, encoding)
  const separator = detectSeparator(beginning)
  const hasSeparatorLine = /^sep=/.test(beginning)
  let first: string[] | undefined
  for await (const parsed of records(path, encoding, separator)) {
    if (hasSeparatorLine && /^sep=/.test(parsed.record[0] ?? '')) continue
    first = decode(parsed).record
    break
  }
  if (!first || isBlank(first))
    throw new OperatorError('The file is empty: its first line must be headings.')
  const headings = headingsOf(first)
  const toLine = (cells: readonly string[]) => stringify([[...cells]], { delimiter: separator })
  return {
    about: `CSV, ${examined.encodingLabel}, separated by ${separators[separator]}`,
    extension: 'csv',
    decimalComma: separator === ';',
    head: toLine([...headings.filter((heading) => heading !== 'error'), 'error']),
    refused: ({ raw }, why) =>
      Buffer.from(
        toLine([
          ...headings.flatMap((heading, index) => (heading === 'error' ? [] : [raw[index] ?? ''])),
          ...raw.slice(headings.length),
          why,
        ]),
      ),
    async *rows() {
      let isBeforeRows = true
      let countedTwice = 0
      for await (const parsed of records(path, encoding, separator)) {
        if (isBeforeRows) {
          isBeforeRows = hasSeparatorLine && /^sep=/.test(parsed.record[0] ?? '')
          continue
        }
        countedTwice += countMatches(parsed.record, /\r\n/g)
        if (isBlank(parsed.record)) continue
        const { remarks, ...decoded } = decode(parsed)
        yield { ...rowOf(headings, decoded, countedTwice), remarks }
      }
    },
  }
}
