/** Reads JSON Lines: an object on each line, whose keys are the headings. */
import type { Cell, Source, SourceRow } from './source.ts'
import { type ExaminedFile, readLines, ValueDecoder } from './text-file.ts'

export const openJsonLines = (path: string, file: ExaminedFile): Source => ({
  description: `JSON Lines, ${file.encodingLabel}`,
  extension: 'jsonl',
  decimalComma: false,
  errorsHead: '',
  formatRefused: ({ raw, problem }, error) =>
    Buffer.from(`${problem ? raw : JSON.stringify({ ...JSON.parse(String(raw)), error })}\n`),
  async *rows() {
    const decoder = new ValueDecoder(file)
    let line = 0
    for await (const text of readLines(path, file.encoding)) {
      line++
      if (text.trim() === '') continue
      const raw = file.encoding === 'bytes' ? decoder.decode(text) : text
      yield { line, raw, ...parseLine(raw), remarks: decoder.takeAssumptions() }
    }
  },
})

function parseLine(text: string): Pick<SourceRow, 'cells' | 'problem'> {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return { cells: {}, problem: 'is not a JSON object' }
    return {
      cells: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toCell(item)])),
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
