import type { Role } from '../../access/scopes.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface UserRow extends RecordColumns {
  firstName: string
  lastName: string
  email: string
  /** The email in lower case, which is unique in the company. */
  emailKey: string
  role: Role
  avatarUrl: string | null
  suspendedAt: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    users: UserRow
  }
  interface EventActions {
    user: typeof userActions
  }
}

const userActions = declareEvents('user', ['created', 'updated', 'suspended', 'reactivated'])
