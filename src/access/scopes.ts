/** Roles, scopes and viewers (callers with a credential's permissions). */
import { missingScope } from '../errors.ts'

export const roles = ['Owner', 'Admin', 'Team Leader', 'Agent'] as const
export type Role = (typeof roles)[number]

/** A scope's level: the user's own records, those of teams that the user leads, or all records. */
export const levels = ['own', 'team', 'all'] as const
export type Level = (typeof levels)[number]

const levelByRole: Record<Role, Level> = {
  Owner: 'all',
  Admin: 'all',
  'Team Leader': 'team',
  Agent: 'own',
}

export const listRolesWithLevel = (level: Level): Role[] =>
  roles.filter((role) => levelByRole[role] === level)
export const isAdministrator = (role: Role): boolean => levelByRole[role] === 'all'
const getNarrowerLevel = (a: Level, b: Level): Level =>
  levels.indexOf(a) < levels.indexOf(b) ? a : b

/** Scopes that determine which records are visible, directly and through related records. */
export const viewScopes = ['people.view', 'deals.view'] as const
export type ViewScope = (typeof viewScopes)[number]

interface ScopeDefinition {
  /** The permission that the scope grants a key, as shown in the console. */
  description: string
  /** Whether only the roles Owner and Admin include the scope. */
  administratorsOnly?: true
  /** Whether the scope has levels, such as `people.view.own`, `.team` and `.all`. */
  hasLevels?: true
  /** View scopes that limit which records the scope covers; by default, all view scopes. */
  limitedBy?: readonly ViewScope[]
}

const administratorScope = { administratorsOnly: true, limitedBy: [] } as const

const scopeDefinitions = {
  'tasks.manage': { description: 'view and edit tasks', limitedBy: ['people.view'] },
  'deals.manage': { description: 'create, move and delete deals' },
  'appointments.manage': { description: 'view and edit appointments', limitedBy: ['people.view'] },
  'activities.view': { description: 'view activities', limitedBy: ['people.view'] },
  'activities.create': { description: 'log and change activities', limitedBy: ['people.view'] },
  'tags.manage': { description: 'rename, merge and delete tags', limitedBy: [] },
  'smartlists.manage': { description: 'save smart lists of people', limitedBy: ['people.view'] },
  'users.view': { description: "view the company's users", limitedBy: [] },
  'people.delete': {
    description: 'delete people permanently',
    administratorsOnly: true,
    limitedBy: ['people.view'],
  },
  'stages.manage': { ...administratorScope, description: 'change person stages' },
  'pipelines.manage': { ...administratorScope, description: 'change pipelines and their stages' },
  'teams.manage': { ...administratorScope, description: 'change teams' },
  'users.manage': { ...administratorScope, description: 'invite, change and suspend users' },
  'customfields.manage': { ...administratorScope, description: 'define custom fields' },
  'webhooks.manage': {
    ...administratorScope,
    description: 'view and edit webhooks and their deliveries',
  },
  'audit.view': { ...administratorScope, description: 'view the audit log' },
  'people.view': { description: 'view people', hasLevels: true, limitedBy: [] },
  'people.edit': {
    description: 'create and change people',
    hasLevels: true,
    limitedBy: ['people.view'],
  },
  'deals.view': {
    description: 'view deals and the board',
    hasLevels: true,
    limitedBy: ['people.view'],
  },
} as const satisfies Record<string, ScopeDefinition>

/** A scope that an operation requires. It has no level, since a key can have it at any level. */
export type RequiredScope = keyof typeof scopeDefinitions

export type LeveledScope = {
  [S in RequiredScope]: (typeof scopeDefinitions)[S] extends { hasLevels: true } ? S : never
}[RequiredScope]

export type DataScopeName = LeveledScope | 'role'

const scopeTable: Record<RequiredScope, ScopeDefinition> = scopeDefinitions
const scopeNames = Object.keys(scopeDefinitions) as RequiredScope[]
const leveledScopes = scopeNames.filter((scope) => scopeTable[scope].hasLevels) as LeveledScope[]
const plainScopes = scopeNames.filter((scope) => !scopeTable[scope].hasLevels)
export const dataScopeNames: readonly DataScopeName[] = ['role', ...leveledScopes]

/** Scope descriptions by name, beginning with the scopes that have levels. */
export const scopeDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  [...leveledScopes, ...plainScopes].map((scope) => [scope, scopeTable[scope].description]),
)

/** Lists the forms of a scope that a key can have: one per level, or the scope itself. */
const listForms = (scope: RequiredScope): string[] =>
  scopeTable[scope].hasLevels ? levels.map((level) => `${scope}.${level}`) : [scope]

export const allScopes: readonly string[] = [...plainScopes, ...leveledScopes].flatMap(listForms)

export const viewScopeForms = viewScopes.map((viewScope) => ({
  scope: viewScope,
  forms: listForms(viewScope),
  limits: scopeNames
    .filter(
      (scope) =>
        scope !== viewScope && (scopeTable[scope].limitedBy ?? viewScopes).includes(viewScope),
    )
    .flatMap(listForms),
}))

/** The permissions of a credential. */
export interface Rights {
  has(scope: RequiredScope): boolean
  /** Returns a scope's level. For `role`, or a scope that the key lacks, it is the role's level. */
  level(name: DataScopeName): Level
  /** Whether the key has its own scopes, even if they equal its user's permissions. */
  isNarrowed: boolean
  scopes: readonly string[]
}

/** Returns a key's permissions: its scopes (null for all), limited to those of its user's role. */
export const getRights = (role: Role, keyScopes: readonly string[] | null): Rights =>
  keyScopes ? createRights(role, keyScopes) : rightsByRole[role]

function createRights(role: Role, keyScopes: readonly string[] | null): Rights {
  const roleLevel = levelByRole[role]
  const grantedPlainScopes = plainScopes.filter(
    (scope) =>
      (isAdministrator(role) || !scopeTable[scope].administratorsOnly) &&
      (keyScopes === null || keyScopes.includes(scope)),
  )
  const grantedLevels = new Map<DataScopeName, Level>()
  for (const scope of leveledScopes) {
    const level =
      keyScopes === null
        ? roleLevel
        : levels.findLast((keyLevel) => keyScopes.includes(`${scope}.${keyLevel}`))
    if (level) grantedLevels.set(scope, getNarrowerLevel(level, roleLevel))
  }
  const scopes = [
    ...grantedPlainScopes,
    ...[...grantedLevels].flatMap(([scope, level]) =>
      levels
        .slice(isAdministrator(role) ? 0 : levels.indexOf(level), levels.indexOf(level) + 1)
        .map((grantedLevel) => `${scope}.${grantedLevel}`),
    ),
  ].sort()
  return {
    has: (scope) => grantedLevels.has(scope as DataScopeName) || grantedPlainScopes.includes(scope),
    level: (name) => grantedLevels.get(name) ?? roleLevel,
    isNarrowed: keyScopes !== null,
    scopes,
  }
}

const rightsByRole = Object.fromEntries(
  roles.map((role) => [role, createRights(role, null)]),
) as Record<Role, Rights>

export interface Company {
  id: string
  name: string
  /** The two-letter country code assumed for phone numbers without a country prefix. */
  region: string
  /** The ISO 4217 code of the currency in which prices are stated. */
  currency: string
  /** The IANA name of the time zone. */
  timeZone: string
}

export const authenticationMethods = ['API_KEY', 'ACCESS_TOKEN', 'SESSION'] as const

/** How a caller was authenticated. */
export interface Authentication {
  method: (typeof authenticationMethods)[number]
  /** The session for the method `SESSION`, with the time of its last recorded use. */
  session?: { id: string; createdAt: string; lastUsedAt: string }
  /** The expiry time of the key, token or session; null if it does not expire. */
  expiresAt: string | null
}

export interface Viewer {
  companyId: string
  company: Company
  userId: string
  fullName: string
  role: Role
  /** The id of the API key or identity; null for the server and a user's background work. */
  credentialId: string | null
  /** How the user was authenticated; undefined for the server and a user's background work. */
  authentication?: Authentication
  rights: Rights
  /** The teams that the caller is a member or a leader of; empty if every level is `all`. */
  teamIds: string[]
  /** The caller and, if a level is `team`, the members of the teams that the caller leads. */
  coveredUserIds: string[]
}

/** Returns the viewer's credential as `keyId` or `identityId`, for logs and traces. */
export const getCredentialIds = ({ credentialId: id }: Pick<Viewer, 'credentialId'>) =>
  id?.startsWith('key_') ? { keyId: id } : id ? { identityId: id } : {}

/** Returns the users whose records the viewer's level covers; undefined for the level `all`. */
export function getCoveredUserIds(viewer: Viewer, name: DataScopeName): string[] | undefined {
  const level = viewer.rights.level(name)
  if (level === 'all') return undefined
  return level === 'team' ? viewer.coveredUserIds : [viewer.userId]
}

/** @throws FORBIDDEN, with the name of the missing scope */
export function requireScope(viewer: Viewer, scope: RequiredScope): void {
  if (!viewer.rights.has(scope)) throw missingScope(scope)
}
