import { type Encoding, encodings, linesOf } from './bytes.ts'
import type { Source, SourceRow } from './source.ts'
import { cellsOfCard } from './vcard-cells.ts'

/** Lines of a card that is not read on: photos in it can be large. */
const mostLines = 100_000

/** vCard 2.1, 3.0 and 4.0: any number of cards after each other. */
export function vcardSource(path: string, encoding: Encoding): Source {
  return {
    about: `vCard, ${encodings[encoding]}`,
    extension: 'vcf',
    decimalComma: false,
    head: '',
    refused: ({ raw }, why) =>
      `${String(raw).replace(/(\n|^)END:VCARD/i, `$1X-ERROR:${why.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s+/g, ' ')}\r\nEND:VCARD`)}\r\n`,
    rows: () => cards(path, encoding),
  }
}

async function* cards(path: string, encoding: Encoding): AsyncGenerator<SourceRow> {
  let line = 0
  let begun = 0
  let lines: string[] = []
  for await (const text of linesOf(path, encoding)) {
    line++
    const marker = text.trim().toUpperCase()
    if (marker === 'BEGIN:VCARD') {
      // One that was never ended is a card all the same.
      if (lines.length > 0) yield rowOf(begun, [...lines, 'END:VCARD'])
      lines = []
      begun = line
    }
    if (begun === 0 || lines.length > mostLines) continue
    lines.push(text)
    if (marker !== 'END:VCARD') continue
    yield rowOf(begun, lines)
    lines = []
    begun = 0
  }
  if (lines.length > 0) yield rowOf(begun, [...lines, 'END:VCARD'])
}

function rowOf(line: number, lines: readonly string[]): SourceRow {
  const raw = lines.join('\r\n')
  try {
    return { line, raw, cells: cellsOfCard(lines) }
  } catch (cause) {
    return {
      line,
      raw,
      cells: {},
      problem: `is a card that cannot be read (${cause instanceof Error ? cause.message : cause})`,
    }
  }
}
