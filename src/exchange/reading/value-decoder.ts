import { guessEncoding } from './encoding-guess.ts'
import { decodeStrictly, type Encoding, encodingNamed, encodingNames } from './encodings.ts'
import type { Remark } from './source.ts'

/**
 * Decodes the values of a file one by one: real address books mix encodings, and one value in
 * another encoding must not spoil the rest. Bytes come as texts of one character below 256 each.
 */
export interface ValueDecoder {
  /** @param charset the encoding that the value itself declares */
  decode(bytes: string, charset?: string): string
  /** The assumptions since the last call. */
  takeAssumptions(): Remark[]
}

const ascii = /^[\u0000-\u007f]*$/

/** How the values of a file are encoded that do not say so themselves. */
export interface Expected {
  /** The encoding that the user has named. */
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
        assumptions.add(`read without its encoding ${charset.slice(0, 50)}, which is not known`)
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
