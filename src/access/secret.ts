import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * API keys as text: `dg_`, 32 random base62 characters (190 bits), and the CRC-32 of both in 6
 * more.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^dg_[0-9A-Za-z]{38}$/

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

export function newSecret(randomBytes: (length: number) => Uint8Array): string {
  let body = ''
  while (body.length < 32)
    for (const byte of randomBytes(48))
      if (byte < 248 && body.length < 32) body += alphabet[byte % 62]
  return `dg_${body}${checksum(`dg_${body}`)}`
}

/** Only this is stored. The secret has 190 random bits, so that a plain fast hash is enough. */
export const hashOf = (secret: string): string => hash('sha256', secret)

const nobodys = Buffer.alloc(32)

/** Whether a hash is the one that is kept, which may be none; takes as long either way. */
export function isHash(hash: string, kept: string | null | undefined): boolean {
  return (
    timingSafeEqual(Buffer.from(hash, 'hex'), kept ? Buffer.from(kept, 'hex') : nobodys) &&
    kept != null
  )
}

/** Whether a text can be a key at all: a typing mistake is seen without a look at the database. */
export const wellFormed = (secret: string): boolean =>
  shape.test(secret) && checksum(secret.slice(0, -6)) === secret.slice(-6)
