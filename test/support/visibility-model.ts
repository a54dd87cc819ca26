import type { Who } from './world.ts'

/**
 * An independent model of the permissions in `docs/decisions.md`. Users have their names in the test
 * world; `stranger` belongs to another company.
 */
export const kinds = [
  'person',
  'task',
  'deal',
  'appointment',
  'activity',
  'user',
  'team',
  'tag',
  'stage',
  'pipeline',
  'pipelineStage',
  'apiKey',
  'customField',
  'smartList',
  'webhookEndpoint',
  'webhookDelivery',
] as const
export type Kind = (typeof kinds)[number]

/** A record with the facts that determine who can view it. */
export interface RecordFacts {
  kind: Kind
  id: string
  company: 'acme' | 'rival'
  /** The assigned agent of a person or deal, the assignee of a task, or the owner of others. */
  user?: Who | null
  createdBy?: Who | null
  collaborators?: Who[]
  /** appointment: the users invited. */
  invited?: Who[]
  trashed?: boolean
  /** smartList: visible to the whole company. */
  shared?: boolean
  /** person: the id of a merge of which it is the survivor. */
  merge?: string
  /** The person of a task or activity, or the people of a deal or appointment. */
  people?: RecordFacts[]
  /** apiKey, webhookEndpoint, webhookDelivery: the scopes, if narrowed. */
  scopes?: string[]
  teams?: Team[]
}

export interface Team {
  id: string
  leaders: Who[]
  members: Who[]
}

export interface Caller {
  user: Who
  /** The scopes of a narrowed key. */
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
const scopesOfAllRoles = [
  'tasks.manage',
  'deals.manage',
  'appointments.manage',
  'tags.manage',
  'smartlists.manage',
  'activities.view',
  'activities.create',
  'users.view',
]
const scopesOfAdministrators = [
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
const scopesWithLevels = ['people.view', 'people.edit', 'deals.view']

/** Every scope, at each of its levels. */
export const everyScope = [
  ...scopesOfAllRoles,
  ...scopesOfAdministrators,
  ...scopesWithLevels.flatMap((scope) => levels.map((level) => `${scope}.${level}`)),
]

export const companyOf = (user: Who) => (user === 'stranger' ? 'rival' : 'acme')
export const isAdministrator = (user: Who) => rank[user] === 'all'

export function hasScope({ user, scopes }: Caller, need: string): boolean {
  if (
    !scopesWithLevels.includes(need) &&
    !scopesOfAllRoles.includes(need) &&
    !isAdministrator(user)
  )
    return false
  return !scopes || scopes.some((scope) => scope === need || scope.startsWith(`${need}.`))
}

/** The level of the caller's role, or a narrower one of the key. */
function levelOf({ user, scopes }: Caller, need?: string) {
  const widest = need ? levels.findLast((level) => scopes?.includes(`${need}.${level}`)) : undefined
  return levels[Math.min(levels.indexOf(widest ?? 'all'), levels.indexOf(rank[user]))]
}

/** Whether the level of a scope covers the records of a user. */
function coversUser(
  teams: Team[],
  caller: Caller,
  user: Who | null | undefined,
  need?: string,
): boolean {
  const level = levelOf(caller, need)
  if (level === 'all') return true
  if (user === caller.user) return true
  return (
    level === 'team' &&
    teams.some(
      (team) => team.leaders.includes(caller.user) && !!user && team.members.includes(user),
    )
  )
}

const coversPerson = (teams: Team[], caller: Caller, person: RecordFacts, need: string) =>
  coversUser(teams, caller, person.user, need) || !!person.collaborators?.includes(caller.user)

/** Whether the caller can view a record. */
export function canView(teams: Team[], caller: Caller, record: RecordFacts): boolean {
  if (record.company !== companyOf(caller.user)) return false
  const person = (need: string) =>
    !!record.people?.some((each) => coversPerson(teams, caller, each, need))
  switch (record.kind) {
    case 'person':
      return coversPerson(teams, caller, record, 'people.view')
    case 'activity':
      return person('people.view')
    case 'task':
      return (
        coversUser(teams, caller, record.user) ||
        coversUser(teams, caller, record.createdBy) ||
        person('people.view')
      )
    case 'deal':
      if (coversUser(teams, caller, record.user, 'deals.view')) return true
      if (record.teams?.some((team) => [...team.leaders, ...team.members].includes(caller.user)))
        return true
      return person('people.view') && person('deals.view')
    case 'appointment':
      return (
        [record.createdBy, ...(record.invited ?? [])].some((user) =>
          coversUser(teams, caller, user),
        ) || person('people.view')
      )
    case 'apiKey':
      if (caller.keyId === record.id) return true
      return (
        (isAdministrator(caller.user) || record.user === caller.user) &&
        holdsCredential(caller, record)
      )
    case 'webhookEndpoint':
    case 'webhookDelivery':
      return holdsCredential(caller, record)
    case 'smartList':
      return !!record.shared || record.user === caller.user
    default:
      return true
  }
}

/** Whether the caller can edit a visible record. */
export function canEdit(teams: Team[], caller: Caller, record: RecordFacts): boolean {
  if (record.kind === 'person') return coversPerson(teams, caller, record, 'people.edit')
  if (record.kind === 'activity')
    return isAdministrator(caller.user) || coversUser(teams, caller, record.createdBy)
  if (record.kind === 'smartList')
    return record.user === caller.user || isAdministrator(caller.user)
  if (record.kind === 'apiKey' || record.kind === 'user')
    return record.user !== 'owner' || caller.user === 'owner'
  return true
}

/** Scopes that are limited by the level of people or deals. */
const limitedByPeople = /^(people\.(edit|delete)|deals|tasks|appointments|activities|smartlists)\b/
const limitedByDeals = /^deals\.manage/

/** The powers of a key: its scopes, with the users whose records they cover. */
function listPowers({ user, scopes }: Caller): Set<string> {
  const covered = (need?: string) => {
    const level = levelOf({ user, ...(scopes && { scopes }) }, need)
    if (level === 'all') return ['all']
    return level === 'team' ? [`own ${user}`, `team ${user}`] : [`own ${user}`]
  }
  const needs = [...scopesOfAllRoles, ...scopesOfAdministrators, ...scopesWithLevels]
  return new Set(
    needs
      .filter((need) => hasScope({ user, ...(scopes && { scopes }) }, need))
      .flatMap((need) => [
        need,
        ...(scopesWithLevels.includes(need) ? covered(need).map((each) => `${need} ${each}`) : []),
        ...(limitedByPeople.test(need)
          ? covered('people.view').map((each) => `${need} by ${each}`)
          : []),
        ...(limitedByDeals.test(need)
          ? covered('deals.view').map((each) => `${need} in ${each}`)
          : []),
      ]),
  )
}

/** Whether each wanted power is held for the same users or for all. */
function includesAll(held: Set<string>, expected: Set<string>): boolean {
  return [...expected].every(
    (each) => held.has(each) || held.has(each.replace(/ (own|team) \S+$/, ' all')),
  )
}

/** Whether a key has all powers of a credential. A key that is not narrowed can manage all. */
export function holdsCredential(
  caller: Caller,
  { user, scopes }: Pick<RecordFacts, 'user' | 'scopes'>,
): boolean {
  if (!caller.scopes) return true
  if (!scopes || !user) return false
  return includesAll(listPowers(caller), listPowers({ user: user, scopes }))
}

/** Whether a key has all powers of a user's role. */
export const holdsRole = (caller: Caller, user: Who): boolean =>
  !caller.scopes || includesAll(listPowers(caller), listPowers({ user }))
