import { settings } from '../../pages/browser/page-data.ts'

/** `scopes`: those of each role; `levels` of a scope, narrowest first. */
const { scopes: roleScopes, levels } = settings<{
  scopes: Record<string, string[]>
  levels: string[]
}>()

/** `people.view.own` is the base `people.view` at level 0; a scope without levels is at -1. */
function splitScope(scope: string): [base: string, level: number] {
  const dot = scope.lastIndexOf('.')
  const level = levels.indexOf(scope.slice(dot + 1))
  return level < 0 ? [scope, -1] : [scope.slice(0, dot), level]
}

const baseOf = (scope: string): string => splitScope(scope)[0]

/** Whether the scopes include one; a wider level includes the narrower ones. */
function covers(granted: readonly string[], scope: string): boolean {
  const [base, level] = splitScope(scope)
  return level < 0
    ? granted.includes(scope)
    : levels.slice(level).some((wider) => granted.includes(`${base}.${wider}`))
}

/** Whether the scope is granted at any level. */
export const hasScope = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) || levels.some((level) => granted.includes(`${scope}.${level}`))

/** The effective scopes of a key: its own (`null`: all) within those of its user's role. */
export function effectiveScopes(roleName: string, keyScopes: readonly string[] | null): string[] {
  const allowed = roleScopes[roleName] ?? []
  if (!keyScopes) return allowed
  return [
    ...keyScopes.filter((scope) => covers(allowed, scope)),
    ...allowed.filter((scope) => covers(keyScopes, scope)),
  ]
}

/** A field of the form: a checkbox, or a select for a scope with levels. */
export interface ScopeChoice {
  base: string
  /** Narrowest level first; one scope if there are no levels. */
  scopes: string[]
}

/**
 * The scopes that a key with `granted` may give to a key of a role, by kind of record.
 * @param isOwn whether the new key is for the same user
 */
export function grantableScopes(
  roleName: string,
  granted: readonly string[],
  isOwn: boolean,
): [kind: string, ScopeChoice[]][] {
  // A key of another user shows that user's records, so that granting it needs the level `all`.
  const isGranted = (scope: string) => {
    const [base, level] = splitScope(scope)
    return covers(granted, isOwn || level < 0 ? scope : `${base}.${levels.at(-1)}`)
  }
  const scopes = [...new Set(Object.values(roleScopes).flat())]
    .filter((scope) => covers(roleScopes[roleName] ?? [], scope) && isGranted(scope))
    .sort((one, other) => splitScope(one)[1] - splitScope(other)[1])
  const choices = [...Map.groupBy(scopes, baseOf)]
    .map(([base, scopes]) => ({ base, scopes }))
    .sort((one, other) => positionOf(one.base) - positionOf(other.base))
  return [...Map.groupBy(choices, ({ base }) => base.split('.')[0] ?? '')]
}

/** By base, in the order of the form. Other scopes follow without a description. */
const descriptions: Record<string, string> = {
  'people.view': 'see people',
  'people.edit': 'create and change people',
  'people.delete': 'delete and merge people',
  'deals.view': 'see deals and the board',
  'deals.manage': 'create, move and delete deals',
  'tasks.manage': 'see and change tasks',
  'appointments.manage': 'see and change appointments',
  'activities.view': 'see activities',
  'activities.create': 'log and change activities',
  'tags.manage': 'rename, merge and delete tags',
  'smartlists.manage': 'save lists of people',
  'users.view': 'see the users of the company',
  'users.manage': 'invite, change and suspend users',
  'teams.manage': 'change teams',
  'audit.view': 'see who changed what',
  'customfields.manage': 'define custom fields',
  'pipelines.manage': 'change pipelines and their stages',
  'stages.manage': 'change the stages of people',
  'webhooks.manage': 'see and change webhooks and their deliveries',
}

const bases = Object.keys(descriptions)
const positionOf = (base: string) => (bases.includes(base) ? bases.indexOf(base) : bases.length)

/** Empty if there is none. */
export const describeScope = (base: string): string => descriptions[base] ?? ''

/** `own`, `team` or `all`; empty without levels. */
export const levelOf = (scope: string): string => levels[splitScope(scope)[1]] ?? ''
