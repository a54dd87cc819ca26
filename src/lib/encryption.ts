/** Authenticated encryption (AES-256-GCM). */
import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Returns the concatenated nonce, tag and ciphertext. `decrypt` requires the same `context`. */
export function encrypt(
  key: Buffer,
  content: string | Buffer,
  randomBytes: (length: number) => Buffer,
  context = '',
): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** @throws Error if the key or `context` differs, or the ciphertext was altered */
export function decrypt(key: Buffer, encryptedContent: Buffer, context = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encryptedContent.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(encryptedContent.subarray(12, 28)).setAAD(Buffer.from(context))
  return Buffer.concat([decipher.update(encryptedContent.subarray(28)), decipher.final()])
}
