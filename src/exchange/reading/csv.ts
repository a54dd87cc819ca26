import { Readable } from 'node:stream'
import { type InfoRecord, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../store/faults.ts'
import { undefuse } from '../cells.ts'
import { beginningOf, type Examined, type FileEncoding, textOf } from './bytes.ts'
import type { Cells, Source, SourceRow } from './source.ts'
import { createValueDecoder } from './value-decoder.ts'

/**
 * CSV, as programs really write it: any of the usual separators, any line ends, quoted line breaks,
 * rows that are too short.
 */
const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
type Separator = keyof typeof separators

/** No record is longer, or a quote that is never closed would take all the memory there is. */
const longest = 4_000_000

/**
 * The separator that stands most often in the first line, outside of quotes; a spreadsheet may name
 * it there: `sep=;`.
 */
function separatorOf(text: string): Separator {
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
    max_record_size: longest,
    info: true,
  })
  const text = Readable.from(textOf(path, encoding))
  text.on('error', (cause) => parser.destroy(cause)).pipe(parser)
  try {
    yield* parser as AsyncIterable<Parsed>
  } catch (cause) {
    throw unreadable(cause)
  } finally {
    text.destroy()
  }
}

function unreadable(cause: unknown): unknown {
  const { code, lines } = cause as { code?: string; lines?: number }
  if (!code?.startsWith('CSV_')) return cause
  const why =
    code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
      ? 'a quote that is opened there, or before, is never closed'
      : code
  return new OperatorError(
    `The file cannot be read from line ${lines ?? '?'} on: ${why}. Nothing has been imported.`,
  )
}

/**
 * Headings as they are written; those without a name are called by their place, and a second one of
 * a name by its number.
 */
function headingsOf(cells: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

const blank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const count = (cells: readonly string[], pattern: RegExp) =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)

/**
 * @param twice lines that the parser has counted twice up to here: within quotes it takes CR LF for
 * two
 */
function rowOf(headings: readonly string[], { record, info }: Parsed, twice: number): SourceRow {
  const cells: Record<string, string> = {}
  for (const [index, heading] of headings.entries()) cells[heading] = undefuse(record[index] ?? '')
  const row = {
    line: info.lines - twice - count(record, /\r\n|\n|\r/g),
    cells: cells as Cells,
    raw: record,
  }
  if (blank(record.slice(headings.length))) return row
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

/** @throws OperatorError for a file without a line of headings */
export async function csvSource(path: string, examined: Examined): Promise<Source> {
  const { encoding } = examined
  const decode = recordDecoder(examined)
  const beginning = await beginningOf(path, encoding)
  const separator = separatorOf(beginning)
  const named = /^sep=/.test(beginning)
  let first: string[] | undefined
  for await (const parsed of records(path, encoding, separator)) {
    if (named && /^sep=/.test(parsed.record[0] ?? '')) continue
    first = decode(parsed).record
    break
  }
  if (!first || blank(first))
    throw new OperatorError('The file is empty: its first line must be headings.')
  const headings = headingsOf(first)
  const written = (cells: readonly string[]) => stringify([[...cells]], { delimiter: separator })
  return {
    about: `CSV, ${examined.encodingLabel}, separated by ${separators[separator]}`,
    extension: 'csv',
    decimalComma: separator === ';',
    head: written([...headings.filter((heading) => heading !== 'error'), 'error']),
    refused: ({ raw }, why) =>
      Buffer.from(
        written([
          ...headings.flatMap((heading, index) => (heading === 'error' ? [] : [raw[index] ?? ''])),
          ...raw.slice(headings.length),
          why,
        ]),
      ),
    async *rows() {
      let before = true
      let twice = 0
      for await (const parsed of records(path, encoding, separator)) {
        if (before) {
          before = named && /^sep=/.test(parsed.record[0] ?? '')
          continue
        }
        twice += count(parsed.record, /\r\n/g)
        if (blank(parsed.record)) continue
        const { remarks, ...decoded } = decode(parsed)
        yield { ...rowOf(headings, decoded, twice), remarks }
      }
    },
  }
}
