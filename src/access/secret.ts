/**
 * API keys as text: `dg_`, 32 random base62 characters (190 bits), and the CRC-32 of both in 6
 * more.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^dg_[0-9A-Za-z]{38}$/

function checksum(text: string): string {
  let remainder = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = alphabet[remainder % 62] + digits
    remainder = Math.floor(remainder / 62)
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

/** The stored form. A plain fast hash is enough for 190 random bits. */
export const hashOf = (secret: string): string => hash('sha256', secret)

const noHash = Buffer.alloc(32)

/** Whether a hash is the stored one, if there is one; takes as long either way. */
export function isHash(hash: string, stored: string | null | undefined): boolean {
  return (
    timingSafeEqual(Buffer.from(hash, 'hex'), stored ? Buffer.from(stored, 'hex') : noHash) &&
    stored != null
  )
}

/** Whether a text can be a key: typing mistakes are found without a query. */
export const isWellFormed = (secret: string): boolean =>
  pattern.test(secret) && checksum(secret.slice(0, -6)) === secret.slice(-6)
