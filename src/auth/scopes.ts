/**
 * Who may do what: one table of scopes, and the scopes of each role (contract clause 5.4, and ours
 * beyond it).
 */
export const roles = ['Owner', 'Admin', 'Team Leader', 'Agent'] as const
export type Role = (typeof roles)[number]

/** How far a role sees: everything in the company, their teams' records, or their own. */
export const levels = ['own', 'team', 'all'] as const
export type Level = (typeof levels)[number]

const everyone = [
  'tasks.manage',
  'deals.manage',
  'appointments.manage',
  'activities.view',
  'activities.create',
  'tags.manage',
  'smartlists.manage',
  'users.view',
] as const
const administrators = [
  'people.delete',
  'stages.manage',
  'pipelines.manage',
  'teams.manage',
  'users.manage',
  'customfields.manage',
  'webhooks.manage',
  'audit.view',
] as const
const levelled = ['people.view', 'people.edit', 'deals.view'] as const

/** A scope as an operation names it: one with levels stands for any of its three forms. */
export type Need =
  | (typeof everyone)[number]
  | (typeof administrators)[number]
  | (typeof levelled)[number]

export const allScopes: readonly string[] = [
  ...everyone,
  ...administrators,
  ...levelled.flatMap((scope) => levels.map((level) => `${scope}.${level}`)),
]

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
  has(need: Need): boolean
  /** How far the scope reaches; where the key does not have it at all, as far as the role does. */
  level(scope: (typeof levelled)[number]): Level
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
  const plain = [...everyone, ...(isAdministrator(role) ? administrators : [])].filter(
    (scope) => keyScopes === null || keyScopes.includes(scope),
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
    has: (need) => granted.has(need) || (plain as string[]).includes(need),
    level: (scope) => granted.get(scope) ?? own,
    list,
  }
}

const whole = Object.fromEntries(roles.map((role) => [role, rightsAmong(role, null)])) as Record<
  Role,
  Rights
>
