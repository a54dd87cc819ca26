import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

/** A sign-in of a user in a browser, whose cookie contains the session secret. */
export interface SessionRow extends RecordColumns {
  userId: string
  identityId: string
  /** The SHA-256 digest of the secret; the secret itself is not stored. */
  hash: string
  userAgent: string | null
  lastUsedAt: string
  /** The expiry time, which is extended when the session is used (see `computeExpiry`). */
  expiresAt: string
  revokedAt: string | null
  /** The ID token, encrypted with a key derived from the secret. */
  idToken: Uint8Array | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    sessions: SessionRow
  }
  interface EventActions {
    session: typeof sessionActions
  }
}

const sessionActions = declareEvents('session', ['created', 'revoked'])
