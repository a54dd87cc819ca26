import { settings } from '../../pages/browser/settings.ts'

/**
 * Scopes as the server sends them: the scopes of each role and the levels of a scope, narrowest
 * first.
 */
const { scopes: ofRoles, levels } = settings<{
  scopes: Record<string, string[]>
  levels: string[]
}>()

const parts = (scope: string): [base: string, level: number] => {
  const dot = scope.lastIndexOf('.')
  const level = levels.indexOf(scope.slice(dot + 1))
  return level < 0 ? [scope, -1] : [scope.slice(0, dot), level]
}

/** Whether the scopes include one; a wider level includes the narrower ones. */
export function covers(granted: readonly string[], scope: string): boolean {
  const [base, level] = parts(scope)
  return level < 0
    ? granted.includes(scope)
    : levels.slice(level).some((wider) => granted.includes(`${base}.${wider}`))
}

/** Whether the scope is allowed at any level. */
export const allows = (granted: readonly string[], need: string): boolean =>
  granted.includes(need) || levels.some((level) => granted.includes(`${need}.${level}`))

/** The effective scopes of a key: its own (`null`: all) within those of its user's role. */
export const rightsOf = (roleName: string, ofKey: readonly string[] | null): string[] => {
  const most = ofRoles[roleName] ?? []
  return ofKey
    ? ofKey
        .filter((scope) => covers(most, scope))
        .concat(most.filter((scope) => covers(ofKey, scope)))
    : most
}

/** A scope in the form: on or off, or one of several levels. */
export interface Choice {
  base: string
  /** The options, narrowest level first; one if the scope has no levels. */
  scopes: string[]
}

const everyScope = [...new Set(Object.values(ofRoles).flat())]

/** The scopes that a caller with these rights may grant to a role, by kind of record. */
export function choices(
  roleName: string,
  rights: readonly string[],
  ofSomebodyElse: boolean,
): [kind: string, Choice[]][] {
  const most = ofRoles[roleName] ?? []
  // A key of another user views that user's records, so granting it needs the level `all`.
  const mine = (scope: string) =>
    covers(
      rights,
      ofSomebodyElse && parts(scope)[1] >= 0 ? `${parts(scope)[0]}.${levels.at(-1)}` : scope,
    )
  const given = everyScope
    .filter((scope) => covers(most, scope) && mine(scope))
    .sort((a, b) => parts(a)[1] - parts(b)[1])
  const choice = Map.groupBy(given, (scope) => parts(scope)[0])
  const all = [...choice]
    .map(([base, scopes]) => ({ base, scopes }))
    .sort((a, b) => order(a.base) - order(b.base) || a.base.localeCompare(b.base))
  return [...Map.groupBy(all, ({ base }) => base.slice(0, base.indexOf('.')))]
}

const verbs = ['view', 'create', 'edit', 'manage', 'delete']
const kinds = [
  'people',
  'deals',
  'tasks',
  'appointments',
  'activities',
  'tags',
  'smartlists',
  'users',
  'teams',
]
/**
 * The kinds in the order of their use, what is not named here behind them; then from seeing to
 * deleting.
 */
const order = (base: string) => {
  const [kind = '', verb = ''] = base.split('.')
  return (
    (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length) * verbs.length + verbs.indexOf(verb)
  )
}

const words: Record<string, string> = {
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
  'stages.manage': 'change the stages of people',
  'pipelines.manage': 'change pipelines and their stages',
  'customfields.manage': 'define custom fields',
  'webhooks.manage': 'change webhooks, and see what they were told',
  'audit.view': 'see who changed what',
}

/** The purpose of a scope; undefined for an unknown one. */
export const meaning = (base: string): string => words[base] ?? ''

/** The level of a scope: own, team or all; undefined without levels. */
export const reach = (scope: string): string => levels[parts(scope)[1]] ?? ''
