/**
 * The actions that a caller may take on a record. The mutations of a kind declare them; each is
 * allowed by a scope, by the policy of the kind, and by the state of the record.
 */
import { accessParams, accessScopeOf } from '../access/access-scope.ts'
import type { RequiredScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import { encodeListParam } from '../store/query.ts'
import { createLoader } from './loader.ts'
import { getNodeType } from './node-types.ts'

/** The actions with their descriptions. */
export const recordActions = {
  update: 'Update the record.',
  delete: 'Delete the record; a person moves to Trash.',
  deletePermanently: 'Delete a person permanently.',
  complete: 'Complete a task or an appointment.',
  reopen: 'Reopen a task.',
  cancel: 'Cancel an appointment.',
  move: 'Move a deal.',
  merge: 'Merge others into a person or a tag.',
  restore: 'Restore a person from Trash.',
  suspend: 'Suspend a user.',
  reactivate: 'Reactivate a user.',
  reassign: 'Reassign the records of a user.',
  rotate: 'Rotate the secret of an API key or a webhook endpoint.',
  revoke: 'Revoke an API key or a session.',
  ping: 'Ping a webhook endpoint.',
  replay: 'Replay deliveries of a webhook endpoint.',
} as const

export type RecordAction = keyof typeof recordActions

export interface ActionRule<R> {
  action: RecordAction
  /** The alternative scopes; without any, every key may take the action. */
  scopes?: readonly RequiredScope[]
  /** Whether the state of a record allows the action, and the action changes something. */
  isPossible?(ctx: Context, record: R): MaybePromise<boolean>
}

const rulesByType = new Map<string, ActionRule<never>[]>()

/**
 * Declares the actions that a mutation takes on records of a type.
 * @param scopes the scopes of the mutation, which are those of rules without scopes
 * @returns the extensions of the mutation, by which tests find its actions
 */
export function declareActions<R>(
  type: string,
  scopes: readonly RequiredScope[],
  rules: readonly ActionRule<R>[],
): { actions: RecordAction[] } {
  const rulesOfMutation = rules.map((rule) => ({ scopes, ...rule }))
  rulesByType.set(type, [...(rulesByType.get(type) ?? []), ...rulesOfMutation])
  return { actions: rules.map(({ action }) => action) }
}

/** Returns whether a check of the caller's rights succeeds, which throws FORBIDDEN otherwise. */
export function isPermitted(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return false
    throw error
  }
}

/** Loads whether the caller can edit records, with one statement for the records of a kind. */
const loadEditable = createLoader<true>(async (ctx, ids) => {
  const editable = new Map<string, true>()
  for (const [policy, idsOfKind] of Map.groupBy(ids, (id) => getNodeType(id)?.policy)) {
    const params = { ...accessParams(ctx.viewer), ids: encodeListParam(idsOfKind) }
    const query = policy?.editableIds(accessScopeOf(ctx.viewer))
    for (const { id } of query ? await ctx.db.all(query, params) : []) editable.set(id, true)
  }
  return editable
})

/** Returns the actions that the caller may take on a record now, in the order of declaration. */
export async function listActions(ctx: Context, record: { id: string }): Promise<RecordAction[]> {
  const { type = '', policy } = getNodeType(record.id) ?? {}
  const { rights } = ctx.viewer
  const rules = (rulesByType.get(type) ?? []).filter(
    ({ scopes }) => !scopes?.length || scopes.some((scope) => rights.has(scope)),
  )
  if (rules.length === 0 || !policy) return []
  if (!policy.canEditAll(accessScopeOf(ctx.viewer)) && !(await loadEditable.of(ctx, record, 'id')))
    return []
  const possible = await Promise.all(
    rules.map(async (rule) => (await rule.isPossible?.(ctx, record as never)) ?? true),
  )
  return [...new Set(rules.filter((_, index) => possible[index]).map(({ action }) => action))]
}
