import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { commonEncoding } from './encoding-guess.ts'
import {
  decodeOctets,
  decodeStrictly,
  type Encoding,
  encodingNames,
  isAsciiCompatible,
} from './encodings.ts'
import type { Expected } from './value-decoder.ts'

/**
 * The encoding of a file. A file that is not entirely UTF-8 or UTF-16 is read as `bytes`, each byte
 * a character below 256, and each value is decoded separately.
 */
export type FileEncoding = Encoding | 'bytes'

export interface Examined extends Expected {
  encoding: FileEncoding
  /** The encoding in words: "UTF-8", "UTF-8 and Windows-1252". */
  encodingLabel: string
  /** SHA-256 of the file, by which an interrupted import is found. */
  digest: string
  size: number
}

/** Reads a whole file to detect its encoding. @param named the encoding of `--encoding` */
export async function examine(path: string, named?: Encoding): Promise<Examined> {
  const hash = createHash('sha256')
  const sample = createSample()
  let wide: Encoding | undefined
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (size === 0) wide = wideEncoding(chunk)
    size += chunk.length
    hash.update(chunk)
    utf8 = stillUtf8(utf8, chunk)
    sample.add(chunk, utf8 !== undefined)
  }
  if (utf8) utf8 = stillUtf8(utf8)
  const encoding = wholeEncoding(named, wide, utf8 !== undefined)
  const likely = commonEncoding(sample.otherWords())
  return {
    encoding,
    encodingLabel:
      encoding === 'bytes' && !named
        ? sample.label(likely)
        : encodingNames[encoding === 'bytes' ? (named ?? 'utf-8') : encoding],
    named,
    likely,
    digest: hash.digest('base64url'),
    size,
  }
}

/** The encoding that decodes the whole file, or `bytes` if values are decoded separately. */
function wholeEncoding(
  named: Encoding | undefined,
  wide: Encoding | undefined,
  isUtf8: boolean,
): FileEncoding {
  if (named && !isAsciiCompatible(named)) return named
  if (isUtf8 && !wide) return named && named !== 'utf-8' ? 'bytes' : 'utf-8'
  return named ? 'bytes' : (wide ?? 'bytes')
}

function stillUtf8(decoder: TextDecoder | undefined, chunk?: Buffer): TextDecoder | undefined {
  try {
    decoder?.decode(chunk, { stream: chunk !== undefined })
    return decoder
  } catch {
    return undefined
  }
}

/** UTF-16 begins with a byte order mark, or has zeros in every other byte. */
function wideEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const some = start.subarray(0, Math.min(start.length & ~1, 1000))
  const zeros = (from: number) =>
    some.filter((byte, index) => index % 2 === from && byte === 0).length
  if (some.length > 0 && zeros(1) > some.length * 0.4) return 'utf-16le'
  return some.length > 0 && zeros(0) > some.length * 0.4 ? 'utf-16be' : undefined
}

const maxSampleWords = 500
const quotedPrintable = /quoted-printable/i
const highByte = /[\u0080-\u00ff]/

/** Collects non-ASCII words of a file, from which its encoding is guessed. */
function createSample() {
  const others: string[] = []
  let hasUtf8 = false
  let rest = ''
  const addWords = (text: string) => {
    // Lines are unfolded first, and lines that declare an encoding are left out.
    const octets = quotedPrintable.test(text) ? decodeOctets(text) : text
    for (const [word] of octets
      .replaceAll(/\r?\n[ \t]/g, '')
      .replaceAll(/^[^:\r\n]*;charset=[^\r\n]*/gim, '')
      .matchAll(/[A-Za-z\u0080-\u00ff]{1,200}/g)) {
      if (!highByte.test(word)) continue
      if (decodeStrictly(word, 'utf-8') !== undefined) hasUtf8 = true
      else if (others.length < maxSampleWords) others.push(word)
    }
  }
  return {
    /** @param isUtf8 whether all of the file up to here is UTF-8 */
    add(chunk: Buffer, isUtf8: boolean) {
      if (others.length === maxSampleWords) return
      const text = rest + chunk.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end).slice(-10_000)
      if (!isUtf8 || quotedPrintable.test(text)) addWords(text.slice(0, end))
      else hasUtf8 ||= highByte.test(text)
    },
    otherWords() {
      addWords(rest)
      rest = ''
      return others
    },
    label: (likely: Encoding | undefined) =>
      [...(hasUtf8 || !likely ? ['UTF-8'] : []), ...(likely ? [encodingNames[likely]] : [])].join(
        ' and ',
      ),
  }
}

/** The byte order mark of UTF-8, as bytes. */
export const byteOrderMark = '\u00ef\u00bb\u00bf'

/**
 * The text of a file in chunks, without its byte order mark; with the encoding `bytes`, each byte
 * is a character below 256.
 */
export async function* textOf(path: string, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = encoding === 'bytes' ? undefined : new TextDecoder(encoding)
  let isFirst = true
  for await (const chunk of createReadStream(path, {
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>) {
    const text = decoder ? decoder.decode(chunk, { stream: true }) : chunk.toString('latin1')
    yield isFirst && !decoder && text.startsWith(byteOrderMark) ? text.slice(3) : text
    isFirst = false
  }
  if (decoder) yield decoder.decode()
}

/** The lines of a file, with any line ends. Longer lines than any format allows are cut. */
export async function* linesOf(
  path: string,
  encoding: FileEncoding,
  maxLength = 10_000_000,
): AsyncGenerator<string> {
  let rest = ''
  for await (const text of textOf(path, encoding)) {
    // The LF of a final CR may follow in the next chunk.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()?.slice(0, maxLength) ?? ''
    yield* lines
  }
  if (rest !== '') yield* rest.split(/\r$/).slice(0, 1)
}

/** The beginning of a file. */
export async function beginningOf(path: string, encoding: FileEncoding): Promise<string> {
  let text = ''
  for await (const piece of textOf(path, encoding)) {
    text += piece
    if (text.length > 64 * 1024) break
  }
  return text
}
