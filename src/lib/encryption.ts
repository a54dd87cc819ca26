import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * AES-256-GCM: the nonce, the tag, what is sealed. `about` is not in it, and must be the same to
 * open it.
 */
export function encrypt(key: Buffer, content: string | Buffer, nonce: Buffer, about = ''): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error where the key is another, or what is sealed was changed */
export function decrypt(key: Buffer, sealed: Buffer, about = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(sealed.subarray(12, 28)).setAAD(Buffer.from(about))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
