import type { Deps } from '../../context.ts'
import { decrypt, encrypt } from '../../lib/encryption.ts'
import type { WebhookEndpointRow } from './table.ts'

/**
 * The secrets that webhooks are signed with. They must be read to sign, so they are kept sealed
 * under a secret of the database.
 */
type Named = Pick<WebhookEndpointRow, 'companyId' | 'id'>

const about = ({ companyId, id }: Named) => `${companyId} ${id}`

/** A new secret, as it is shown once (Standard Webhooks): `whsec_` and 32 random bytes. */
export const newWebhookSecret = (deps: Pick<Deps, 'randomBytes'>): string =>
  `whsec_${deps.randomBytes(32).toString('base64')}`

/** What is kept of it; of no use in the row of another endpoint. */
export const sealSecret = (
  deps: Pick<Deps, 'randomBytes' | 'webhookKey'>,
  endpoint: Named,
  secret: string,
): string =>
  encrypt(deps.webhookKey, secret, deps.randomBytes(12), about(endpoint)).toString('base64')

const openSecret = (deps: Pick<Deps, 'webhookKey'>, endpoint: Named, sealed: string): string =>
  decrypt(deps.webhookKey, Buffer.from(sealed, 'base64'), about(endpoint)).toString()

/**
 * The secrets that sign at this moment, as they were shown: the present one first, and for a day
 * after a rotation the one before.
 */
export function signingSecrets(
  deps: Pick<Deps, 'webhookKey' | 'now'>,
  endpoint: WebhookEndpointRow,
): string[] {
  const { secret, previousSecret, previousSecretExpiresAt } = endpoint
  const secrets = [openSecret(deps, endpoint, secret)]
  if (previousSecret && previousSecretExpiresAt && Date.parse(previousSecretExpiresAt) > deps.now())
    secrets.push(openSecret(deps, endpoint, previousSecret))
  return secrets
}
