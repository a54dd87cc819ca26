import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type BulkRow, forEachRow, type UpdateRow, updateEachRow } from '../../crud/bulk.ts'
import { type IdsInput, LinkList } from '../../crud/link-list.ts'
import { createLoader } from '../../crud/loader.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  deleteRecord,
  insertRecord,
  listReferences,
  newRecord,
  omitUndefined,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { recordDealStage } from '../../crud/stage-changes.ts'
import { createDetail, type Detail } from '../../errors.ts'
import type { Change } from '../../events/table.ts'
import { createRelationList } from '../../filtering/child-list.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import {
  type CustomValues,
  findInvalidCustomValues,
  replaceCustomValues,
} from '../custom-fields/values.ts'
import {
  type ExternalIdInput,
  findMissingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { findUnknownPeople, findViewablePeople } from '../people/operations.ts'
import { personPolicy } from '../people/policy.ts'
import {
  listPipelineStages,
  listPipelines,
  type PipelineStageRow,
} from '../pipelines/operations.ts'
import { findUnknownTeams } from '../teams/operations.ts'
import { findUnknownUsers } from '../users/operations.ts'
import { dealFilterSpec } from './filter-spec.ts'
import { createRankAtEnd, placeDeal } from './placement.ts'
import { dealPolicy } from './policy.ts'
import { positionsOfDeals } from './queries.ts'
import type { DealRow } from './table.ts'

export type { DealRow }

export interface DealInput extends ExternalIdInput {
  title: string
  pipelineId: string
  stageId?: string
  peopleIds?: IdsInput
  teamIds?: IdsInput
  assigneeId?: string | null
  price?: number | null
  commission?: number | null
  closeDate?: string | null
  customFields?: CustomValues
}

const eventFields = [
  'title',
  'pipelineId',
  'stageId',
  'assignedAgentId',
  'price',
  'commission',
  'closeDate',
] as const

export const {
  find: findDeal,
  get: getDeal,
  getForUpdate: getDealForUpdate,
  load: loadDeal,
} = createRecordReads(dealPolicy, 'Deal', { scope: 'deals.manage' })

const peopleLinks = new LinkList({
  table: 'dealPeople',
  recordColumn: 'dealId',
  targetColumn: 'personId',
  field: 'peopleIds',
  canView: (p, scope, column) => personPolicy.canViewReferenced(p, scope, column),
})
const teamLinks = new LinkList({
  table: 'dealTeams',
  recordColumn: 'dealId',
  targetColumn: 'teamId',
  field: 'teamIds',
})
export const loadPeopleIds = peopleLinks.load
export const loadTeamIds = teamLinks.load

export const deals = createFilteredList({ spec: dealFilterSpec })

export const dealsOfPerson = createRelationList<DealRow>(personFilterSpec, 'deals')

/** Counts the visible deals that are linked to at least one of the people. */
export const countDealsOfPeople = peopleLinks.createRecordCounter(dealPolicy)

/** Loads the zero-based position of a deal in its stage. */
export const loadPosition = createLoader<number>(async (ctx, ids) => {
  const rows = await ctx.db.allByIds(positionsOfDeals, ctx.viewer.companyId, ids)
  return new Map(rows.map(({ id, position }) => [id, position]))
})

/** The people of a bulk request whom the caller can view, loaded with one query. */
type VisiblePeople = Iterable<{ id: string }>

/** Checks all references and returns the deal's stage. @throws VALIDATION_ERROR with all details */
async function checkDealReferences(
  ctx: Context,
  input: DealInput,
  { deal, visiblePeople }: { deal?: DealRow; visiblePeople: VisiblePeople | undefined },
): Promise<PipelineStageRow> {
  const stages = await listPipelineStages(ctx)
  const stageId =
    input.stageId ?? (deal?.pipelineId === input.pipelineId ? deal.stageId : undefined)
  const stage = stages.find(
    (candidate) =>
      candidate.pipelineId === input.pipelineId &&
      (stageId === undefined || candidate.id === stageId),
  )
  await checkReferences(
    findMissingExternalId(input),
    findStageErrors(ctx, input, stages),
    findUnknownPeople(ctx, listReferences('peopleIds', input.peopleIds), visiblePeople),
    findUnknownTeams(ctx, listReferences('teamIds', input.teamIds)),
    findUnknownUsers(ctx, [['assigneeId', input.assigneeId]]),
    findInvalidCustomValues(ctx, 'deal', input.customFields),
  )
  return stage as PipelineStageRow
}

async function findStageErrors(
  ctx: Context,
  { pipelineId, stageId }: DealInput,
  stages: readonly PipelineStageRow[],
): Promise<Detail[]> {
  const pipeline = (await listPipelines(ctx)).find((candidate) => candidate.id === pipelineId)
  const stage = stages.find((candidate) => candidate.id === stageId)
  const code = 'INVALID_REFERENCE'
  const details = pipeline ? [] : [createDetail('pipelineId', code, 'matches no pipeline')]
  if (stageId !== undefined && (!stage || (pipeline && stage.pipelineId !== pipelineId)))
    details.push(createDetail('stageId', code, 'matches no stage of the pipeline'))
  return details
}

/**
 * Creates a deal at the end of its stage. The caller is the default assignee.
 * @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT if another deal has the external id
 */
export async function createDeal(ctx: Context, input: DealInput, visiblePeople?: VisiblePeople) {
  requireScope(ctx.viewer, 'deals.manage')
  const stage = await checkDealReferences(ctx, input, { visiblePeople })
  const columns = newRecord(ctx, 'deal')
  const row: DealRow = {
    ...columns,
    title: input.title,
    pipelineId: stage.pipelineId,
    stageId: stage.id,
    rank: await createRankAtEnd(ctx, stage.id, columns.id),
    assignedAgentId: input.assigneeId === undefined ? ctx.viewer.userId : input.assigneeId,
    price: input.price ?? null,
    commission: input.commission ?? null,
    closeDate: input.closeDate ?? null,
    stageEnteredAt: columns.createdAt,
  }
  return insertRecord(ctx, 'deals', row, 'deal.created', eventFields, async () => {
    await recordDealStage(ctx, row)
    return replaceLists(ctx, row.id, input)
  })
}

/**
 * Updates a deal. A new stage moves the deal to the end of that stage; a new pipeline without a
 * stage moves it to the pipeline's first stage. A patch that changes nothing records no event.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT if another deal has the external id
 */
export async function updateDeal(
  ctx: Context,
  id: string,
  patch: Partial<DealInput>,
  visiblePeople?: VisiblePeople,
): Promise<DealRow> {
  const deal = await getDealForUpdate(ctx, id)
  const input = { title: deal.title, pipelineId: deal.pipelineId, ...requireSomeField(patch) }
  const stage = await checkDealReferences(ctx, input, { deal, visiblePeople })
  const { title, assigneeId: assignedAgentId, price, commission, closeDate } = input
  const columns = omitUndefined({ title, assignedAgentId, price, commission, closeDate })
  const listChanges = await replaceLists(ctx, id, input)
  if (stage.id !== deal.stageId) return placeDeal(ctx, deal, stage, {}, columns, listChanges)
  return updateRecord(ctx, 'deals', deal, columns, 'deal.updated', listChanges)
}

/** Replaces the people, teams, custom values and external ids of a deal. */
const replaceLists = async (ctx: Context, id: string, input: DealInput): Promise<Change[]> => [
  ...(await peopleLinks.replace(ctx, id, input.peopleIds)),
  ...(await teamLinks.replace(ctx, id, input.teamIds)),
  ...(await replaceCustomValues(ctx, 'deal', id, input.customFields)),
  ...(await replaceExternalIds(ctx, 'deal', id, input)),
]

/** Deletes a deal permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deleteDeal(ctx: Context, id: string): Promise<{ id: string }> {
  const deal = await getDealForUpdate(ctx, id)
  return deleteRecord(ctx, dealPolicy, deal, 'deal.deleted', eventFields)
}

/** Creates deals with `createDeal`, in input order. */
export async function createDeals(ctx: Context, inputs: readonly DealInput[]) {
  requireScope(ctx.viewer, 'deals.manage')
  const visiblePeople = await findVisiblePeople(ctx, inputs)
  return forEachRow(ctx, inputs, (input) => createDeal(ctx, input, visiblePeople))
}

/** Updates deals with `updateDeal`, in input order. */
export async function updateDeals(
  ctx: Context,
  inputs: readonly (UpdateRow & Partial<DealInput>)[],
): Promise<BulkRow<DealRow>[]> {
  requireScope(ctx.viewer, 'deals.manage')
  const visiblePeople = await findVisiblePeople(ctx, inputs)
  return updateEachRow(ctx, inputs, (id, input) => updateDeal(ctx, id, input, visiblePeople))
}

/** Looks up the people of all inputs with one query, since no input changes their visibility. */
const findVisiblePeople = (ctx: Context, inputs: readonly Partial<DealInput>[]) =>
  findViewablePeople(ctx, [...new Set(inputs.flatMap(({ peopleIds }) => peopleIds ?? []))])
