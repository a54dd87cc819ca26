import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'

/** The bytes of a file, and what they mean. */
export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const
export type Encoding = keyof typeof encodings

export interface Examined {
  encoding: Encoding
  /** SHA-256 of all of it: by this an import that stopped is found again. */
  digest: string
  size: number
}

/**
 * Reads a file once from beginning to end: whatever is not UTF-8 or UTF-16 is Windows-1252, as
 * older spreadsheets write.
 */
export async function examine(path: string): Promise<Examined> {
  const hash = createHash('sha256')
  let wide: Encoding | undefined
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (size === 0) wide = wideEncoding(chunk)
    size += chunk.length
    hash.update(chunk)
    utf8 = stillUtf8(utf8, chunk)
  }
  if (utf8) utf8 = stillUtf8(utf8)
  return {
    encoding: wide ?? (utf8 ? 'utf-8' : 'windows-1252'),
    digest: hash.digest('base64url'),
    size,
  }
}

function stillUtf8(decoder: TextDecoder | undefined, chunk?: Buffer): TextDecoder | undefined {
  try {
    decoder?.decode(chunk, { stream: chunk !== undefined })
    return decoder
  } catch {
    return undefined
  }
}

/** UTF-16 has a mark at its beginning, or is known by the zeros in every other byte. */
function wideEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const some = start.subarray(0, Math.min(start.length & ~1, 1000))
  const zeros = (from: number) =>
    some.filter((byte, index) => index % 2 === from && byte === 0).length
  if (some.length > 0 && zeros(1) > some.length * 0.4) return 'utf-16le'
  return some.length > 0 && zeros(0) > some.length * 0.4 ? 'utf-16be' : undefined
}

/** The text of a file, piece by piece, without the mark at its beginning. */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, {
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/**
 * The lines of a file, whichever way they end. A line of more than `longest` characters is cut,
 * which no format allows.
 */
export async function* linesOf(
  path: string,
  encoding: Encoding,
  longest = 10_000_000,
): AsyncGenerator<string> {
  let rest = ''
  for await (const text of textOf(path, encoding)) {
    // What ends in CR may go on with the LF that belongs to it.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()?.slice(0, longest) ?? ''
    yield* lines
  }
  if (rest !== '') yield* rest.split(/\r$/).slice(0, 1)
}

/** The beginning of a file. */
export async function beginningOf(path: string, encoding: Encoding): Promise<string> {
  let text = ''
  for await (const piece of textOf(path, encoding)) {
    text += piece
    if (text.length > 64 * 1024) break
  }
  return text
}
