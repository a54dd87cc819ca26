/** Loads a pipeline as a board of deals, and moves its deals (contract, clause 3: "Deal"). */
import { getAccessParams, getAccessScope } from '../../access/access-scope.ts'
import { getCoveredUserIds, requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { createLoaderWithArguments } from '../../crud/loader.ts'
import { createDetail, type Detail, invalid } from '../../errors.ts'
import {
  type Page,
  type PageRequest,
  toPage,
  toPageParams,
  toPageShape,
} from '../../filtering/page.ts'
import { yieldToEventLoop } from '../../lib/async.ts'
import { encodeListParam } from '../../store/query.ts'
import {
  getPipeline,
  listPipelineStages,
  loadStagesOfPipeline,
  type PipelineRow,
  type PipelineStageRow,
} from '../pipelines/operations.ts'
import {
  type AssigneeFilter,
  type BoardParams,
  type BoardShape,
  cardsOfColumns,
  type StageTotal,
  totalsOfLinkedDeals,
  totalsOfRanges,
} from './board-queries.ts'
import { findDeal, getDealForUpdate } from './operations.ts'
import { placeDeal } from './placement.ts'
import type { DealRow } from './table.ts'

/** Limits a board to the deals of some assignees. An empty filter selects all deals. */
export interface BoardFilter {
  /** The users whose deals the board shows; `unassigned` adds deals without an assignee. */
  agentIds?: readonly string[] | undefined
  unassigned?: boolean | undefined
}

export type Board = { pipeline: PipelineRow; stages: PipelineStageRow[]; filter: BoardFilter }

export type BoardColumn = { stage: PipelineStageRow; filter: BoardFilter }

/** The number of deals in one or more columns, and the sum of their prices. */
type ColumnTotal = Pick<StageTotal, 'count' | 'sum'>

/** Returns the board of a pipeline. @throws NOT_FOUND, FORBIDDEN */
export async function getBoard(ctx: Context, pipelineId: string, filter: BoardFilter) {
  requireScope(ctx.viewer, 'deals.view')
  const pipeline = await getPipeline(ctx, pipelineId)
  return { pipeline, stages: (await loadStagesOfPipeline(ctx, pipelineId)) ?? [], filter }
}

/** Returns the shape and parameters of a board query, and the assignees of the direct deals. */
function toBoardQuery(
  { viewer }: Context,
  { agentIds, unassigned }: BoardFilter,
  stageIds: readonly string[],
): { shape: BoardShape; params: BoardParams; userIds: readonly string[] } {
  const coveredUserIds = getCoveredUserIds(viewer, 'deals.view')
  const assigneeFlags = {
    ...(agentIds && { agents: true as const }),
    ...(unassigned && { unassigned: true as const }),
  }
  const isUnfiltered = !coveredUserIds && !agentIds && !unassigned
  const userIds = !coveredUserIds
    ? (agentIds ?? [])
    : unassigned && !agentIds
      ? []
      : coveredUserIds.filter((id) => agentIds?.includes(id) ?? true)
  const direct: AssigneeFilter[] = isUnfiltered
    ? ['all']
    : [
        ...(userIds.length > 0 ? ['agent' as const] : []),
        ...(!coveredUserIds && unassigned ? ['unassigned' as const] : []),
      ]
  const shape = {
    direct,
    ...(coveredUserIds && { linked: { scope: getAccessScope(viewer), ...assigneeFlags } }),
  }
  const lists = {
    stages: encodeListParam(stageIds),
    directAgents: encodeListParam(userIds),
    agents: encodeListParam(agentIds ?? []),
  }
  return { shape, userIds, params: { ...getAccessParams(viewer), ...lists } }
}

/** Loads a page of cards for each column, with one statement for all columns. */
export const loadColumnCards = createLoaderWithArguments<
  PageRequest & { filter: BoardFilter },
  Page<DealRow>
>(async (ctx, stageIds, { filter, ...page }) => {
  const { shape, params } = toBoardQuery(ctx, filter, stageIds)
  const isEmpty = shape.direct.length === 0 && !shape.linked
  const rows = isEmpty
    ? []
    : await ctx.db.all(cardsOfColumns({ ...shape, ...toPageShape(page) }), {
        ...params,
        ...toPageParams(page),
      })
  const rowsByStage = Map.groupBy(rows, (row) => row.stageId)
  return new Map(stageIds.map((id) => [id, toPage<DealRow>(rowsByStage.get(id) ?? [], page)]))
})

/** Loads the number of deals in each column, and the sum of their prices, rounded to cents. */
const loadColumnTotal = createLoaderWithArguments<BoardFilter, ReturnType<typeof addTotals>>(
  async (ctx, stageIds, filter) => {
    const { shape, params, userIds } = toBoardQuery(ctx, filter, stageIds)
    const ranges = stageIds.flatMap((stage) =>
      shape.direct.flatMap((assignees) =>
        (assignees === 'agent' ? userIds : ['']).map((agent): CountRange => {
          return { stage, assignees, agent, after: '' }
        }),
      ),
    )
    const totals = await sumInChunks(ctx, ranges)
    if (shape.linked) totals.push(...(await ctx.db.all(totalsOfLinkedDeals(shape.linked), params)))
    const totalsByStage = Map.groupBy(totals, (total) => total.stageId)
    return new Map(stageIds.map((id) => [id, addTotals(totalsByStage.get(id) ?? [])]))
  },
)

/** Adds totals and rounds the sum to cents: `toFixed` is exact where multiplying by 100 is not. */
const addTotals = (totals: ColumnTotal[]) => ({
  count: totals.reduce((total, { count }) => total + count, 0),
  sum: Number(totals.reduce((total, { sum }) => total + (sum ?? 0), 0).toFixed(2)) || 0,
})

export const getColumnTotal = async (ctx: Context, { stage, filter }: BoardColumn) =>
  (await loadColumnTotal(ctx, filter, stage.id)) ?? addTotals([])

export const getBoardTotal = async (ctx: Context, { stages, filter }: Board) =>
  addTotals(await Promise.all(stages.map((stage) => getColumnTotal(ctx, { stage, filter }))))

/** The maximum numbers of deals and ranges that one statement counts. */
const maxDealsPerQuery = 25_000
const maxRangesPerQuery = 50

type CountRange = { stage: string; assignees: AssigneeFilter; agent: string; after: string }

/** Counts deals and sums prices in chunks, so that other requests can run in between. */
async function sumInChunks(ctx: Context, ranges: CountRange[]): Promise<StageTotal[]> {
  const totals: StageTotal[] = []
  const pendingRanges = [...ranges]
  while (pendingRanges.length > 0) {
    const batch = pendingRanges.splice(0, maxRangesPerQuery)
    const limit = Math.floor(maxDealsPerQuery / batch.length)
    const batchParams = batch.map(({ stage, agent, after }, i) => ({
      [`stage${i}`]: stage,
      [`agent${i}`]: agent,
      [`after${i}`]: after,
    }))
    const batchTotals = await ctx.db.all(
      totalsOfRanges(batch.map(({ assignees }) => assignees)),
      Object.assign({ companyId: ctx.viewer.companyId, limit }, ...batchParams),
    )
    totals.push(...batchTotals)
    pendingRanges.push(
      ...batch.flatMap((range, i) =>
        batchTotals[i]?.count === limit ? [{ ...range, after: batchTotals[i].lastRank ?? '' }] : [],
      ),
    )
    if (pendingRanges.length > 0) await yieldToEventLoop()
  }
  return totals
}

interface MoveInput {
  stageId: string
  /** The target: a position number or a neighboring deal; by default the end of the stage. */
  place?: { position?: number | null; before?: string | null; after?: string | null } | null
}

/**
 * Moves a deal to a position in a stage of any pipeline. A move to the current position also
 * increments the version and records an event. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function moveDeal(ctx: Context, id: string, input: MoveInput): Promise<DealRow> {
  const deal = await getDealForUpdate(ctx, id)
  const stage = (await listPipelineStages(ctx)).find((candidate) => candidate.id === input.stageId)
  const details = stage
    ? []
    : [createDetail('stageId', 'INVALID_REFERENCE', 'matches no stage of a pipeline')]
  const before = await findNeighbor(ctx, deal, input, 'before', details)
  const after = await findNeighbor(ctx, deal, input, 'after', details)
  if (!stage || details.length > 0) throw invalid(details)
  return placeDeal(ctx, deal, stage, { order: input.place?.position, before, after })
}

/** Returns the deal `place[field]`, or adds an error detail if it is hidden or not in the stage. */
async function findNeighbor(
  ctx: Context,
  deal: DealRow,
  { stageId, place }: MoveInput,
  field: 'before' | 'after',
  details: Detail[],
): Promise<DealRow | undefined> {
  const id = place?.[field]
  if (id == null) return undefined
  const neighbor = id === deal.id ? undefined : await findDeal(ctx, id)
  if (neighbor?.visible && neighbor.stageId === stageId) return neighbor
  const message = 'matches no other deal that you can view in the stage'
  details.push(createDetail(`place.${field}`, 'INVALID_REFERENCE', message))
  return undefined
}
