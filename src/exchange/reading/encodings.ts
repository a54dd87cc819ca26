/** Finds, guesses and decodes the character encodings of import files (WHATWG Encoding Standard). */
import { detectAll } from 'jschardet'
import { createCache } from '../../lib/cache.ts'

const names = `UTF-8 Windows-1252 Windows-1250 Windows-1251 Windows-1253 Windows-1254 Windows-1255
  Windows-1256 Windows-1257 Windows-1258 Windows-874 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5
  ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16
  KOI8-R KOI8-U IBM866 Macintosh X-Mac-Cyrillic Shift_JIS EUC-JP ISO-2022-JP GB18030 GBK Big5
  EUC-KR`.split(/\s+/)

/** An encoding name of the WHATWG standard in lower case, such as `windows-1252`. */
export type Encoding = string

export const encodingNames: ReadonlyMap<Encoding, string> = new Map([
  ...names.map((name) => [name.toLowerCase(), name] as const),
  ['utf-16le', 'UTF-16'],
  ['utf-16be', 'UTF-16'],
])

/** Encodings of common labels, most of which are not in the WHATWG standard. */
const aliases: Readonly<Record<string, Encoding>> = {
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  'cp-1252': 'windows-1252',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  cp65001: 'utf-8',
  'utf-16': 'utf-16le',
  'iso-8859-8-i': 'iso-8859-8',
}

/** Finds the encoding for a label such as `CP1251`; undefined for ASCII and unknown labels. */
export function findEncoding(label: string): Encoding | undefined {
  const lowerCaseLabel = label.trim().toLowerCase()
  if (/^(us-)?ascii$/.test(lowerCaseLabel)) return undefined
  const windowsName = lowerCaseLabel.replace(/^(win|cp)-?(?=125)/, 'windows-')
  for (const spelling of [lowerCaseLabel, lowerCaseLabel.replaceAll('_', '-'), windowsName])
    try {
      const { encoding } = new TextDecoder(aliases[spelling] ?? spelling)
      if (encodingNames.has(encoding)) return encoding
    } catch {
      // The next spelling may be in the standard.
    }
  return undefined
}

/** Returns whether the bytes of LF, CR, `,` and `;` have no other meaning, as in ASCII. */
export const isAsciiCompatible = (encoding: Encoding): boolean =>
  !/^(utf-16|iso-2022)/.test(encoding)

const decoderCache = createCache<Encoding, TextDecoder>('text_decoders', { maxEntries: 20 })

/** Decodes a byte string (characters below 256). @returns undefined if the bytes are invalid */
export function decodeStrictly(byteString: string, encoding: Encoding): string | undefined {
  const decoder = decoderCache.getOrCreate(
    encoding,
    () => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }),
  )
  try {
    return decoder.decode(Buffer.from(byteString, 'latin1'))
  } catch {
    return undefined
  }
}

/** Decodes quoted-printable text to a byte string without soft line breaks. */
export const decodeQuotedPrintable = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hexDigits: string) =>
      String.fromCharCode(Number.parseInt(hexDigits, 16)),
    )

export const asciiPattern = /^[\u0000-\u007f]*$/

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
