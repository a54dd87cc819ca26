import { type Level, levels, type Rights, rightsOf } from '../../auth/scopes.ts'
import type { Context } from '../../context.ts'
import type { Detail } from '../../errors.ts'
import type { UserRow } from '../users/operations.ts'
import { type ApiKeyRow, getApiKey, scopesOfKey } from './operations.ts'

/**
 * What a new secret may give: no more than its user may do, and no more than the caller's own key
 * may at this moment.
 */

const isLevel = (word: string): word is Level => (levels as readonly string[]).includes(word)

/**
 * Whether rights include a scope. A key of somebody else's sees what is theirs, not the caller's:
 * for it, a scope with a level takes the caller's reach over everybody.
 */
function covers(rights: Rights, scope: string, ofSomebodyElse = false): boolean {
  const dot = scope.lastIndexOf('.')
  const level = scope.slice(dot + 1)
  if (!isLevel(level)) return rights.list.includes(scope)
  return levels
    .slice(levels.indexOf(ofSomebodyElse ? 'all' : level))
    .some((wider) => rights.list.includes(`${scope.slice(0, dot)}.${wider}`))
}

const coveredByCaller = (ctx: Context, userId: string) => (scope: string) =>
  covers(ctx.viewer.rights, scope, userId !== ctx.viewer.userId)

/** Scopes for records that are seen by way of others: of people, and of deals. */
const reachedBy = {
  'people.view': /^(people\.(edit|delete)|tasks|activities|deals|appointments|smartlists)\b/,
  'deals.view': /^deals\.manage$/,
} as const

/**
 * A key without people.view reaches as far as its role does. So where the caller's is narrowed (to
 * their own people, say), leaving it out would widen: the scope that must stand among the others.
 */
function leftOut({ viewer }: Context, scopes: readonly string[]): string | undefined {
  const whole = rightsOf(viewer.role, null)
  for (const base of ['people.view', 'deals.view'] as const) {
    const level = viewer.rights.level(base)
    if (level === whole.level(base) || scopes.some((scope) => scope.startsWith(`${base}.`)))
      continue
    if (scopes.some((scope) => reachedBy[base].test(scope))) return `${base}.${level}`
  }
  return undefined
}

/** What is too wide about the scopes of a new key, each with its index. */
export function scopesBeyond(ctx: Context, user: UserRow, scopes: readonly string[]): Detail[] {
  const own = rightsOf(user.role, null)
  const covered = coveredByCaller(ctx, user.id)
  const wrong = (field: string, message: string): Detail => ({
    field,
    code: 'INVALID_VALUE',
    message,
  })
  const details = scopes.flatMap((scope, index) => {
    if (!covers(own, scope)) return wrong(`scopes[${index}]`, 'is more than the user may do')
    return covered(scope) ? [] : wrong(`scopes[${index}]`, 'is more than your own API key may do')
  })
  const missing = leftOut(ctx, scopes)
  return missing
    ? [
        ...details,
        wrong('scopes', `must include ${missing}, to which your own API key is narrowed`),
      ]
    : details
}

/** Whether the caller's key was given scopes of its own when it was made. */
async function isNarrowed(ctx: Context): Promise<boolean> {
  const { keyId } = ctx.viewer
  return keyId !== null && scopesOfKey(await getApiKey(ctx, keyId)) !== null
}

/**
 * What a key may do that was asked for without scopes: all that its user may, or what the caller's
 * narrowed key may.
 */
export async function scopesInherited(ctx: Context, user: UserRow): Promise<string[] | null> {
  if (!(await isNarrowed(ctx))) return null
  const own = rightsOf(user.role, null)
  return ctx.viewer.rights.list
    .filter(coveredByCaller(ctx, user.id))
    .filter((scope) => covers(own, scope))
}

/** Whether a narrowed key would get hold of more than it has by the secret of this one. */
export async function isWider(ctx: Context, key: ApiKeyRow): Promise<boolean> {
  if (key.id === ctx.viewer.keyId || !(await isNarrowed(ctx))) return false
  const scopes = scopesOfKey(key)
  return !scopes?.every(coveredByCaller(ctx, key.userId)) || leftOut(ctx, scopes) !== undefined
}
