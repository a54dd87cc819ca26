import { createCipheriv, createDecipheriv } from 'node:crypto'

/** AES-256-GCM: nonce, tag and ciphertext. `context` is not included; decryption requires it. */
export function encrypt(
  key: Buffer,
  content: string | Buffer,
  nonce: Buffer,
  context = '',
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** @throws Error for another key or context, or a changed ciphertext */
export function decrypt(key: Buffer, encrypted: Buffer, context = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(encrypted.subarray(12, 28)).setAAD(Buffer.from(context))
  return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()])
}
