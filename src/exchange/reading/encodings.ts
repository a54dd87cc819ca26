/** Finds and decodes the character encodings of import files (WHATWG Encoding Standard). */
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
