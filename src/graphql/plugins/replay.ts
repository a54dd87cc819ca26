/**
 * Checks the caller's current permissions before a stored response is replayed, so that an
 * `Idempotency-Key` discloses nothing that the same request would not return now. The check runs
 * the operation again in a savepoint that is rolled back, and loads the response's records, so
 * that no operation and no kind of record needs its own replay code.
 */
import type { ExecutionResult, GraphQLError } from 'graphql'
import { isNarrowerThan, type RightsSnapshot, takeRightsSnapshot } from '../../access/narrowing.ts'
import type { RequiredScope, Viewer } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { findExistingIds, getNodeType } from '../../crud/node-types.ts'
import { ApiError, forbidden, missingScope } from '../../errors.ts'
import type { ReplayConditions } from '../../http/idempotency.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { collectIds } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { unwrapError } from '../format-errors.ts'

type Records = NonNullable<Context['recordsInResponse']>

export const createConditions = (viewer: Viewer, { ids, scopes }: Records): ReplayConditions => ({
  // Sorting makes the stored conditions independent of the order in which relations are loaded.
  ids: [...ids].sort(),
  scopes: [...scopes].sort(),
  reach: takeRightsSnapshot(viewer),
})

/**
 * @param execute runs the operation again; its effect is rolled back
 * @returns the errors with which the request would be rejected now; an empty list allows the replay
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function checkReplay(
  ctx: Context,
  { ids, scopes, reach }: ReplayConditions,
  body: string,
  execute: () => MaybePromise<ExecutionResult>,
): Promise<readonly GraphQLError[]> {
  const { errors = [] } = await runAndRollBack(ctx.db, execute)
  if (errors.some(preventsReplay)) return errors
  for (const scope of scopes) {
    const alternatives = scope.split(' or ') as RequiredScope[]
    if (!alternatives.some((alternative) => ctx.viewer.rights.has(alternative)))
      throw missingScope(scope)
  }
  if (!(await hasHiddenRecord(ctx, ids, body, reach))) return []
  if (errors.length === 0) throw forbidden()
  return errors
}

const rollbackSignal = new Error('The savepoint is always rolled back')

async function runAndRollBack<T>(db: Db, work: () => MaybePromise<T>): Promise<T> {
  const outcome: { result?: T } = {}
  const run = async () => {
    outcome.result = await work()
    throw rollbackSignal
  }
  await db.withSavepoint(run).catch((error: unknown) => {
    if (error !== rollbackSignal) throw error
  })
  return outcome.result as T
}

/** Returns whether an error means missing access or a server fault, not an earlier change. */
function preventsReplay(error: GraphQLError): boolean {
  const cause = unwrapError(error)
  if (!(cause instanceof ApiError)) return true
  return cause.status === 401 || cause.status === 403 || cause.status >= 500
}

/**
 * Returns whether the response contains a record that the caller can no longer view. A permanently
 * deleted record, whose visibility cannot be checked, is treated as hidden only if the caller's
 * permissions are narrower than at the time of the response.
 * @throws NOT_FOUND, FORBIDDEN for a credential that the caller may not receive now
 */
async function hasHiddenRecord(
  ctx: Context,
  recordedIds: readonly string[],
  body: string,
  reach: RightsSnapshot,
): Promise<boolean> {
  const idsInBody = collectIds(JSON.parse(body)).filter((id) => {
    const type = getNodeType(id)
    return type && !type.findCredential
  })
  const ids = [...new Set([...recordedIds, ...idsInBody])]
  const records = await Promise.all(ids.map(async (id) => getNodeType(id)?.load(ctx, id)))
  const hiddenIds = ids.filter((_, index) => !records[index])
  for (const id of recordedIds)
    if (!hiddenIds.includes(id)) await getNodeType(id)?.findCredential?.(ctx, id)
  if (hiddenIds.length === 0) return false
  return isNarrowerThan(ctx.viewer, reach) || (await findExistingIds(ctx, hiddenIds)).length > 0
}
