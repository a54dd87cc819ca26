import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface ApiKeyRow extends RecordColumns {
  userId: string
  name: string
  /** SHA-256 of the secret, which is not kept. */
  hash: string
  prefix: string
  lastFour: string
  /** JSON list; null: all that the user may do. */
  scopes: string | null
  createdBy: string | null
  expiresAt: string | null
  revokedAt: string | null
  /** After a rotation, the secret before, good until `previousExpiresAt`. */
  previousHash: string | null
  previousExpiresAt: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    apiKeys: ApiKeyRow
  }
}

const apiKeyActions = declareEvents('apiKey', ['created', 'rotated', 'revoked'])

declare module '../../events/types.ts' {
  interface EventActions {
    apiKey: typeof apiKeyActions
  }
}
