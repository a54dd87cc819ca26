import { createHmac } from 'node:crypto'

/** What a webhook is sent with, by Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export type SignedHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

const prefix = 'whsec_'

/**
 * Signs exactly the bytes that are sent, with each of the secrets (`whsec_…`): for a while after a
 * rotation there are two, and a receiver accepts what either has signed.
 * @param at milliseconds since 1970
 */
export function signed(
  id: string,
  at: number,
  body: Buffer,
  secrets: readonly string[],
): SignedHeaders {
  const timestamp = String(Math.floor(at / 1000))
  const signature = (secret: string) =>
    createHmac(
      'sha256',
      Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64'),
    )
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  }
}
