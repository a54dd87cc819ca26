/** The caller of an operation. */
import { missingScope } from '../errors.ts'
import type { DataScopeName, RequiredScope, Rights, Role } from './scopes.ts'

/** The user behind the API key, with the key's current rights. */
export interface Viewer {
  companyId: string
  companyName: string
  /** Country by which phone numbers without a prefix are read. */
  region: string
  userId: string
  fullName: string
  role: Role
  /** Null if the server itself acts. */
  keyId: string | null
  rights: Rights
  /** The teams that the caller is a member or a leader of. */
  teamIds: string[]
  /** The caller and, for a Team Leader, the members of the teams that they lead. */
  teamUserIds: string[]
}

/** The users whose records a viewer reaches: everybody, or `userIds` (the viewer among them). */
export type DataScope = { all: true } | { all: false; userIds: string[] }

export function dataScopeOf(viewer: Viewer, name: DataScopeName): DataScope {
  const level = viewer.rights.level(name)
  if (level === 'all') return { all: true }
  return { all: false, userIds: level === 'team' ? viewer.teamUserIds : [viewer.userId] }
}

/** @throws FORBIDDEN naming the scope that is missing */
export function requireScope(viewer: Viewer, scope: RequiredScope): void {
  if (!viewer.rights.has(scope)) throw missingScope(scope)
}
