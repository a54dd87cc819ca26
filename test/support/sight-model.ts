import type { Who } from './world.ts'

/**
 * Who may do and see what, written down a second time: from the tables in `decisions.md`, knowing
 * nothing of the code. Users are known by their names in the test world; `stranger` is of another
 * company.
 */
export type Kind =
  | 'person'
  | 'task'
  | 'deal'
  | 'appointment'
  | 'activity'
  | 'user'
  | 'team'
  | 'tag'
  | 'stage'
  | 'pipeline'
  | 'pipelineStage'
  | 'apiKey'
  | 'customField'
  | 'smartList'
  | 'webhookEndpoint'
  | 'webhookDelivery'

/** A record, with what decides who sees it. */
export interface Fact {
  kind: Kind
  id: string
  company: 'acme' | 'rival'
  /**
   * person, deal: the assigned agent; task: who is to do it; apiKey, smartList, user: whose it is,
   * or who it is.
   */
  user?: Who | null
  createdBy?: Who | null
  collaborators?: Who[]
  /** appointment: the users invited. */
  invited?: Who[]
  trashed?: boolean
  /** smartList: seen by the whole company. */
  shared?: boolean
  /** person: the id of a merge into them. */
  merge?: string
  /** task, activity: of one person; deal, appointment: of several. */
  people?: Fact[]
  /** apiKey, webhookEndpoint, webhookDelivery: the scopes it was narrowed to. */
  scopes?: string[]
  teams?: Team[]
}

export interface Team {
  id: string
  leaders: Who[]
  members: Who[]
}

export interface Caller {
  who: Who
  /** The scopes that the key was narrowed to. */
  scopes?: string[]
  keyId?: string
}

const rank: Record<Who, 'all' | 'team' | 'own'> = {
  owner: 'all',
  admin: 'all',
  leader: 'team',
  idle: 'team',
  agent: 'own',
  loner: 'own',
  stranger: 'all',
}
const forEverybody = [
  'tasks.manage',
  'deals.manage',
  'appointments.manage',
  'tags.manage',
  'smartlists.manage',
  'activities.view',
  'activities.create',
  'users.view',
]
const forAdministrators = [
  'people.delete',
  'stages.manage',
  'pipelines.manage',
  'teams.manage',
  'users.manage',
  'customfields.manage',
  'webhooks.manage',
  'audit.view',
]
const levels = ['own', 'team', 'all'] as const
const withLevels = ['people.view', 'people.edit', 'deals.view']

/** Every scope there is, those with levels in each of their forms. */
export const everyScope = [
  ...forEverybody,
  ...forAdministrators,
  ...withLevels.flatMap((scope) => levels.map((level) => `${scope}.${level}`)),
]

export const companyOf = (who: Who) => (who === 'stranger' ? 'rival' : 'acme')
export const isAdministrator = (who: Who) => rank[who] === 'all'

export function hasScope({ who, scopes }: Caller, need: string): boolean {
  if (!withLevels.includes(need) && !forEverybody.includes(need) && !isAdministrator(who))
    return false
  return !scopes || scopes.some((scope) => scope === need || scope.startsWith(`${need}.`))
}

/** How far the caller's role reaches, or less: the widest level to which the key was narrowed. */
function levelOf({ who, scopes }: Caller, need?: string) {
  const widest = need ? levels.findLast((level) => scopes?.includes(`${need}.${level}`)) : undefined
  return levels[Math.min(levels.indexOf(widest ?? 'all'), levels.indexOf(rank[who]))]
}

/** Whether a scope's reach covers what this user has. */
function reaches(
  teams: Team[],
  caller: Caller,
  user: Who | null | undefined,
  need?: string,
): boolean {
  const level = levelOf(caller, need)
  if (level === 'all') return true
  if (user === caller.who) return true
  return (
    level === 'team' &&
    teams.some((team) => team.leaders.includes(caller.who) && !!user && team.members.includes(user))
  )
}

const reachesPerson = (teams: Team[], caller: Caller, person: Fact, need: string) =>
  reaches(teams, caller, person.user, need) || !!person.collaborators?.includes(caller.who)

/** Whether the caller's sight covers a record of their own company. */
export function sees(teams: Team[], caller: Caller, record: Fact): boolean {
  if (record.company !== companyOf(caller.who)) return false
  const person = (need: string) =>
    !!record.people?.some((each) => reachesPerson(teams, caller, each, need))
  switch (record.kind) {
    case 'person':
      return reachesPerson(teams, caller, record, 'people.view')
    case 'activity':
      return person('people.view')
    case 'task':
      return (
        reaches(teams, caller, record.user) ||
        reaches(teams, caller, record.createdBy) ||
        person('people.view')
      )
    case 'deal':
      if (reaches(teams, caller, record.user, 'deals.view')) return true
      if (record.teams?.some((team) => [...team.leaders, ...team.members].includes(caller.who)))
        return true
      return person('people.view') && person('deals.view')
    case 'appointment':
      return (
        [record.createdBy, ...(record.invited ?? [])].some((user) =>
          reaches(teams, caller, user),
        ) || person('people.view')
      )
    case 'apiKey':
      if (caller.keyId === record.id) return true
      return (isAdministrator(caller.who) || record.user === caller.who) && holds(caller, record)
    case 'webhookEndpoint':
    case 'webhookDelivery':
      return holds(caller, record)
    case 'smartList':
      return !!record.shared || record.user === caller.who
    default:
      return true
  }
}

/** Whether the caller may change a record that they see. */
export function mayChange(teams: Team[], caller: Caller, record: Fact): boolean {
  if (record.kind === 'person') return reachesPerson(teams, caller, record, 'people.edit')
  if (record.kind === 'activity')
    return isAdministrator(caller.who) || reaches(teams, caller, record.createdBy)
  if (record.kind === 'smartList') return record.user === caller.who || isAdministrator(caller.who)
  if (record.kind === 'apiKey' || record.kind === 'user')
    return record.user !== 'owner' || caller.who === 'owner'
  return true
}

/** What hangs on people or deals: a key without the scope for these reaches as far as its role. */
const byPeople = /^(people\.(edit|delete)|deals|tasks|appointments|activities|smartlists)\b/
const byDeals = /^deals\.manage/

/** All that a key is good for: each of its scopes, with whose records it covers by which way. */
function powers({ who, scopes }: Caller): Set<string> {
  const covered = (need?: string) => {
    const level = levelOf({ who, ...(scopes && { scopes }) }, need)
    if (level === 'all') return ['all']
    return level === 'team' ? [`own ${who}`, `team ${who}`] : [`own ${who}`]
  }
  const needs = [...forEverybody, ...forAdministrators, ...withLevels]
  return new Set(
    needs
      .filter((need) => hasScope({ who, ...(scopes && { scopes }) }, need))
      .flatMap((need) => [
        need,
        ...(withLevels.includes(need) ? covered(need).map((each) => `${need} ${each}`) : []),
        ...(byPeople.test(need) ? covered('people.view').map((each) => `${need} by ${each}`) : []),
        ...(byDeals.test(need) ? covered('deals.view').map((each) => `${need} in ${each}`) : []),
      ]),
  )
}

/** Whether what covers everybody, or the same users, is held for each. */
function includesAll(held: Set<string>, wanted: Set<string>): boolean {
  return [...wanted].every(
    (each) => held.has(each) || held.has(each.replace(/ (own|team) \S+$/, ' all')),
  )
}

/** Whether a key holds all that a credential does; one that is not narrowed is not asked. */
export function holds(caller: Caller, { user, scopes }: Pick<Fact, 'user' | 'scopes'>): boolean {
  if (!caller.scopes) return true
  if (!scopes || !user) return false
  return includesAll(powers(caller), powers({ who: user, scopes }))
}

/** The same of what anybody with the role of a user may do. */
export const holdsRoleOf = (caller: Caller, who: Who): boolean =>
  !caller.scopes || includesAll(powers(caller), powers({ who }))
