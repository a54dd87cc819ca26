import { declareEvents } from '../../events/types.ts'
import type { RecordColumns } from '../../store/schema.ts'

/** The subject of an issuer's tokens, bound to a user; a user has at most one of each issuer. */
export interface IdentityRow extends RecordColumns {
  userId: string
  issuer: string
  /** The claim `sub`: unique and never reassigned at its issuer. */
  subject: string
  /** The verified email by which the identity was bound. */
  email: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    identities: IdentityRow
  }
  interface EventActions {
    identity: typeof identityActions
  }
}

const identityActions = declareEvents('identity', ['created', 'deleted'])
