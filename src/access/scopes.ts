/**
 * Who may do what: one table of scopes, and the scopes of each role (contract clause 5.4, and ours
 * beyond it).
 */
export const roles = ['Owner', 'Admin', 'Team Leader', 'Agent'] as const
export type Role = (typeof roles)[number]

/** How far a role sees: everything in the company, their teams' records, or their own. */
export const levels = ['own', 'team', 'all'] as const
export type Level = (typeof levels)[number]

/** Scopes that decide which records are visible, also through others: a deal through its people. */
export const viewScopes = ['people.view', 'deals.view'] as const
export type ViewScope = (typeof viewScopes)[number]

interface ScopeDefinition {
  /** Only Owner and Admin hold it. */
  administrators?: true
  /** It is held at a level: `people.view.own`, `.team` or `.all`. */
  levels?: true
  /**
   * The view scopes that limit its records; by default all of them, so that a new scope gives a
   * narrowed key no additional access.
   */
  limitedBy?: readonly ViewScope[]
}

const definitions = {
  'tasks.manage': { limitedBy: ['people.view'] },
  'deals.manage': { limitedBy: ['people.view', 'deals.view'] },
  'appointments.manage': { limitedBy: ['people.view'] },
  'activities.view': { limitedBy: ['people.view'] },
  'activities.create': { limitedBy: ['people.view'] },
  'tags.manage': { limitedBy: [] },
  'smartlists.manage': { limitedBy: ['people.view'] },
  'users.view': { limitedBy: [] },
  'people.delete': { administrators: true, limitedBy: ['people.view'] },
  'stages.manage': { administrators: true, limitedBy: [] },
  'pipelines.manage': { administrators: true, limitedBy: [] },
  'teams.manage': { administrators: true, limitedBy: [] },
  'users.manage': { administrators: true, limitedBy: [] },
  'customfields.manage': { administrators: true, limitedBy: [] },
  'webhooks.manage': { administrators: true, limitedBy: [] },
  'audit.view': { administrators: true, limitedBy: [] },
  'people.view': { levels: true, limitedBy: [] },
  'people.edit': { levels: true, limitedBy: ['people.view'] },
  'deals.view': { levels: true, limitedBy: ['people.view'] },
} as const satisfies Record<string, ScopeDefinition>

/** A scope as an operation names it: one with levels stands for any of its three forms. */
export type RequiredScope = keyof typeof definitions

export type Levelled = {
  [S in RequiredScope]: (typeof definitions)[S] extends { levels: true } ? S : never
}[RequiredScope]

const scopeTable: Record<RequiredScope, ScopeDefinition> = definitions
const needs = Object.keys(definitions) as RequiredScope[]
const levelled = needs.filter((need) => scopeTable[need].levels) as Levelled[]
const plainScopes = needs.filter((need) => !scopeTable[need].levels)

/** The forms in which a key holds a scope. */
const formsOf = (need: RequiredScope): string[] =>
  scopeTable[need].levels ? levels.map((level) => `${need}.${level}`) : [need]

export const allScopes: readonly string[] = [...plainScopes, ...levelled].flatMap(formsOf)

export const viewScopesLimiting = ({
  limitedBy = viewScopes,
}: ScopeDefinition): readonly ViewScope[] => limitedBy

interface ViewScopeForms {
  scope: ViewScope
  /** The forms of the scope itself. */
  forms: readonly string[]
  /** The forms of all scopes that it limits. */
  limits: readonly string[]
}

export const viewScopeForms: readonly ViewScopeForms[] = viewScopes.map((scope) => ({
  scope,
  forms: formsOf(scope),
  limits: needs
    .filter((need) => need !== scope && viewScopesLimiting(scopeTable[need]).includes(scope))
    .flatMap(formsOf),
}))

const reach: Record<Role, Level> = {
  Owner: 'all',
  Admin: 'all',
  'Team Leader': 'team',
  Agent: 'own',
}

export const isAdministrator = (role: Role): boolean => reach[role] === 'all'

function widest(scope: string, granted: readonly string[]): Level | undefined {
  return [...levels].reverse().find((level) => granted.includes(`${scope}.${level}`))
}

const narrower = (a: Level, b: Level): Level => (levels.indexOf(a) < levels.indexOf(b) ? a : b)

export interface Rights {
  has(need: RequiredScope): boolean
  /** How far the scope reaches; where the key does not have it at all, as far as the role does. */
  level(scope: Levelled): Level
  /** Whether the key has scopes of its own, even if they equal the rights of its user. */
  narrowed: boolean
  /** As a list of scopes, for showing and for narrowing further. */
  list: readonly string[]
}

/**
 * What a key may do at this moment: its own scopes (`null`: all of the user's) within those of the
 * user's role.
 */
export const rightsOf = (role: Role, keyScopes: readonly string[] | null): Rights =>
  keyScopes ? rightsAmong(role, keyScopes) : whole[role]

function rightsAmong(role: Role, keyScopes: readonly string[] | null): Rights {
  const own = reach[role]
  const plain = plainScopes.filter(
    (scope) =>
      (isAdministrator(role) || !scopeTable[scope].administrators) &&
      (keyScopes === null || keyScopes.includes(scope)),
  )
  const granted = new Map<string, Level>()
  for (const scope of levelled) {
    const given = keyScopes === null ? own : widest(scope, keyScopes)
    if (given) granted.set(scope, narrower(given, own))
  }
  const list = [
    ...plain,
    ...[...granted].flatMap(([scope, level]) =>
      levels
        .slice(isAdministrator(role) ? 0 : levels.indexOf(level), levels.indexOf(level) + 1)
        .map((each) => `${scope}.${each}`),
    ),
  ].sort()
  return {
    has: (need) => granted.has(need) || plain.includes(need),
    level: (scope) => granted.get(scope) ?? own,
    narrowed: keyScopes !== null,
    list,
  }
}

const whole = Object.fromEntries(roles.map((role) => [role, rightsAmong(role, null)])) as Record<
  Role,
  Rights
>
