import { forbidden } from '../errors.ts'
import {
  type Level,
  levels,
  type Rights,
  type Role,
  rightsOf,
  type ViewScope,
  viewScopeForms,
} from './scopes.ts'
import type { Viewer } from './viewer.ts'

/**
 * The one rule about credentials and roles. A key that was given scopes of its own (a narrowed key)
 * never reaches beyond what it holds: it neither shows, grants, changes nor takes away an API key,
 * a webhook endpoint or a role that holds more. All other keys, and the server itself, are limited
 * by the role of their user alone.
 */

const isLevel = (word: string): word is Level => (levels as readonly string[]).includes(word)

/**
 * Whether rights include a scope. Another user's credential sees what is theirs, not the caller's:
 * for it, a scope with a level takes the caller's reach over everybody.
 */
export function covers(rights: Rights, scope: string, ofAnotherUser = false): boolean {
  const dot = scope.lastIndexOf('.')
  const level = scope.slice(dot + 1)
  if (!isLevel(level)) return rights.list.includes(scope)
  return levels
    .slice(levels.indexOf(ofAnotherUser ? 'all' : level))
    .some((wider) => rights.list.includes(`${scope.slice(0, dot)}.${wider}`))
}

/**
 * The view scopes that reach less far than the role. Without them a credential reaches as far as
 * its role does: one that has a scope which they limit must have them too.
 */
export const narrowedViewScopes = ({ role, rights }: Viewer): ViewScope[] => {
  const whole = rightsOf(role, null)
  return viewScopeForms
    .filter(({ scope }) => rights.level(scope) !== whole.level(scope))
    .map(({ scope }) => scope)
}

export const viewScopeFormsOf = (scopes: readonly ViewScope[]) =>
  viewScopeForms.filter(({ scope }) => scopes.includes(scope))

/** The first of these view scopes that must stand among the scopes of a credential and does not. */
export const missingViewScope = (
  required: readonly ViewScope[],
  scopes: readonly string[],
): ViewScope | undefined =>
  viewScopeFormsOf(required).find(
    ({ forms, limits }) =>
      scopes.some((scope) => limits.includes(scope)) &&
      !scopes.some((scope) => forms.includes(scope)),
  )?.scope

/** Whether the caller's key holds all that a user with this role may do. */
const holdsRole = ({ rights }: Viewer, role: Role): boolean =>
  !rights.narrowed || rightsOf(role, null).list.every((scope) => covers(rights, scope, true))

/** @throws FORBIDDEN for a narrowed key that holds less than a user with this role */
export function requireHoldsRole(viewer: Viewer, role: Role): void {
  if (!holdsRole(viewer, role))
    throw forbidden(`Your API key is narrowed, and the role ${role} may do more`)
}
