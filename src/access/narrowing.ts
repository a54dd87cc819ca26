/**
 * A key with its own scopes (a narrowed key) cannot exceed them: it cannot view, create, change or
 * revoke an API key or webhook endpoint that has more permissions, or assign a role that has more.
 * Other keys, and the server itself, are limited only by their user's role. Permissions are also
 * compared to decide whether a stored response may be replayed.
 */
import { hash } from 'node:crypto'
import { forbidden } from '../errors.ts'
import {
  dataScopeNames,
  getRights,
  type Level,
  levels,
  type Rights,
  type Role,
  type Viewer,
  type ViewScope,
  viewScopeForms,
} from './scopes.ts'

const isLevel = (word: string): word is Level => (levels as readonly string[]).includes(word)

/** Returns whether `rights` include a scope at its level or wider; for another user, at `all`. */
export function covers(rights: Rights, scope: string, isForAnotherUser = false): boolean {
  const dotIndex = scope.lastIndexOf('.')
  const level = scope.slice(dotIndex + 1)
  if (!isLevel(level)) return rights.scopes.includes(scope)
  return levels
    .slice(levels.indexOf(isForAnotherUser ? 'all' : level))
    .some((widerLevel) => rights.scopes.includes(`${scope.slice(0, dotIndex)}.${widerLevel}`))
}

/**
 * Returns the view scopes whose level is lower than the role's level. A credential without a view
 * scope has its role's level, so a narrowed key must list these view scopes in new credentials.
 */
export const getNarrowedViewScopes = ({ role, rights }: Viewer): ViewScope[] => {
  const roleRights = getRights(role, null)
  return viewScopeForms
    .filter(({ scope }) => rights.level(scope) !== roleRights.level(scope))
    .map(({ scope }) => scope)
}

export const getViewScopeForms = (scopes: readonly ViewScope[]) =>
  viewScopeForms.filter(({ scope }) => scopes.includes(scope))

/**
 * Finds the first required view scope that limits one of a credential's scopes and that the
 * credential lacks.
 */
export const findMissingViewScope = (
  requiredScopes: readonly ViewScope[],
  scopes: readonly string[],
): ViewScope | undefined =>
  getViewScopeForms(requiredScopes).find(
    ({ forms, limits }) =>
      scopes.some((scope) => limits.includes(scope)) &&
      !scopes.some((scope) => forms.includes(scope)),
  )?.scope

/** Returns whether the caller's key is not narrowed, or has all permissions of the role. */
export const coversRole = ({ rights }: Viewer, role: Role): boolean =>
  !rights.isNarrowed || getRights(role, null).scopes.every((scope) => covers(rights, scope, true))

/** @throws FORBIDDEN if a narrowed key lacks permissions of the role */
export function requireCoversRole(viewer: Viewer, role: Role): void {
  if (!coversRole(viewer, role))
    throw forbidden(`The role ${role} has more permissions than your credential`)
}

/**
 * Requires the permission to manage a user's credentials. A credential acts as its user, so a
 * narrowed key can manage another user's credentials only with all permissions of that user's role.
 * @param noun the name of the credentials in the error message, such as "API keys"
 * @throws FORBIDDEN, also if a caller who is not an Owner manages an Owner's credential
 */
export function requireCredentialManager(
  viewer: Viewer,
  user: { id: string; role: Role },
  noun: string,
): void {
  if (user.role === 'Owner' && viewer.role !== 'Owner')
    throw forbidden(`Only an Owner may manage the ${noun} of an Owner`)
  if (user.id !== viewer.userId) requireCoversRole(viewer, user.role)
}

/**
 * A caller's permissions at a point in time, for comparison with later permissions. If a target
 * of a policy depends on other facts, such as a team's leader, the snapshot must include them: as
 * a list that may only grow, or as a hash that must stay equal.
 */
export interface RightsSnapshot {
  scopes: readonly string[]
  level: Level
  teamIds: readonly string[]
  /** SHA-256 of the sorted `Viewer.coveredUserIds`, since teams can be large. */
  teamUsers: string
}

const hashIds = (ids: readonly string[]) => hash('sha256', ids.toSorted().join())

export const takeRightsSnapshot = ({
  rights,
  teamIds,
  coveredUserIds,
}: Viewer): RightsSnapshot => ({
  scopes: rights.scopes,
  level: rights.level('role'),
  teamIds,
  teamUsers: hashIds(coveredUserIds),
})

/** Returns whether permissions may have narrowed. A change of team members counts as narrowing. */
export function isNarrowerThan(viewer: Viewer, earlierRights: RightsSnapshot): boolean {
  const { scopes, level, ...facts } = takeRightsSnapshot(viewer)
  if (levels.indexOf(level) < levels.indexOf(earlierRights.level)) return true
  if (!earlierRights.scopes.every((scope) => scopes.includes(scope))) return true
  if (dataScopeNames.every((name) => viewer.rights.level(name) === 'all')) return false
  return Object.entries(facts).some(([name, fact]) => {
    // A snapshot that was stored by an older version may lack the fact.
    const earlierFact: string | readonly string[] | undefined =
      earlierRights[name as keyof typeof facts]
    return typeof earlierFact === 'string'
      ? fact !== earlierFact
      : !earlierFact?.every((id) => fact.includes(id))
  })
}
