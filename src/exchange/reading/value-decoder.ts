import { guessEncoding } from './encoding-guess.ts'
import { decodeStrictly, type Encoding, encodingNamed, encodingNames } from './encodings.ts'
import type { Remark } from './source.ts'

/**
 * Decodes the values of a file separately, since real address books mix encodings. Bytes are
 * strings whose characters are all below 256.
 */
export interface ValueDecoder {
  /** @param charset the encoding declared by the value */
  decode(bytes: string, charset?: string): string
  /** The assumptions since the last call. */
  takeAssumptions(): Remark[]
}

const ascii = /^[\u0000-\u007f]*$/

/** The expected encodings of values that declare none. */
export interface Expected {
  /** The encoding of `--encoding`. */
  named?: Encoding | undefined
  /** The encoding of most values that are not UTF-8. */
  likely?: Encoding | undefined
}

export function createValueDecoder({ named, likely }: Expected): ValueDecoder {
  const assumptions = new Set<string>()

  function assume(bytes: string, reason: string): string {
    const encoding = guessEncoding(bytes, likely)
    assumptions.add(`read as ${encodingNames[encoding]}: ${reason}; --encoding names another`)
    return decodeStrictly(bytes, encoding) ?? bytes
  }

  function undeclared(bytes: string): string {
    const text = decodeStrictly(bytes, named ?? 'utf-8')
    if (text !== undefined) return text
    const reason = named
      ? `not ${encodingNames[named]} throughout`
      : 'not UTF-8, and no encoding is named'
    return (named && decodeStrictly(bytes, 'utf-8')) ?? assume(bytes, reason)
  }

  return {
    decode(bytes, charset) {
      const declared = charset === undefined ? undefined : encodingNamed(charset)
      if (charset && !declared && !/ascii/i.test(charset))
        assumptions.add(`read without its unknown encoding ${charset.slice(0, 50)}`)
      if (ascii.test(bytes) && declared !== 'iso-2022-jp') return bytes
      if (!declared) return undeclared(bytes)
      const text = decodeStrictly(bytes, declared)
      if (text !== undefined) return text
      return (
        decodeStrictly(bytes, 'utf-8') ??
        assume(bytes, `not ${encodingNames[declared]}, as it says`)
      )
    },
    takeAssumptions() {
      const taken = [...assumptions].map((message): Remark => ({ action: 'assumed', message }))
      assumptions.clear()
      return taken
    },
  }
}
