/** Decodes values, and guesses the encodings of those that are not UTF-8 and declare none. */
import { detectAll } from 'jschardet'
import { createCache } from '../../lib/cache.ts'
import { decodeStrictly, type Encoding, encodingNames, findEncoding } from './encodings.ts'
import type { Remark } from './source.ts'

interface Candidate {
  encoding: Encoding
  confidence: number
}

/** The encodings that can be guessed, by their names in jschardet. */
const guessedEncodings = `windows-1252 windows-1250 windows-1251 windows-1253 windows-1254
  windows-1255 windows-1256 cp874 iso-8859-2 mac-roman koi8-r koi8-u cp866 cp932 cp949 gb18030
  euc-jp big5hkscs`.split(/\s+/)

/** Control characters and box drawings, which indicate a wrong encoding. */
const implausiblePattern = /[\u0080-\u009f\u2500-\u259f]/

/** Words repeat in a file, and detecting the encodings of a word takes 0.4 ms. */
const candidatesByWord = createCache<string, Candidate[]>('word_encodings', { maxEntries: 10_000 })

/** Returns the encodings in which the bytes of a word are valid and plausible. */
function detectEncodings(word: string): Candidate[] {
  const options = { detectEncodings: guessedEncodings, minimumThreshold: 0 }
  return detectAll(Buffer.from(word, 'latin1'), options).flatMap(
    ({ encoding: label, confidence }) => {
      const encoding = label && findEncoding(label)
      const text = encoding && decodeStrictly(word, encoding)
      return text && !implausiblePattern.test(text) ? [{ encoding, confidence }] : []
    },
  )
}

/** The weight of the most common encoding: it is chosen unless another fits a value far better. */
const likelyWeight = 4

/** Many texts are the same in KOI8-R and KOI8-U; KOI8-U is less common. */
const koi8uWeight = 0.8

/** Guesses the encoding of words; undefined if all of them are ASCII. */
export function guessEncoding(words: readonly string[], likely?: Encoding): Encoding | undefined {
  const scores = new Map<Encoding, number>()
  for (const word of words.filter((item) => !asciiPattern.test(item)))
    for (const { encoding, confidence } of candidatesByWord.getOrCreate(word, () =>
      detectEncodings(word),
    )) {
      const weight = encoding === likely ? likelyWeight : encoding === 'koi8-u' ? koi8uWeight : 1
      scores.set(encoding, (scores.get(encoding) ?? 0) + confidence * weight)
    }
  return [...scores].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** The expected encodings of values that declare none. */
export interface ExpectedEncodings {
  requestedEncoding?: Encoding | undefined
  /** The encoding of most values that are not UTF-8. */
  likely?: Encoding | undefined
}

const asciiPattern = /^[\u0000-\u007f]*$/
const maxGuessedBytes = 2000

/** Decodes values one by one, since address books mix encodings; bytes are characters below 256. */
export class ValueDecoder {
  private readonly expectedEncodings: ExpectedEncodings
  private readonly assumptions = new Set<string>()

  constructor(expected: ExpectedEncodings) {
    this.expectedEncodings = expected
  }

  /** Decodes a value, if necessary by guessing. @param charset the encoding that it declares */
  decode(bytes: string, charset?: string): string {
    const declaredEncoding = charset === undefined ? undefined : findEncoding(charset)
    if (charset && !declaredEncoding && !/ascii/i.test(charset))
      this.assumptions.add(`read without its unknown encoding ${charset.slice(0, 50)}`)
    if (asciiPattern.test(bytes) && declaredEncoding !== 'iso-2022-jp') return bytes
    const { requestedEncoding } = this.expectedEncodings
    const encoding = declaredEncoding ?? requestedEncoding ?? 'utf-8'
    const text = decodeStrictly(bytes, encoding) ?? decodeStrictly(bytes, 'utf-8')
    if (text !== undefined) return text
    const name = encodingNames.get(encoding)
    if (declaredEncoding) return this.guess(bytes, `not ${name}, as it says`)
    const reason = requestedEncoding
      ? `not ${name} throughout`
      : 'not UTF-8, and no encoding is named'
    return this.guess(bytes, reason)
  }

  private guess(bytes: string, reason: string): string {
    const { likely = 'windows-1252' } = this.expectedEncodings
    const words = bytes.slice(0, maxGuessedBytes).split(/[\s\d]+/)
    const encoding = guessEncoding(words, this.expectedEncodings.likely) ?? likely
    const name = encodingNames.get(encoding)
    this.assumptions.add(`read as ${name}: ${reason}; --encoding names another`)
    return decodeStrictly(bytes, encoding) ?? bytes
  }

  takeAssumptions(): Remark[] {
    const remarks = [...this.assumptions].map((message): Remark => ({ action: 'assumed', message }))
    this.assumptions.clear()
    return remarks
  }
}
