import { covers, missingViewScope, narrowedViewScopes } from '../../access/narrowing.ts'
import { rightsOf } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { Detail } from '../../errors.ts'
import type { UserRow } from '../users/operations.ts'

/**
 * What a new secret may give: no more than its user may do, and no more than the caller's own key
 * may at this moment.
 */

const coveredByCaller =
  ({ viewer }: Context, userId: string) =>
  (scope: string) =>
    covers(viewer.rights, scope, userId !== viewer.userId)

/** What is too wide about the scopes of a new key, each with its index. */
export function scopesBeyond(ctx: Context, user: UserRow, scopes: readonly string[]): Detail[] {
  const { viewer } = ctx
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
  const missing = missingViewScope(narrowedViewScopes(viewer), scopes)
  if (!missing) return details
  const held = `${missing}.${viewer.rights.level(missing)}`
  return [
    ...details,
    wrong('scopes', `must include ${held}, to which your own API key is narrowed`),
  ]
}

/**
 * What a key may do that was asked for without scopes: all that its user may, or what the caller's
 * narrowed key may.
 */
export function scopesInherited(ctx: Context, user: UserRow): string[] | null {
  const { rights } = ctx.viewer
  if (!rights.narrowed) return null
  const own = rightsOf(user.role, null)
  return rights.list.filter(coveredByCaller(ctx, user.id)).filter((scope) => covers(own, scope))
}
