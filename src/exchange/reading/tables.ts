/**
 * Reads JSON Lines and CSV files. CSV files can have any common separator and line ending, quoted
 * line breaks and short rows.
 */
import { Readable } from 'node:stream'
import { type InfoRecord, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../store/faults.ts'
import { unescapeCell } from '../formats.ts'
import type { Cell, Source, SourceRow } from './source.ts'
import { type ExaminedFile, readBeginning, readLines, readText, ValueDecoder } from './text-file.ts'

const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
type Separator = keyof typeof separatorNames

/** Returns the declared separator (`sep=;`), or the most frequent one in the first record. */
function detectSeparator(text: string): Separator {
  const declaredSeparator = /^sep=([,;\t|])\r?\n/.exec(text)?.[1]
  if (declaredSeparator) return declaredSeparator as Separator
  const firstRecord = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const countFields = (separator: string) => firstRecord.split(separator).length
  return (Object.keys(separatorNames) as Separator[]).reduce((bestSeparator, separator) =>
    countFields(separator) > countFields(bestSeparator) ? separator : bestSeparator,
  )
}

/** Maximum length of a record in characters, to limit memory use after an unclosed quote. */
const maxRecordLength = 4_000_000

async function* parseRecords(text: AsyncIterable<string>, delimiter: Separator, firstLine: number) {
  const parser = parse({
    bom: true,
    delimiter,
    from_line: firstLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    info: true,
  })
  const stream = Readable.from(text)
  stream.on('error', (cause) => parser.destroy(cause)).pipe(parser)
  try {
    yield* parser as AsyncIterable<{ record: string[]; info: InfoRecord }>
  } catch (cause) {
    throw explainParserError(cause)
  } finally {
    stream.destroy()
  }
}

function explainParserError(cause: unknown): unknown {
  const { code, lines = '?' } = cause as { code?: string; lines?: number }
  if (!code?.startsWith('CSV_')) return cause
  const isUnclosed = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
  const reason = isUnclosed ? 'a quoted value is not closed' : code
  return new OperatorError(
    `Reading the file failed at line ${lines}: ${reason}. Nothing was imported; correct the file.`,
  )
}

/** Names the columns. An empty heading becomes `Column 3`, a repeated heading `Email (2)`. */
function nameHeadings(cells: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return cells.map((cell, index) => {
    const uniqueName = cell.trim() || `Column ${index + 1}`
    const occurrence = (counts.get(uniqueName) ?? 0) + 1
    counts.set(uniqueName, occurrence)
    return occurrence === 1 ? uniqueName : `${uniqueName} (${occurrence})`
  })
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const countMatches = (cells: readonly string[], pattern: RegExp) =>
  cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)

function toRow(headings: readonly string[], record: readonly string[], lastLine: number) {
  const row: SourceRow = {
    line: lastLine - countMatches(record, /\r\n|\n|\r/g),
    cells: Object.fromEntries(
      headings.map((heading, index) => [heading, unescapeCell(record[index] ?? '')]),
    ),
    raw: record,
  }
  if (!isBlank(record.slice(headings.length)))
    row.problem = `has ${record.length} cells, but the file has ${headings.length} headings: check quotes and separators`
  return row
}

/** Creates a formatter for the file of rejected rows, whose last column is `error`. */
const createErrorFormatter =
  (headings: readonly string[], delimiter: Separator) =>
  (cells: readonly string[], reason: string): string => {
    const emptyCells = headings.slice(cells.length).map(() => '')
    const allCells = [...cells, ...emptyCells].filter((_, index) => headings[index] !== 'error')
    return stringify([[...allCells, reason]], { delimiter })
  }

/** Opens a CSV file. @throws OperatorError if the file has no headings or cannot be parsed */
export async function openCsv(path: string, file: ExaminedFile): Promise<Source> {
  const beginning = await readBeginning(path, file.encoding)
  const separator = detectSeparator(beginning)
  const firstLine = beginning.startsWith('sep=') ? 2 : 1
  const readRecords = () => parseRecords(readText(path, file.encoding), separator, firstLine)
  const decoder = new ValueDecoder(file)
  const decodeRecord = (record: string[]) =>
    file.encoding === 'bytes' ? record.map((cell) => decoder.decode(cell)) : record
  let headings: string[] = []
  for await (const { record } of readRecords()) {
    if (!isBlank(record)) headings = nameHeadings(decodeRecord(record))
    break
  }
  if (headings.length === 0)
    throw new OperatorError('The file has no headings; add headings in the first line.')
  const formatLine = createErrorFormatter(headings, separator)
  return {
    description: `CSV, ${file.encodingLabel}, separated by ${separatorNames[separator]}`,
    extension: 'csv',
    decimalComma: separator === ';',
    errorsHead: formatLine(headings, 'error'),
    formatError: ({ raw }, reason) => Buffer.from(formatLine(raw as readonly string[], reason)),
    async *rows() {
      let isHeadingRecord = true
      // The parser counts each CR LF within quotes as two lines.
      let extraLineCount = 0
      for await (const { record, info } of readRecords()) {
        extraLineCount += countMatches(record, /\r\n/g)
        if (!isHeadingRecord && !isBlank(record)) {
          const row = toRow(headings, decodeRecord(record), info.lines - extraLineCount)
          yield { ...row, remarks: decoder.takeAssumptions() }
        }
        isHeadingRecord = false
      }
    },
  }
}

/** Opens a JSON Lines file. Each line is an object whose keys are the headings. */
export const openJsonLines = (path: string, file: ExaminedFile): Source => ({
  description: `JSON Lines, ${file.encodingLabel}`,
  extension: 'jsonl',
  decimalComma: false,
  errorsHead: '',
  formatError: ({ raw, problem }, error) =>
    Buffer.from(`${problem ? raw : JSON.stringify({ ...JSON.parse(String(raw)), error })}\n`),
  async *rows() {
    const decoder = new ValueDecoder(file)
    let lineNumber = 0
    for await (const lineText of readLines(path, file.encoding)) {
      lineNumber++
      if (lineText.trim() === '') continue
      const raw = file.encoding === 'bytes' ? decoder.decode(lineText) : lineText
      yield { line: lineNumber, raw, ...parseLine(raw), remarks: decoder.takeAssumptions() }
    }
  },
})

function parseLine(text: string): Pick<SourceRow, 'cells' | 'problem'> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
      return { cells: {}, problem: 'is not a JSON object' }
    return {
      cells: Object.fromEntries(Object.entries(parsed).map(([key, item]) => [key, toCell(item)])),
    }
  } catch {
    return { cells: {}, problem: 'is not valid JSON' }
  }
}

function toCell(value: unknown): Cell {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}
