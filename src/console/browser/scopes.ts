import { settings } from '../../pages/browser/settings.ts'

/**
 * What the server tells of scopes: what each role may do at most, and how far a scope with a reach
 * can go, the shortest first.
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

/**
 * Whether these scopes include one: of those with a reach, a wider one includes the shorter ones.
 */
export function covers(granted: readonly string[], scope: string): boolean {
  const [base, level] = parts(scope)
  return level < 0
    ? granted.includes(scope)
    : levels.slice(level).some((wider) => granted.includes(`${base}.${wider}`))
}

/** Whether something is allowed that takes this scope, with whatever reach. */
export const allows = (granted: readonly string[], need: string): boolean =>
  granted.includes(need) || levels.some((level) => granted.includes(`${need}.${level}`))

/** What a key may do: its own scopes (`null`: all) as far as its user's role goes. */
export const rightsOf = (roleName: string, ofKey: readonly string[] | null): string[] => {
  const most = ofRoles[roleName] ?? []
  return ofKey
    ? ofKey
        .filter((scope) => covers(most, scope))
        .concat(most.filter((scope) => covers(ofKey, scope)))
    : most
}

/** One scope as it is chosen: yes or no, or one of several reaches. */
export interface Choice {
  base: string
  /** The scopes to choose from, the shortest reach first; one where it has none. */
  scopes: string[]
}

const everyScope = [...new Set(Object.values(ofRoles).flat())]

/**
 * All that somebody of a role may be given by somebody with these rights, by the kind of record.
 */
export function choices(
  roleName: string,
  rights: readonly string[],
  ofSomebodyElse: boolean,
): [kind: string, Choice[]][] {
  const most = ofRoles[roleName] ?? []
  // A key of somebody else's sees what is theirs, so it takes the reach over everybody to give it.
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

/** What a scope is for, in a few words; nothing for one that is new here. */
export const meaning = (base: string): string => words[base] ?? ''

/** How far a scope goes: own, team or all; nothing for one without a reach. */
export const reach = (scope: string): string => levels[parts(scope)[1]] ?? ''
