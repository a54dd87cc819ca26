import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { type BulkRow, forEachRow, type UpdateRow, updateEachRow } from '../../crud/bulk.ts'
import { linkList } from '../../crud/link-list.ts'
import { createLoader } from '../../crud/loader.ts'
import { recordReads } from '../../crud/record-reads.ts'
import {
  applyChanges,
  checkVersion,
  deleteRecord,
  newRecord,
  omitUndefined,
  requireSomeField,
  requireVisible,
} from '../../crud/records.ts'
import { type Change, changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { relatedList } from '../../filtering/child-list.ts'
import { filteredList } from '../../filtering/filtered-list.ts'
import { listParam } from '../../store/sql.ts'
import { replaceCustomValues } from '../custom-fields/values.ts'
import { replaceExternalIds } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { findViewablePeople } from '../people/operations.ts'
import { personPolicy } from '../people/policy.ts'
import { dealEntered } from '../stage-history/operations.ts'
import { dealFilterSpec } from './filter-spec.ts'
import { checkDealReferences, type DealInput, type VisiblePeople } from './input.ts'
import { placeDeal, rankAtEnd } from './placement.ts'
import { dealPolicy } from './policy.ts'
import { dealsOfPeople, ordersOfDeals } from './queries.ts'
import type { DealRow } from './table.ts'

export type { DealInput, DealRow }

const auditedFields = [
  'title',
  'pipelineId',
  'stageId',
  'assignedAgentId',
  'price',
  'commission',
  'closeDate',
] as const

const reads = recordReads(dealPolicy, 'Deal')
export const { find: findDeal, get: getDeal, load: loadDeal } = reads

const people = linkList({
  table: 'dealPeople',
  record: 'dealId',
  target: 'personId',
  field: 'peopleIds',
  canView: personPolicy.canViewReferenced,
})
const teams = linkList({
  table: 'dealTeams',
  record: 'dealId',
  target: 'teamId',
  field: 'teamIds',
})
export const loadPeopleIds = people.load
export const loadTeamIds = teams.load

/** The list of deals that the caller can view. */
export const deals = filteredList({ spec: dealFilterSpec })

export const dealsOfPerson = relatedList<DealRow>(personFilterSpec, 'deals')

/** Counts the visible deals that are linked to at least one of the people. */
export async function countDealsOfPeople(ctx: Context, ids: readonly string[]): Promise<number> {
  const params = { ...accessParams(ctx.viewer), people: listParam(ids) }
  return (await ctx.db.first(dealsOfPeople(accessScopeOf(ctx.viewer)), params))?.total ?? 0
}

/** The zero-based position of a deal in its stage. */
export const loadOrder = createLoader<number>(async (ctx, ids) => {
  const rows = await ctx.db.all(ordersOfDeals, {
    companyId: ctx.viewer.companyId,
    ids: listParam(ids),
  })
  return new Map(rows.map(({ id, order }) => [id, order]))
})

/** Loads a deal to change it; whoever can view a deal can edit it. @throws NOT_FOUND, FORBIDDEN */
export async function dealToChange(ctx: Context, id: string): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.manage')
  return checkVersion(ctx, requireVisible('Deal', await findDeal(ctx, id)))
}

/**
 * Creates a deal at the end of its stage. The caller is the default assignee.
 * @throws VALIDATION_ERROR
 */
export async function createDeal(
  ctx: Context,
  input: DealInput,
  visiblePeople?: VisiblePeople,
): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.manage')
  const stage = await checkDealReferences(ctx, input, { visiblePeople })
  const columns = newRecord(ctx, 'deal')
  const row: DealRow = {
    ...columns,
    title: input.title,
    pipelineId: stage.pipelineId,
    stageId: stage.id,
    rank: await rankAtEnd(ctx, stage.id, columns.id),
    assignedAgentId:
      input.assignedAgentId === undefined ? ctx.viewer.userId : input.assignedAgentId,
    price: input.price ?? null,
    commission: input.commission ?? null,
    closeDate: input.closeDate ?? null,
    stageEnteredAt: columns.createdAt,
    createdBy: ctx.viewer.userId,
  }
  await ctx.db.insert('deals', row)
  await dealEntered(ctx, row)
  const listChanges = await replaceLists(ctx, row.id, input)
  recordEvent(ctx, {
    type: 'deal.created',
    record: row,
    changes: [...changesBetween({}, row, auditedFields), ...listChanges],
  })
  return row
}

/**
 * Updates a deal. A new stage is a move to its end; a new pipeline without a stage means its first
 * stage. An update without a difference records no event.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function updateDeal(
  ctx: Context,
  id: string,
  patch: Partial<DealInput>,
  visiblePeople?: VisiblePeople,
): Promise<DealRow> {
  const deal = await dealToChange(ctx, id)
  const input = { title: deal.title, pipelineId: deal.pipelineId, ...requireSomeField(patch) }
  const stage = await checkDealReferences(ctx, input, { deal, visiblePeople })
  const { title, assignedAgentId, price, commission, closeDate } = input
  const columns = omitUndefined({ title, assignedAgentId, price, commission, closeDate })
  const listChanges = await replaceLists(ctx, id, input)
  if (stage.id !== deal.stageId) return placeDeal(ctx, deal, stage, {}, columns, listChanges)
  const { row, changes } = await applyChanges(ctx, 'deals', deal, columns, listChanges)
  if (changes.length > 0) recordEvent(ctx, { type: 'deal.updated', record: row, changes })
  return row
}

/** Replaces what is stored outside the row of the deal. */
const replaceLists = async (ctx: Context, id: string, input: DealInput): Promise<Change[]> => [
  ...(await people.replace(ctx, id, input.peopleIds)),
  ...(await teams.replace(ctx, id, input.teamIds)),
  ...(await replaceCustomValues(ctx, 'deal', id, input.customFields)),
  ...(await replaceExternalIds(ctx, 'deal', id, input)),
]

/** Deletes a deal permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deleteDeal(ctx: Context, id: string): Promise<{ id: string }> {
  const deal = await dealToChange(ctx, id)
  const changes = changesBetween(deal, {}, auditedFields)
  await deleteRecord(ctx, dealPolicy, deal, { type: 'deal.deleted', changes })
  return { id }
}

/** Creates deals in the order of the input, each like `createDeal`. */
export async function createDeals(
  ctx: Context,
  inputs: readonly DealInput[],
): Promise<BulkRow<DealRow>[]> {
  requireScope(ctx.viewer, 'deals.manage')
  const visiblePeople = await findVisiblePeople(ctx, inputs)
  return forEachRow(ctx, inputs, (input) => createDeal(ctx, input, visiblePeople))
}

/** Updates deals, each like `updateDeal`. */
export async function updateDeals(
  ctx: Context,
  inputs: readonly (UpdateRow & Partial<DealInput>)[],
): Promise<BulkRow<DealRow>[]> {
  requireScope(ctx.viewer, 'deals.manage')
  const visiblePeople = await findVisiblePeople(ctx, inputs)
  return updateEachRow(ctx, inputs, (id, input) => updateDeal(ctx, id, input, visiblePeople))
}

/** Looks up the people of all rows at once; no row changes their visibility. */
const findVisiblePeople = (ctx: Context, inputs: readonly Partial<DealInput>[]) =>
  findViewablePeople(ctx, [...new Set(inputs.flatMap(({ peopleIds }) => peopleIds ?? []))])
