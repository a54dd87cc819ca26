/**
 * Reads text files. A first pass over the whole file detects the encoding. Values that are not
 * UTF-8 and declare no encoding are decoded one by one, in the requested or a guessed encoding.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  asciiPattern,
  decodeQuotedPrintable,
  decodeStrictly,
  type Encoding,
  encodingNames,
  findEncoding,
  isAsciiCompatible,
} from './encodings.ts'
import { guessEncoding } from './guess-encoding.ts'
import type { Remark } from './source.ts'

/** The encoding of a whole file, or `bytes` if each value is decoded separately. */
type FileEncoding = Encoding | 'bytes'

export interface ExaminedFile extends ExpectedEncodings {
  encoding: FileEncoding
  encodingLabel: string
  /** SHA-256 of the file, which identifies an earlier import of the same file. */
  digest: string
}

/** Detects a file's encoding and computes its digest. */
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
    sample.addChunk(chunk, isUtf8)
  }
  sample.finish()
  isUtf8 &&= canDecode(utf8Decoder)
  const encoding = chooseEncoding(requestedEncoding, utf16Encoding, isUtf8)
  const commonEncoding = guessEncoding(sample.nonUtf8Words)
  const guesses = commonEncoding ? [commonEncoding] : []
  if (sample.hasUtf8 || !commonEncoding) guesses.unshift('utf-8')
  const encodings =
    encoding !== 'bytes' ? [encoding] : requestedEncoding ? [requestedEncoding] : guesses
  const encodingLabel = encodings.map((label) => encodingNames.get(label)).join(' and ')
  const digest = hash.digest('base64url')
  return { encoding, encodingLabel, requestedEncoding, commonEncoding, digest }
}

function chooseEncoding(requested?: Encoding, utf16?: Encoding, isUtf8?: boolean): FileEncoding {
  if (requested && !isAsciiCompatible(requested)) return requested
  if (isUtf8 && !utf16) return requested && requested !== 'utf-8' ? 'bytes' : 'utf-8'
  return (!requested && utf16) || 'bytes'
}

/** Returns whether a chunk is valid in the encoding. Omit the chunk at the end of the file. */
function canDecode(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Detects UTF-16 by the byte order mark, or by zeros in most even or most odd bytes. */
function detectUtf16(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const bytes = start.subarray(0, Math.min(start.length & ~1, 1000))
  const hasZeros = (parity: number) =>
    bytes.filter((byte, index) => index % 2 === parity && byte === 0).length > bytes.length * 0.4
  return hasZeros(1) ? 'utf-16le' : hasZeros(0) ? 'utf-16be' : undefined
}

const maxSampleWords = 500
const quotedPrintablePattern = /quoted-printable/i
const highBytePattern = /[\u0080-\u00ff]/

class WordSample {
  readonly nonUtf8Words: string[] = []
  hasUtf8 = false
  #lastLine = ''

  /** Collects words that are not UTF-8. @param isUtf8 whether the file is valid UTF-8 so far */
  addChunk(chunk: Buffer, isUtf8: boolean): void {
    if (this.nonUtf8Words.length === maxSampleWords) return
    const text = this.#lastLine + chunk.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    this.#lastLine = text.slice(end).slice(-10_000)
    if (!isUtf8 || quotedPrintablePattern.test(text)) this.#addWords(text.slice(0, end))
    else this.hasUtf8 ||= highBytePattern.test(text)
  }

  finish(): void {
    this.#addWords(this.#lastLine)
  }

  #addWords(text: string): void {
    const bytes = quotedPrintablePattern.test(text) ? decodeQuotedPrintable(text) : text
    // Join folded lines, and omit lines that declare an encoding.
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

/** Reads the text of a file in chunks, without the byte order mark. */
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

/** Maximum line length in characters, more than any format needs. Longer lines are truncated. */
const maxLineLength = 10_000_000

export async function* readLines(path: string, encoding: FileEncoding): AsyncGenerator<string> {
  let lastLine = ''
  for await (const text of readText(path, encoding)) {
    // The LF after a CR at the end of a chunk may be in the next chunk.
    const lines = (lastLine + text).split(/\r\n|\n|\r(?!$)/)
    lastLine = lines.pop()?.slice(0, maxLineLength) ?? ''
    yield* lines
  }
  if (lastLine !== '') yield lastLine.replace(/\r$/, '')
}

/** Reads at least the first 65,536 characters of a file, or the whole file if it is shorter. */
export async function readBeginning(path: string, encoding: FileEncoding): Promise<string> {
  let beginning = ''
  for await (const text of readText(path, encoding)) {
    beginning += text
    if (beginning.length > 64 * 1024) break
  }
  return beginning
}

/** The expected encodings of values that declare no encoding. */
export interface ExpectedEncodings {
  /** The value of the option `--encoding`. */
  requestedEncoding?: Encoding | undefined
  /** The most common encoding of values that are not UTF-8. */
  commonEncoding?: Encoding | undefined
}

const maxSampleBytes = 2000

/** Decodes byte strings (characters below 256) one by one, since address books mix encodings. */
export class ValueDecoder {
  readonly #expected: ExpectedEncodings
  readonly #assumptions = new Set<string>()

  constructor(expected: ExpectedEncodings) {
    this.#expected = expected
  }

  /** Decodes a value; guesses its encoding if necessary. @param charset the declared encoding */
  decode(bytes: string, charset?: string): string {
    const declaredEncoding = charset === undefined ? undefined : findEncoding(charset)
    if (charset && !declaredEncoding && !/ascii/i.test(charset))
      this.#assumptions.add(`ignored the unknown encoding ${charset.slice(0, 50)}`)
    if (asciiPattern.test(bytes) && declaredEncoding !== 'iso-2022-jp') return bytes
    const { requestedEncoding, commonEncoding } = this.#expected
    const expectedEncoding = declaredEncoding ?? requestedEncoding ?? 'utf-8'
    const text = decodeStrictly(bytes, expectedEncoding) ?? decodeStrictly(bytes, 'utf-8')
    if (text !== undefined) return text
    const name = encodingNames.get(expectedEncoding)
    const fault = requestedEncoding ? `invalid as ${name}` : 'not UTF-8, and declares no encoding'
    const reason = declaredEncoding ? `not valid ${name}, although declared as ${name}` : fault
    const words = bytes.slice(0, maxSampleBytes).split(/[\s\d]+/)
    const encoding = guessEncoding(words, commonEncoding) ?? commonEncoding ?? 'windows-1252'
    const guessedName = encodingNames.get(encoding)
    this.#assumptions.add(`read as ${guessedName}: ${reason}; choose another with --encoding`)
    return decodeStrictly(bytes, encoding) ?? bytes
  }

  takeAssumptions(): Remark[] {
    const messages = [...this.#assumptions]
    this.#assumptions.clear()
    return messages.map((message) => ({ action: 'assumed', message }))
  }
}
