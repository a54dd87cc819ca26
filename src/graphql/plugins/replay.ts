/**
 * Checks the caller's current rights before a stored response is replayed, so that an
 * Idempotency-Key discloses nothing that the same request would not return now. The check runs the
 * operation again in a savepoint that is rolled back, and loads the records of the response, so
 * that operations and kinds of records need no code for it.
 */
import type { ExecutionResult, GraphQLError } from 'graphql'
import { isNarrowerThan, type ReachSnapshot, takeReachSnapshot } from '../../access/narrowing.ts'
import type { RequiredScope, Viewer } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { findExistingIds, getNodeType } from '../../crud/node-types.ts'
import { ApiError, forbidden, missingScope } from '../../errors.ts'
import type { ReplayConditions } from '../../http/idempotency.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { idPattern } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { unwrapError } from '../format-errors.ts'

type Contents = NonNullable<Context['recordsInResponse']>

export const createConditions = (viewer: Viewer, { ids, scopes }: Contents): ReplayConditions => ({
  // Sorted, so that a stored response does not depend on the order in which relations load.
  ids: [...ids].sort(),
  scopes: [...scopes].sort(),
  reach: takeReachSnapshot(viewer),
})

/**
 * @param execute runs the operation again; its effect is rolled back
 * @returns the errors with which the same request would be rejected; empty to permit the replay
 * @throws FORBIDDEN
 */
export async function checkReplay(
  ctx: Context,
  { ids, scopes, reach }: ReplayConditions,
  body: string,
  execute: () => MaybePromise<ExecutionResult>,
): Promise<readonly GraphQLError[]> {
  const { errors = [] } = await runAndRollBack(ctx.db, execute)
  if (errors.some(isRefusal)) return errors
  for (const scope of scopes) {
    const alternatives = scope.split(' or ') as RequiredScope[]
    if (!alternatives.some((alternative) => ctx.viewer.rights.has(alternative)))
      throw missingScope(scope)
  }
  if (!(await hasHiddenRecord(ctx, ids, body, reach))) return []
  if (errors.length === 0) throw forbidden()
  return errors
}

const rollbackSignal = new Error('rolls the savepoint back')

async function runAndRollBack<T>(db: Db, work: () => MaybePromise<T>): Promise<T> {
  const outcome: { result?: T } = {}
  const run = async () => {
    outcome.result = await work()
    throw rollbackSignal
  }
  await db.savepoint(run).catch((error: unknown) => {
    if (error !== rollbackSignal) throw error
  })
  return outcome.result as T
}

/** Returns whether an error denies access or is a server fault, not an effect of the first run. */
function isRefusal(error: GraphQLError): boolean {
  const cause = unwrapError(error)
  if (!(cause instanceof ApiError)) return true
  return cause.status === 401 || cause.status === 403 || cause.status >= 500
}

/**
 * Returns whether the response contains a record that the caller can no longer view. A permanently
 * deleted record counts as hidden only if the caller's rights are narrower than at the time of the
 * response, since its visibility cannot be checked.
 * @throws NOT_FOUND, FORBIDDEN for a credential that the caller may not receive now
 */
async function hasHiddenRecord(
  ctx: Context,
  shownIds: readonly string[],
  body: string,
  reach: ReachSnapshot,
): Promise<boolean> {
  const idsInBody = collectIds(JSON.parse(body)).filter((id) => {
    const type = getNodeType(id)
    return type && !type.findCredential
  })
  const ids = [...new Set([...shownIds, ...idsInBody])]
  const records = await Promise.all(ids.map(async (id) => getNodeType(id)?.load(ctx, id)))
  const hiddenIds = ids.filter((_, index) => !records[index])
  for (const id of shownIds)
    if (!hiddenIds.includes(id)) await getNodeType(id)?.findCredential?.(ctx, id)
  if (hiddenIds.length === 0) return false
  return isNarrowerThan(ctx.viewer, reach) || (await findExistingIds(ctx, hiddenIds)).length > 0
}

const collectIds = (value: unknown): string[] => {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(collectIds) : []
}
