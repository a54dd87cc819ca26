/**
 * The actions that a caller may perform on a record. Mutations declare their actions. An action
 * must be allowed by the caller's scopes, the kind's policy and the record's state.
 */
import { getAccessParams, getAccessScope } from '../access/access-scope.ts'
import type { RequiredScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import { encodeListParam } from '../store/query.ts'
import { createLoader } from './loader.ts'
import { getNodeType } from './node-types.ts'

export const recordActions = {
  update: 'Update the record.',
  delete: 'Delete the record; a person moves to Trash.',
  deletePermanently: 'Delete a person permanently.',
  complete: 'Complete a task or an appointment.',
  reopen: 'Reopen a task.',
  cancel: 'Cancel an appointment.',
  move: 'Move a deal.',
  merge: 'Merge other records into a person or a tag.',
  restore: 'Restore a person from Trash.',
  suspend: 'Suspend a user.',
  reactivate: 'Reactivate a user.',
  reassign: "Reassign a user's records.",
  rotate: 'Rotate the secret of an API key or a webhook endpoint.',
  revoke: 'Revoke an API key or a session.',
  ping: 'Ping a webhook endpoint.',
  replay: 'Replay a webhook delivery, or the deliveries of an endpoint.',
} as const

export type RecordAction = keyof typeof recordActions

export interface ActionRule<R> {
  action: RecordAction
  /** The caller needs at least one of these scopes; an empty list requires no scope. */
  scopes?: readonly RequiredScope[]
  /** Returns whether the record's state allows the action and the action would have an effect. */
  isPossible?(ctx: Context, record: R): MaybePromise<boolean>
}

const rulesByType = new Map<string, ActionRule<never>[]>()

/**
 * Declares the actions that a mutation performs on records of a type.
 * @param scopes the mutation's scopes, which apply to rules that declare no scopes
 * @returns GraphQL extensions for the mutation, from which tests read its actions
 */
export function declareActions<R>(
  type: string,
  scopes: readonly RequiredScope[],
  rules: readonly ActionRule<R>[],
): { actions: RecordAction[] } {
  const mutationRules = rules.map((rule) => ({ scopes, ...rule }))
  rulesByType.set(type, [...(rulesByType.get(type) ?? []), ...mutationRules])
  return { actions: rules.map(({ action }) => action) }
}

/** Returns false if the permission check throws FORBIDDEN, and true if the check succeeds. */
export function isPermitted(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return false
    throw error
  }
}

/** Loads whether the caller can edit each record, with one statement per kind of record. */
const loadCanEdit = createLoader<true>(async (ctx, ids) => {
  const canEditById = new Map<string, true>()
  for (const [policy, kindIds] of Map.groupBy(ids, (id) => getNodeType(id)?.policy)) {
    const params = { ...getAccessParams(ctx.viewer), ids: encodeListParam(kindIds) }
    const query = policy?.editableIds(getAccessScope(ctx.viewer))
    for (const { id } of query ? await ctx.db.all(query, params) : []) canEditById.set(id, true)
  }
  return canEditById
})

/** Returns the actions that the caller may currently perform on a record, in declaration order. */
export async function listActions(ctx: Context, record: { id: string }): Promise<RecordAction[]> {
  const { type = '', policy } = getNodeType(record.id) ?? {}
  const { rights } = ctx.viewer
  const rules = (rulesByType.get(type) ?? []).filter(
    ({ scopes }) => !scopes?.length || scopes.some((scope) => rights.has(scope)),
  )
  if (rules.length === 0 || !policy) return []
  if (!policy.canEditAll(getAccessScope(ctx.viewer)) && !(await loadCanEdit.of(ctx, record, 'id')))
    return []
  const ruleResults = await Promise.all(
    rules.map(async (rule) => (await rule.isPossible?.(ctx, record as never)) ?? true),
  )
  return [...new Set(rules.filter((_, index) => ruleResults[index]).map(({ action }) => action))]
}
