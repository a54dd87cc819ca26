/** The scopes of a new key: within those of its user, and of the caller's own key. */
import { covers, missingViewScope, narrowedViewScopes } from '../../access/narrowing.ts'
import { rightsOf } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { Detail } from '../../errors.ts'
import type { UserRow } from '../users/operations.ts'

const coveredByCaller =
  ({ viewer }: Context, userId: string) =>
  (scope: string) =>
    covers(viewer.rights, scope, userId !== viewer.userId)

/** One detail per scope that exceeds the rights of the user or of the caller's key. */
export function excessiveScopes(ctx: Context, user: UserRow, scopes: readonly string[]): Detail[] {
  const { viewer } = ctx
  const own = rightsOf(user.role, null)
  const covered = coveredByCaller(ctx, user.id)
  const invalidValue = (field: string, message: string): Detail => ({
    field,
    code: 'INVALID_VALUE',
    message,
  })
  const details = scopes.flatMap((scope, index) => {
    if (!covers(own, scope)) return invalidValue(`scopes[${index}]`, 'is more than the user may do')
    return covered(scope)
      ? []
      : invalidValue(`scopes[${index}]`, 'is more than your own API key may do')
  })
  const missing = missingViewScope(narrowedViewScopes(viewer), scopes)
  if (!missing) return details
  const held = `${missing}.${viewer.rights.level(missing)}`
  return [
    ...details,
    invalidValue('scopes', `must include ${held}, to which your own API key is narrowed`),
  ]
}

/** The scopes of a key created without any: those of the caller's narrowed key, or null for all. */
export function scopesInherited(ctx: Context, user: UserRow): string[] | null {
  const { rights } = ctx.viewer
  if (!rights.narrowed) return null
  const own = rightsOf(user.role, null)
  return rights.list.filter(coveredByCaller(ctx, user.id)).filter((scope) => covers(own, scope))
}
