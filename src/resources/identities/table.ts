import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

/** A subject of an issuer's tokens, bound to a user. A user has at most one identity per issuer. */
export interface IdentityRow extends RecordColumns {
  userId: string
  issuer: string
  /** The `sub` claim, which is unique per issuer and never reassigned. */
  subject: string
  /** The verified email address by which the identity was bound to the user. */
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
