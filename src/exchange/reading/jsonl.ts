import { type Encoding, encodings, linesOf } from './bytes.ts'
import type { Cell, Cells, Source, SourceRow } from './source.ts'

/** JSON Lines: an object on each line, whose keys are the headings. */
export function jsonlSource(path: string, encoding: Encoding): Source {
  return {
    about: `JSON Lines, ${encodings[encoding]}`,
    extension: 'jsonl',
    decimalComma: false,
    head: '',
    refused: ({ raw }, error) => `${withError(String(raw), error)}\n`,
    async *rows() {
      let line = 0
      for await (const raw of linesOf(path, encoding)) {
        line++
        if (raw.trim() !== '') yield { line, raw, ...read(raw) }
      }
    },
  }
}

function read(raw: string): Pick<SourceRow, 'cells' | 'problem'> {
  try {
    const value: unknown = JSON.parse(raw)
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { cells: cellsOf(value) }
    return { cells: {}, problem: 'is no JSON object' }
  } catch {
    return { cells: {}, problem: 'is not valid JSON' }
  }
}

const cellsOf = (value: object): Cells =>
  Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cellOf(each)]))

function cellOf(value: unknown): Cell {
  if (Array.isArray(value))
    return value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as Cell)
}

function withError(raw: string, error: string): string {
  const { problem } = read(raw)
  return problem ? raw : JSON.stringify({ ...(JSON.parse(raw) as object), error })
}
