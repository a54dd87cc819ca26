/**
 * A key with scopes of its own (a narrowed key) never exceeds them: it cannot view, create, change
 * or revoke an API key, a webhook endpoint or a role with more rights. Other keys, and the server
 * itself, are limited only by the role of their user. The same comparison decides whether a stored
 * response may be replayed.
 */
import { hash } from 'node:crypto'
import { forbidden } from '../errors.ts'
import {
  dataScopeNames,
  type Level,
  levels,
  type Rights,
  type Role,
  rightsOf,
  type Viewer,
  type ViewScope,
  viewScopeForms,
} from './scopes.ts'

const isLevel = (word: string): word is Level => (levels as readonly string[]).includes(word)

/** Returns whether rights include a scope; another user's credential requires it at level `all`. */
export function covers(rights: Rights, scope: string, isForAnotherUser = false): boolean {
  const dotIndex = scope.lastIndexOf('.')
  const level = scope.slice(dotIndex + 1)
  if (!isLevel(level)) return rights.scopes.includes(scope)
  return levels
    .slice(levels.indexOf(isForAnotherUser ? 'all' : level))
    .some((widerLevel) => rights.scopes.includes(`${scope.slice(0, dotIndex)}.${widerLevel}`))
}

/**
 * Returns the view scopes whose level is lower than that of the role. A credential that lacks a
 * view scope has its role's level, so one with a scope limited by these must list them explicitly.
 */
export const getNarrowedViewScopes = ({ role, rights }: Viewer): ViewScope[] => {
  const roleRights = rightsOf(role, null)
  return viewScopeForms
    .filter(({ scope }) => rights.level(scope) !== roleRights.level(scope))
    .map(({ scope }) => scope)
}

export const getViewScopeForms = (scopes: readonly ViewScope[]) =>
  viewScopeForms.filter(({ scope }) => scopes.includes(scope))

/** Finds the first required view scope that the scopes of a credential lack. */
export const findMissingViewScope = (
  requiredScopes: readonly ViewScope[],
  scopes: readonly string[],
): ViewScope | undefined =>
  getViewScopeForms(requiredScopes).find(
    ({ forms, limits }) =>
      scopes.some((scope) => limits.includes(scope)) &&
      !scopes.some((scope) => forms.includes(scope)),
  )?.scope

/** Returns whether the caller's key holds all rights of a user with this role. */
export const holdsRole = ({ rights }: Viewer, role: Role): boolean =>
  !rights.isNarrowed || rightsOf(role, null).scopes.every((scope) => covers(rights, scope, true))

/** @throws FORBIDDEN if a narrowed key has fewer rights than the role */
export function requireHoldsRole(viewer: Viewer, role: Role): void {
  if (!holdsRole(viewer, role))
    throw forbidden(`Your credential is narrowed, and the role ${role} has more rights`)
}

/**
 * Requires the permission to manage a user's credentials. A credential acts as its user, so a
 * narrowed key can manage those of another user only if it holds all rights of that user's role.
 * @param noun names the credentials in the message
 * @throws FORBIDDEN, also if an Admin would manage a credential of an Owner
 */
export function requireCredentialManager(
  viewer: Viewer,
  user: { id: string; role: Role },
  noun: string,
): void {
  if (user.role === 'Owner' && viewer.role !== 'Owner')
    throw forbidden(`Only an Owner may manage the ${noun} of an Owner`)
  if (user.id !== viewer.userId) requireHoldsRole(viewer, user.role)
}

/** The extent of a caller's rights at one time, for comparison with a later time. */
export interface ReachSnapshot {
  scopes: readonly string[]
  level: Level
  teamIds: readonly string[]
  /** SHA-256 of the sorted `Viewer.teamUserIds`, since teams can be large. */
  teamUsers: string
}

const hashIds = (ids: readonly string[]) => hash('sha256', ids.toSorted().join())

export const takeReachSnapshot = ({ rights, teamIds, teamUserIds }: Viewer): ReachSnapshot => ({
  scopes: rights.scopes,
  level: rights.level('role'),
  teamIds,
  teamUsers: hashIds(teamUserIds),
})

/** Returns whether the caller's rights may have narrowed, as with any change of team members. */
export function isNarrowerThan(viewer: Viewer, earlierReach: ReachSnapshot): boolean {
  const currentReach = takeReachSnapshot(viewer)
  if (levels.indexOf(currentReach.level) < levels.indexOf(earlierReach.level)) return true
  if (!earlierReach.scopes.every((scope) => currentReach.scopes.includes(scope))) return true
  if (dataScopeNames.every((name) => viewer.rights.level(name) === 'all')) return false
  return (
    currentReach.teamUsers !== earlierReach.teamUsers ||
    !earlierReach.teamIds.every((id) => currentReach.teamIds.includes(id))
  )
}
