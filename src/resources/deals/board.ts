import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { getDataScope, requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { createLoaderWithArguments } from '../../crud/loader.ts'
import { type Page, type PageRequest, pageParams, pageShape, toPage } from '../../filtering/page.ts'
import { listParam } from '../../store/query.ts'
import {
  getPipeline,
  loadStagesOfPipeline,
  type PipelineRow,
  type PipelineStageRow,
} from '../pipelines/operations.ts'
import {
  type AssigneeFilter,
  type BoardParams,
  type BoardShape,
  cardsOfColumns,
  type Total,
  totalsOfLinked,
  totalsOfRanges,
} from './board-queries.ts'
import type { DealRow } from './table.ts'

/** The assignees whose deals a board shows; without it, the board shows all deals. */
export interface BoardFilter {
  /** Limits the board to deals of these users, plus unassigned deals if `unassigned` is true. */
  agentIds?: readonly string[] | undefined
  unassigned?: boolean | undefined
}

export interface Board {
  pipeline: PipelineRow
  stages: PipelineStageRow[]
  choice: BoardFilter
}

/** The number of deals in a column, and the sum of their prices. */
export interface ColumnTotal {
  count: number
  sum: number
}

/** @throws NOT_FOUND */
export async function getBoard(
  ctx: Context,
  pipelineId: string,
  choice: BoardFilter,
): Promise<Board> {
  requireScope(ctx.viewer, 'deals.view')
  const pipeline = await getPipeline(ctx, pipelineId)
  return { pipeline, stages: (await loadStagesOfPipeline(ctx, pipelineId)) ?? [], choice }
}

interface Part {
  shape: BoardShape
  params: BoardParams
  /** The assignees of the direct deals. */
  users: readonly string[]
}

function partsOf(
  { viewer }: Context,
  { agentIds, unassigned }: BoardFilter,
  stages: readonly string[],
): Part {
  const reach = getDataScope(viewer, 'deals.view')
  const chosen = {
    ...(agentIds && { agents: true as const }),
    ...(unassigned && { unassigned: true as const }),
  }
  const everybody = reach.all && !agentIds && !unassigned
  const users = reach.all
    ? (agentIds ?? [])
    : unassigned && !agentIds
      ? []
      : reach.userIds.filter((id) => agentIds?.includes(id) ?? true)
  const direct: AssigneeFilter[] = everybody
    ? ['all']
    : [
        ...(users.length > 0 ? ['agent' as const] : []),
        ...(reach.all && unassigned ? ['unassigned' as const] : []),
      ]
  const shape = {
    direct,
    ...(!reach.all && { linked: { scope: accessScopeOf(viewer), ...chosen } }),
  }
  const lists = {
    stages: listParam(stages),
    directAgents: listParam(users),
    agents: listParam(agentIds ?? []),
  }
  return { shape, users, params: { ...accessParams(viewer), ...lists } }
}

/** Loads a page of each column, in its order, with one statement for all columns. */
export const cardsOfColumn = createLoaderWithArguments<
  { choice: BoardFilter; window: PageRequest },
  Page<DealRow>
>(({ choice, window }) => async (ctx, stages) => {
  const { shape, params } = partsOf(ctx, choice, stages)
  const empty = shape.direct.length === 0 && !shape.linked
  const rows = empty
    ? []
    : await ctx.db.all(cardsOfColumns({ ...shape, ...pageShape(window) }), {
        ...params,
        ...pageParams(window),
      })
  const columns = Map.groupBy(rows, (row) => row.stageId)
  return new Map(stages.map((stage) => [stage, toPage<DealRow>(columns.get(stage) ?? [], window)]))
})

/** Loads the number of deals in each column, and the sum of their prices, rounded to cents. */
export const totalOfColumn = createLoaderWithArguments<BoardFilter, ColumnTotal>(
  (choice) => async (ctx, stages) => {
    const { shape, params, users } = partsOf(ctx, choice, stages)
    const ranges = stages.flatMap((stage) =>
      shape.direct.flatMap((assignees) =>
        (assignees === 'agent' ? users : ['']).map((agent) => ({
          stage,
          assignees,
          agent,
          after: '',
        })),
      ),
    )
    const totals = await sumInChunks(ctx, ranges)
    if (shape.linked) totals.push(...(await ctx.db.all(totalsOfLinked(shape.linked), params)))
    const columns = Map.groupBy(totals, (total) => total.stageId)
    return new Map(
      stages.map((stage) => [
        stage,
        addTotals((columns.get(stage) ?? []).map(({ count, sum }) => ({ count, sum: sum ?? 0 }))),
      ]),
    )
  },
)

export const addTotals = (totals: ColumnTotal[]): ColumnTotal => ({
  count: totals.reduce((all, { count }) => all + count, 0),
  sum: roundToCents(totals.reduce((all, { sum }) => all + sum, 0)),
})

/** `toFixed` is exact where multiplying by 100 is not. */
const roundToCents = (sum: number) => Number(sum.toFixed(2)) || 0

/** Maximum deals and maximum ranges that one statement counts. */
const maxDealsPerQuery = 25_000
const maxRangesPerQuery = 50

interface Range {
  stage: string
  assignees: AssigneeFilter
  agent: string
  after: string
}

/** Counts and sums in chunks, so that other requests can run in between. */
async function sumInChunks(ctx: Context, ranges: Range[]): Promise<Total[]> {
  const totals: Total[] = []
  const open = [...ranges]
  while (open.length > 0) {
    const now = open.splice(0, maxRangesPerQuery)
    const limit = Math.floor(maxDealsPerQuery / now.length)
    const named = now.map(({ stage, agent, after }, i) => ({
      [`stage${i}`]: stage,
      [`agent${i}`]: agent,
      [`after${i}`]: after,
    }))
    const found = await ctx.db.all(
      totalsOfRanges(now.map(({ assignees }) => assignees)),
      Object.assign({ companyId: ctx.viewer.companyId, limit }, ...named),
    )
    totals.push(...found)
    open.push(
      ...now.flatMap((range, i) =>
        found[i]?.count === limit ? [{ ...range, after: found[i].last ?? '' }] : [],
      ),
    )
    if (open.length > 0) await new Promise(setImmediate)
  }
  return totals
}
