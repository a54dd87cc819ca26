/** Reads text files, after a first pass over the whole file has detected the encoding. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  decodeQuotedPrintable,
  decodeStrictly,
  type Encoding,
  encodingNames,
  isAsciiCompatible,
} from './encodings.ts'
import { type ExpectedEncodings, guessEncoding } from './value-decoder.ts'

/** The encoding of a whole file, or `bytes` if each value is decoded separately. */
type FileEncoding = Encoding | 'bytes'

export interface ExaminedFile extends ExpectedEncodings {
  encoding: FileEncoding
  encodingLabel: string
  /** SHA-256 of the file, by which its interrupted import is found. */
  digest: string
}

/** Reads a whole file to detect its encoding. @param requestedEncoding the value of `--encoding` */
export async function examineFile(
  path: string,
  requestedEncoding?: Encoding,
): Promise<ExaminedFile> {
  const hash = createHash('sha256')
  const sample = new WordSample()
  const utf8Decoder = new TextDecoder('utf-8', { fatal: true })
  let utf16Encoding: Encoding | undefined
  let isUtf8 = true
  let isFirst = true
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst) utf16Encoding = detectUtf16(chunk)
    isFirst = false
    hash.update(chunk)
    isUtf8 &&= canDecode(utf8Decoder, chunk)
    sample.add(chunk, isUtf8)
  }
  sample.finish()
  isUtf8 &&= canDecode(utf8Decoder)
  const encoding = chooseEncoding(requestedEncoding, utf16Encoding, isUtf8)
  const guess = guessEncoding(sample.nonUtf8Words)
  const guesses = [...(sample.hasUtf8 || !guess ? ['utf-8'] : []), ...(guess ? [guess] : [])]
  const labels =
    encoding !== 'bytes' ? [encoding] : requestedEncoding ? [requestedEncoding] : guesses
  return {
    encoding,
    encodingLabel: labels.map((label) => encodingNames.get(label)).join(' and '),
    requestedEncoding: requestedEncoding,
    likely: guess,
    digest: hash.digest('base64url'),
  }
}

/** Chooses the encoding of the whole file, or `bytes` if values are decoded separately. */
function chooseEncoding(
  requestedEncoding: Encoding | undefined,
  utf16: Encoding | undefined,
  isUtf8: boolean,
) {
  if (requestedEncoding && !isAsciiCompatible(requestedEncoding)) return requestedEncoding
  if (isUtf8 && !utf16)
    return requestedEncoding && requestedEncoding !== 'utf-8' ? 'bytes' : 'utf-8'
  return (!requestedEncoding && utf16) || 'bytes'
}

/** Returns whether the next chunk is valid in the encoding. @param chunk undefined at the end */
function canDecode(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte. */
function detectUtf16(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const sample = start.subarray(0, Math.min(start.length & ~1, 1000))
  const hasZeros = (parity: number) =>
    sample.filter((byte, index) => index % 2 === parity && byte === 0).length > sample.length * 0.4
  return hasZeros(1) ? 'utf-16le' : hasZeros(0) ? 'utf-16be' : undefined
}

const maxSampleWords = 500
const quotedPrintablePattern = /quoted-printable/i
const highBytePattern = /[\u0080-\u00ff]/

class WordSample {
  readonly nonUtf8Words: string[] = []
  hasUtf8 = false
  private lastLine = ''

  /** Collects words that are not ASCII. @param isUtf8 whether the file is valid UTF-8 so far */
  add(chunk: Buffer, isUtf8: boolean): void {
    if (this.nonUtf8Words.length === maxSampleWords) return
    const text = this.lastLine + chunk.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    this.lastLine = text.slice(end).slice(-10_000)
    if (!isUtf8 || quotedPrintablePattern.test(text)) this.addWords(text.slice(0, end))
    else this.hasUtf8 ||= highBytePattern.test(text)
  }

  finish(): void {
    this.addWords(this.lastLine)
  }

  private addWords(text: string): void {
    const bytes = quotedPrintablePattern.test(text) ? decodeQuotedPrintable(text) : text
    // Joins folded lines, and leaves out lines that declare an encoding.
    for (const [word] of bytes
      .replaceAll(/\r?\n[ \t]/g, '')
      .replaceAll(/^[^:\r\n]*;charset=[^\r\n]*/gim, '')
      .matchAll(/[A-Za-z\u0080-\u00ff]{1,200}/g)) {
      if (!highBytePattern.test(word)) continue
      if (decodeStrictly(word, 'utf-8') !== undefined) this.hasUtf8 = true
      else if (this.nonUtf8Words.length < maxSampleWords) this.nonUtf8Words.push(word)
    }
  }
}

export const byteOrderMark = '\u00ef\u00bb\u00bf'

/** Reads text in chunks, without its byte order mark. */
export async function* readText(path: string, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = encoding === 'bytes' ? undefined : new TextDecoder(encoding)
  let isFirst = true
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 })
  for await (const chunk of chunks) {
    const text = decoder ? decoder.decode(chunk, { stream: true }) : chunk.toString('latin1')
    yield isFirst && !decoder && text.startsWith(byteOrderMark) ? text.slice(3) : text
    isFirst = false
  }
  if (decoder) yield decoder.decode()
}

/** Maximum characters of a line, more than any format needs; the rest of the line is dropped. */
const maxLineLength = 10_000_000

export async function* readLines(path: string, encoding: FileEncoding): AsyncGenerator<string> {
  let lastLine = ''
  for await (const text of readText(path, encoding)) {
    // The LF that belongs to a final CR may be in the next chunk.
    const lines = (lastLine + text).split(/\r\n|\n|\r(?!$)/)
    lastLine = lines.pop()?.slice(0, maxLineLength) ?? ''
    yield* lines
  }
  if (lastLine !== '') yield lastLine.replace(/\r$/, '')
}

/** Reads about the first 65,000 characters of a text. */
export async function readBeginning(path: string, encoding: FileEncoding): Promise<string> {
  let beginning = ''
  for await (const text of readText(path, encoding)) {
    beginning += text
    if (beginning.length > 64 * 1024) break
  }
  return beginning
}
