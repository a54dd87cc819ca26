import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface ApiKeyRow extends RecordColumns {
  userId: string
  name: string
  /** The SHA-256 digest of the secret; the secret itself is not stored. */
  hash: string
  prefix: string
  lastFour: string
  /** A JSON list of scopes, or null for all scopes of the user. */
  scopes: string | null
  expiresAt: string | null
  revokedAt: string | null
  /** The digest of the previous secret, valid until `previousExpiresAt`. */
  previousHash: string | null
  previousExpiresAt: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    apiKeys: ApiKeyRow
  }
  interface EventActions {
    apiKey: typeof apiKeyActions
  }
}

const apiKeyActions = declareEvents('apiKey', ['created', 'rotated', 'revoked'])
