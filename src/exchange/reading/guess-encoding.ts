/**
 * Guesses the character encoding of text. Separate from `encodings.ts`, so that only imports load
 * the 1.2 MB of jschardet.
 */
import { detectAll } from 'jschardet'
import { createCache } from '../../lib/cache.ts'
import { asciiPattern, decodeStrictly, type Encoding, findEncoding } from './encodings.ts'

/** The jschardet names of the encodings that can be guessed. */
const guessedEncodings = `windows-1252 windows-1250 windows-1251 windows-1253 windows-1254
  windows-1255 windows-1256 cp874 iso-8859-2 mac-roman koi8-r koi8-u cp866 cp932 cp949 gb18030
  euc-jp big5hkscs`.split(/\s+/)

/** Matches control characters and box drawings, which indicate a wrong encoding. */
const implausiblePattern = /[\u0080-\u009f\u2500-\u259f]/

/** Caches detected encodings, since words repeat in a file and each detection takes 0.4 ms. */
const wordEncodings = createCache<string, ReturnType<typeof detectEncodings>>('word_encodings', {
  maxEntries: 10_000,
})

/** Returns the encodings in which the bytes of a word are valid and plausible text. */
function detectEncodings(word: string) {
  const bytes = Buffer.from(word, 'latin1')
  const options = { detectEncodings: guessedEncodings, minimumThreshold: 0 }
  return detectAll(bytes, options).flatMap(({ encoding: label, confidence }) => {
    const encoding = label && findEncoding(label)
    const text = encoding && decodeStrictly(word, encoding)
    return text && !implausiblePattern.test(text) ? [{ encoding, confidence }] : []
  })
}

/** Weight of the file's most common encoding. Another encoding must fit a value far better. */
const commonEncodingWeight = 4

/** Weight of KOI8-U, which is less common than KOI8-R, but decodes many texts identically. */
const koi8uWeight = 0.8

/** Guesses the encoding of words. @returns undefined if no encoding is plausible */
export function guessEncoding(words: string[], commonEncoding?: Encoding): Encoding | undefined {
  const scores = new Map<Encoding, number>()
  for (const word of words.filter((item) => !asciiPattern.test(item)))
    for (const { encoding, confidence } of wordEncodings.getOrCreate(word, () =>
      detectEncodings(word),
    )) {
      const weight =
        encoding === commonEncoding ? commonEncodingWeight : encoding === 'koi8-u' ? koi8uWeight : 1
      scores.set(encoding, (scores.get(encoding) ?? 0) + confidence * weight)
    }
  return [...scores].sort(([, a], [, b]) => b - a)[0]?.[0]
}
