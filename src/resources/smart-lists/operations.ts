import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/loader.ts'
import {
  applyChanges,
  checkVersion,
  deleteRecord,
  newRecord,
  omitUndefined,
  requireSomeField,
  requireVisible,
} from '../../crud/records.ts'
import { ApiError, forbidden } from '../../errors.ts'
import { changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { filteredList, type ListOptions } from '../../filtering/filtered-list.ts'
import { parseFilter, type Where } from '../../filtering/parse-filter.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { listParam } from '../../store/query.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import type { PeopleArgs } from '../people/operations.ts'
import { smartListFilterSpec } from './filter-spec.ts'
import { smartListPolicy } from './policy.ts'
import { smartListFor, visibleSmartLists } from './queries.ts'
import type { SmartListRow } from './table.ts'

export type { SmartListRow }

export interface SmartListInput {
  name?: string
  description?: string | null
  shared?: boolean | null
  where?: Where
  orderBy?: ListOptions['orderBy']
  includeTrash?: boolean | null
}

const auditedFields = [
  'name',
  'description',
  'ownerId',
  'shared',
  'filter',
  'orderBy',
  'includeTrash',
] as const

const find = async (ctx: Context, id: string) =>
  requireVisible(
    'Smart list',
    await ctx.db.first(smartListFor(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      id,
    }),
  )

/** @throws NOT_FOUND, FORBIDDEN */
export async function getSmartList(ctx: Context, id: string): Promise<SmartListRow> {
  const { editable: _, ...list } = await find(ctx, id)
  return list
}

/** A list that the caller sees, for `node`; nothing where there is none. */
export const loadSmartList = createLoader<SmartListRow>((ctx, ids) =>
  mapMaybePromise(
    ctx.db.all(visibleSmartLists(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    byId,
  ),
)

/** The smart lists that the caller sees, as asked for. */
export const smartLists = filteredList({ spec: smartListFilterSpec })

/** The request for people that a list stands for. */
export const requestOf = (list: SmartListRow): PeopleArgs => ({
  where: JSON.parse(list.filter) as Where,
  orderBy: list.orderBy === null ? null : (JSON.parse(list.orderBy) as ListOptions['orderBy']),
  includeTrash: list.includeTrash === 1,
})

/** Returns what no longer exists of a filter, such as a custom field or an option. */
export async function filterProblems(ctx: Context, where: Where): Promise<string[]> {
  try {
    await parseFilter(ctx, personFilterSpec, where)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    return (error.details ?? []).map(({ field, message }) => `${field} ${message}`)
  }
}

/**
 * What of an input is kept as columns. @throws FORBIDDEN, VALIDATION_ERROR for a filter that the
 * caller could not run
 */
async function columnsOf(
  ctx: Context,
  { name, description, shared, where, orderBy, includeTrash }: SmartListInput,
): Promise<Partial<SmartListRow>> {
  if (where) await parseFilter(ctx, personFilterSpec, where)
  return omitUndefined({
    name,
    nameKey: name?.toLowerCase(),
    description,
    shared: shared === undefined ? undefined : Number(shared ?? false),
    filter: where && JSON.stringify(where),
    orderBy: orderBy === undefined ? undefined : orderBy && JSON.stringify(orderBy),
    includeTrash: includeTrash === undefined ? undefined : Number(includeTrash ?? false),
  }) as Partial<SmartListRow>
}

/** Keeps a filter under a name; the caller owns it. @throws FORBIDDEN, VALIDATION_ERROR */
export async function createSmartList(
  ctx: Context,
  input: SmartListInput & { name: string; where: Where },
): Promise<SmartListRow> {
  requireScope(ctx.viewer, 'smartlists.manage')
  const unsaid = { description: null, shared: 0, orderBy: null, includeTrash: 0 }
  const row = {
    ...newRecord(ctx, 'smartlist'),
    ownerId: ctx.viewer.userId,
    ...unsaid,
    ...(await columnsOf(ctx, input)),
  } as SmartListRow
  await ctx.db.insert('smartLists', row)
  recordEvent(ctx, {
    type: 'smartList.created',
    record: row,
    changes: changesBetween({}, row, auditedFields),
  })
  return row
}

/** @throws NOT_FOUND, FORBIDDEN for anybody but its owner, and for a shared one Owner and Admin */
async function listToChange(ctx: Context, id: string): Promise<SmartListRow> {
  requireScope(ctx.viewer, 'smartlists.manage')
  const { editable, ...list } = await find(ctx, id)
  if (!editable)
    throw forbidden('Only its owner, and for a shared one Owner and Admin, may change a smart list')
  return checkVersion(ctx, list)
}

/** Changes the given fields; at least one. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
export async function updateSmartList(
  ctx: Context,
  id: string,
  input: SmartListInput,
): Promise<SmartListRow> {
  const list = await listToChange(ctx, id)
  const { row, changes } = await applyChanges(
    ctx,
    'smartLists',
    list,
    await columnsOf(ctx, requireSomeField(input)),
  )
  if (changes.length > 0)
    recordEvent(ctx, {
      type: 'smartList.updated',
      record: row,
      changes: changes.filter(({ field }) => field !== 'nameKey'),
    })
  return row
}

/** Deletes a list; the people on it stay. @throws NOT_FOUND, FORBIDDEN */
export async function deleteSmartList(ctx: Context, id: string): Promise<{ id: string }> {
  const list = await listToChange(ctx, id)
  await deleteRecord(ctx, smartListPolicy, list, {
    type: 'smartList.deleted',
    changes: changesBetween(list, {}, auditedFields),
  })
  return { id }
}
