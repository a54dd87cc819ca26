import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  deleteRecord,
  insertRecord,
  newRecord,
  omitUndefined,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { ApiError } from '../../errors.ts'
import { createFilteredList, type ListOptions } from '../../filtering/filtered-list.ts'
import { parseFilter, type Where } from '../../filtering/parse-filter.ts'
import type { OrderBy } from '../../filtering/sort-keys.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import type { PeopleArgs } from '../people/operations.ts'
import { smartListFilterSpec } from './filter-spec.ts'
import { smartListPolicy } from './policy.ts'
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

const eventFields = [
  'name',
  'description',
  'ownerId',
  'shared',
  'filter',
  'orderBy',
  'includeTrash',
]

const smartListReads = createRecordReads(smartListPolicy, 'Smart list', {
  scope: 'smartlists.manage',
  forbiddenMessage:
    "Only the list's owner can change a smart list; Owners and Admins can also change shared lists",
})
export const { get: getSmartList, load: loadSmartList } = smartListReads

export const smartLists = createFilteredList({ spec: smartListFilterSpec })

/** Converts a smart list to arguments of the `people` query. */
export const toPeopleArgs = (list: SmartListRow): PeopleArgs => ({
  where: JSON.parse(list.filter) as Where,
  orderBy: list.orderBy === null ? null : [JSON.parse(list.orderBy) as OrderBy | OrderBy[]].flat(),
  includeTrash: list.includeTrash === 1,
})

/** Returns the errors in a filter, such as a reference to a deleted custom field or option. */
export async function findFilterProblems(ctx: Context, where: Where): Promise<string[]> {
  try {
    await parseFilter(ctx, personFilterSpec, where)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    return (error.details ?? []).map(({ field, message }) => `${field} ${message}`)
  }
}

/** Serializes a sort order. As in REST, an order by one field is not a list. */
const formatOrder = (orderBy: SmartListInput['orderBy']): string | null =>
  orderBy?.length ? JSON.stringify(orderBy.length === 1 ? orderBy[0] : orderBy) : null

/** Converts an input to columns. @throws FORBIDDEN, VALIDATION_ERROR for an invalid filter */
async function toColumns(
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
    orderBy: orderBy === undefined ? undefined : formatOrder(orderBy),
    includeTrash: includeTrash === undefined ? undefined : Number(includeTrash ?? false),
  }) as Partial<SmartListRow>
}

/** Creates a smart list owned by the caller. @throws FORBIDDEN, VALIDATION_ERROR */
export async function createSmartList(
  ctx: Context,
  input: SmartListInput & { name: string; where: Where },
): Promise<SmartListRow> {
  requireScope(ctx.viewer, 'smartlists.manage')
  const row = {
    ...newRecord(ctx, 'smartlist'),
    ownerId: ctx.viewer.userId,
    description: null,
    shared: 0,
    orderBy: null,
    includeTrash: 0,
    ...(await toColumns(ctx, input)),
  } as SmartListRow
  return insertRecord(ctx, 'smartLists', row, 'smartList.created', eventFields)
}

/** Updates a smart list. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
export async function updateSmartList(ctx: Context, id: string, input: SmartListInput) {
  const list = await smartListReads.getForUpdate(ctx, id)
  const columns = await toColumns(ctx, requireSomeField(input))
  return updateRecord(ctx, 'smartLists', list, columns, 'smartList.updated')
}

/** Deletes a smart list permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deleteSmartList(ctx: Context, id: string): Promise<{ id: string }> {
  const list = await smartListReads.getForUpdate(ctx, id)
  return deleteRecord(ctx, smartListPolicy, list, 'smartList.deleted', eventFields)
}
