/**
 * A model of the section "Permissions" in `docs/api-guide.md` that does not use the server's
 * policies. Users are named as in the test world; `stranger` is a user of another company.
 */
import type { TestUser } from './world.ts'

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
  'identity',
  'session',
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
  /** The assignee of a person, deal or task, or the owner of another record. */
  user?: TestUser | null
  createdBy?: TestUser | null
  collaborators?: TestUser[]
  /** The users who are invited to an appointment. */
  invited?: TestUser[]
  trashed?: boolean
  /** Whether a smart list is visible to all users of the company. */
  shared?: boolean
  /** The id of a merge of which a person is the survivor. */
  mergeId?: string
  /** The person of a task or activity, or the people of a deal or appointment. */
  people?: RecordFacts[]
  /** The scopes of a narrowed API key, webhook endpoint or webhook delivery. */
  scopes?: string[]
  teams?: Team[]
}

export interface Team {
  id: string
  leaders: TestUser[]
  members: TestUser[]
}

export interface Caller {
  user: TestUser
  /** The scopes of a narrowed API key. */
  scopes?: string[]
  keyId?: string
}

const levelsByUser: Record<TestUser, 'all' | 'team' | 'own'> = {
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

/** Every scope, with each of its levels. */
export const everyScope = [
  ...scopesOfAllRoles,
  ...scopesOfAdministrators,
  ...scopesWithLevels.flatMap((scope) => levels.map((level) => `${scope}.${level}`)),
]

export const getCompany = (user: TestUser) => (user === 'stranger' ? 'rival' : 'acme')
export const isAdministrator = (user: TestUser) => levelsByUser[user] === 'all'

export function hasScope({ user, scopes }: Caller, requiredScope: string): boolean {
  if (
    !scopesWithLevels.includes(requiredScope) &&
    !scopesOfAllRoles.includes(requiredScope) &&
    !isAdministrator(user)
  )
    return false
  return (
    !scopes ||
    scopes.some((scope) => scope === requiredScope || scope.startsWith(`${requiredScope}.`))
  )
}

/** Returns the level of the caller's role, or the narrower level of the caller's API key. */
function getLevel({ user, scopes }: Caller, requiredScope?: string) {
  const widestLevel = requiredScope
    ? levels.findLast((level) => scopes?.includes(`${requiredScope}.${level}`))
    : undefined
  return levels[Math.min(levels.indexOf(widestLevel ?? 'all'), levels.indexOf(levelsByUser[user]))]
}

/** Returns whether a scope's level covers the records of a user. */
function coversUser(
  teams: Team[],
  caller: Caller,
  user: TestUser | null | undefined,
  requiredScope?: string,
): boolean {
  const level = getLevel(caller, requiredScope)
  if (level === 'all') return true
  if (user === caller.user) return true
  return (
    level === 'team' &&
    teams.some(
      (team) => team.leaders.includes(caller.user) && !!user && team.members.includes(user),
    )
  )
}

const isCollaborator = ({ user }: Caller, person: RecordFacts) =>
  !!person.collaborators?.includes(user)

/** Returns whether the caller could view a person if `people.view` had the level of `viewScope`. */
const canViewPerson = (
  teams: Team[],
  caller: Caller,
  person: RecordFacts,
  viewScope: 'people.view' | 'deals.view' = 'people.view',
) => coversUser(teams, caller, person.user, viewScope) || isCollaborator(caller, person)

export function canView(teams: Team[], caller: Caller, record: RecordFacts): boolean {
  if (record.company !== getCompany(caller.user)) return false
  const canViewSomePerson = (viewScope?: 'deals.view') =>
    !!record.people?.some((person) => canViewPerson(teams, caller, person, viewScope))
  switch (record.kind) {
    case 'person':
      return canViewPerson(teams, caller, record)
    case 'activity':
      return canViewSomePerson()
    case 'task':
      return (
        coversUser(teams, caller, record.user) ||
        coversUser(teams, caller, record.createdBy) ||
        canViewSomePerson()
      )
    case 'deal':
      if (coversUser(teams, caller, record.user, 'deals.view')) return true
      if (record.teams?.some((team) => [...team.leaders, ...team.members].includes(caller.user)))
        return true
      return canViewSomePerson() && canViewSomePerson('deals.view')
    case 'appointment':
      return (
        [record.createdBy, ...(record.invited ?? [])].some((user) =>
          coversUser(teams, caller, user),
        ) || canViewSomePerson()
      )
    case 'apiKey':
      if (caller.keyId === record.id) return true
      return (
        (isAdministrator(caller.user) || record.user === caller.user) &&
        holdsCredential(caller, record)
      )
    case 'identity':
    case 'session':
      return (isAdministrator(caller.user) || record.user === caller.user) && !caller.scopes
    case 'webhookEndpoint':
    case 'webhookDelivery':
      return holdsCredential(caller, record)
    case 'smartList':
      return !!record.shared || record.user === caller.user
    default:
      return true
  }
}

/**
 * Returns whether the caller, who can view a record, can edit it with the scope that the change
 * requires. Records of other kinds, such as tasks, can be edited by all callers who can view them.
 */
export function canEdit(teams: Team[], caller: Caller, record: RecordFacts): boolean {
  if (record.kind === 'person')
    return coversUser(teams, caller, record.user, 'people.edit') || isCollaborator(caller, record)
  if (record.kind === 'activity')
    return isAdministrator(caller.user) || coversUser(teams, caller, record.createdBy)
  if (record.kind === 'smartList')
    return record.user === caller.user || isAdministrator(caller.user)
  if (['apiKey', 'identity', 'session', 'user'].includes(record.kind))
    return record.user !== 'owner' || caller.user === 'owner'
  return true
}

/** Scopes whose records are limited by the level of `people.view` or `deals.view`. */
const limitedByPeoplePattern =
  /^(people\.(edit|delete)|deals|tasks|appointments|activities|smartlists)\b/
const limitedByDealsPattern = /^deals\.manage/

/**
 * Returns the permissions of an API key: its scopes, with the users whose records each scope
 * covers.
 */
function listPermissions({ user, scopes }: Caller): Set<string> {
  const listCoveredUsers = (requiredScope?: string) => {
    const level = getLevel({ user, ...(scopes && { scopes }) }, requiredScope)
    if (level === 'all') return ['all']
    return level === 'team' ? [`own ${user}`, `team ${user}`] : [`own ${user}`]
  }
  const allScopes = [...scopesOfAllRoles, ...scopesOfAdministrators, ...scopesWithLevels]
  return new Set(
    allScopes
      .filter((requiredScope) => hasScope({ user, ...(scopes && { scopes }) }, requiredScope))
      .flatMap((requiredScope) => [
        requiredScope,
        ...(scopesWithLevels.includes(requiredScope)
          ? listCoveredUsers(requiredScope).map((group) => `${requiredScope} ${group}`)
          : []),
        ...(limitedByPeoplePattern.test(requiredScope)
          ? listCoveredUsers('people.view').map((group) => `${requiredScope} by ${group}`)
          : []),
        ...(limitedByDealsPattern.test(requiredScope)
          ? listCoveredUsers('deals.view').map((group) => `${requiredScope} in ${group}`)
          : []),
      ]),
  )
}

/**
 * Returns whether the held permissions include each expected permission, for the same users or for
 * all users.
 */
function includesPermissions(
  heldPermissions: Set<string>,
  expectedPermissions: Set<string>,
): boolean {
  return [...expectedPermissions].every(
    (permission) =>
      heldPermissions.has(permission) ||
      heldPermissions.has(permission.replace(/ (own|team) \S+$/, ' all')),
  )
}

/**
 * Returns whether an API key has all permissions of a credential, as an unrestricted key always
 * does.
 */
export function holdsCredential(
  caller: Caller,
  { user, scopes }: Pick<RecordFacts, 'user' | 'scopes'>,
): boolean {
  if (!caller.scopes) return true
  if (!scopes || !user) return false
  return includesPermissions(listPermissions(caller), listPermissions({ user: user, scopes }))
}

/** Returns whether an API key has all permissions of a user's role. */
export const holdsRole = (caller: Caller, user: TestUser): boolean =>
  !caller.scopes || includesPermissions(listPermissions(caller), listPermissions({ user }))
