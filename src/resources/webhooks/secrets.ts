/** Manages webhook signing secrets, encrypted instead of hashed: signing needs the plain text. */
import type { Deps } from '../../context.ts'
import { decrypt, encrypt } from '../../lib/encryption.ts'
import type { WebhookEndpointRow } from './table.ts'

type EndpointKey = Pick<WebhookEndpointRow, 'companyId' | 'id'>

const getAssociatedData = ({ companyId, id }: EndpointKey) => `${companyId} ${id}`

/** Creates a secret as defined by Standard Webhooks: `whsec_` and 32 random bytes. */
export const createWebhookSecret = (deps: Pick<Deps, 'randomBytes'>): string =>
  `whsec_${deps.randomBytes(32).toString('base64')}`

/** Encrypts a secret so that it can be decrypted only in this endpoint's row. */
export const encryptSecret = (
  deps: Pick<Deps, 'randomBytes' | 'webhookKey'>,
  endpoint: EndpointKey,
  secret: string,
): string =>
  encrypt(deps.webhookKey, secret, deps.randomBytes, getAssociatedData(endpoint)).toString('base64')

const decryptSecret = (deps: Pick<Deps, 'webhookKey'>, endpoint: EndpointKey, encrypted: string) =>
  decrypt(deps.webhookKey, Buffer.from(encrypted, 'base64'), getAssociatedData(endpoint)).toString()

/** Returns the current secret and, for a day after a rotation, the previous secret. */
export function listSigningSecrets(
  deps: Pick<Deps, 'webhookKey' | 'now'>,
  endpoint: WebhookEndpointRow,
): string[] {
  const { secret, previousSecret, previousSecretExpiresAt } = endpoint
  const secrets = [decryptSecret(deps, endpoint, secret)]
  if (previousSecret && previousSecretExpiresAt && Date.parse(previousSecretExpiresAt) > deps.now())
    secrets.push(decryptSecret(deps, endpoint, previousSecret))
  return secrets
}
