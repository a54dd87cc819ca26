/** Reads JSON Lines: an object on each line, whose keys are the headings. */
import { type Examined, linesOf } from './bytes.ts'
import type { Cell, Cells, Source, SourceRow } from './source.ts'
import { createValueDecoder } from './value-decoder.ts'

export function jsonlSource(path: string, examined: Examined): Source {
  return {
    about: `JSON Lines, ${examined.encodingLabel}`,
    extension: 'jsonl',
    decimalComma: false,
    head: '',
    refused: ({ raw }, error) => Buffer.from(`${withError(String(raw), error)}\n`),
    async *rows() {
      const decoder = createValueDecoder(examined)
      let line = 0
      for await (const text of linesOf(path, examined.encoding)) {
        line++
        if (text.trim() === '') continue
        const raw = examined.encoding === 'bytes' ? decoder.decode(text) : text
        const remarks = decoder.takeAssumptions()
        yield { line, raw, ...read(raw), remarks }
      }
    },
  }
}

function read(raw: string): Pick<SourceRow, 'cells' | 'problem'> {
  try {
    const value: unknown = JSON.parse(raw)
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { cells: cellsOf(value) }
    return { cells: {}, problem: 'is not a JSON object' }
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
