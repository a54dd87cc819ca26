import { missingScope } from '../errors.ts'
import type { Levelled, RequiredScope, Rights, Role } from './scopes.ts'

/** Who is asking: the user behind the API key, and what the key may do at this moment. */
export interface Viewer {
  companyId: string
  companyName: string
  /** Country by which phone numbers without a prefix are read. */
  region: string
  userId: string
  fullName: string
  role: Role
  /** Absent where the server itself acts. */
  keyId: string | null
  rights: Rights
  /** The teams that the caller is a member or a leader of. */
  teamIds: string[]
  /** The caller and, for a Team Leader, the members of the teams that they lead. */
  teamUserIds: string[]
}

/**
 * Whom a viewer's reach covers: everybody's records, or those of `userIds` (the caller among them).
 */
export type DataScope = { all: true } | { all: false; userIds: string[] }

/** How far the caller's scope reaches; without a scope that has levels, how far the role does. */
export function dataScopeOf(viewer: Viewer, scope?: Levelled): DataScope {
  const level = scope ? viewer.rights.level(scope) : roleLevel[viewer.role]
  if (level === 'all') return { all: true }
  return { all: false, userIds: level === 'team' ? viewer.teamUserIds : [viewer.userId] }
}

export const roleLevel = {
  Owner: 'all',
  Admin: 'all',
  'Team Leader': 'team',
  Agent: 'own',
} as const

/** @throws FORBIDDEN naming the scope that is missing */
export function requireScope(viewer: Viewer, need: RequiredScope): void {
  if (!viewer.rights.has(need)) throw missingScope(need)
}
