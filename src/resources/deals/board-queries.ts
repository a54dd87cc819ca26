import { sql } from 'kysely'
import { type AccessParams, type AccessScope, selectPathIds } from '../../access/access-scope.ts'
import type { PageParams, PageShape } from '../../filtering/page.ts'
import { queryFamily } from '../../store/query.ts'
import { indexedBy, isIn, limitedPerRow, listRows, sumDecimals } from '../../store/sql.ts'
import { dealPolicy } from './policy.ts'
import type { DealRow } from './table.ts'

/**
 * The deals of a board, in two disjoint sets. `direct`: deals selected by assignee. An index keeps
 * the direct deals of a column in order. `linked`: other deals, which the caller can view through a
 * person or team of the deal. Each query reads all linked deals.
 */
export type BoardShape = { direct: AssigneeFilter[]; linked?: LinkedShape }

type LinkedShape = { scope: AccessScope; agents?: true; unassigned?: true }

/** All deals of a column, those of an assignee, or those without an assignee. */
export type AssigneeFilter = 'all' | 'agent' | 'unassigned'

export interface BoardParams extends AccessParams {
  /** The stage ids, as a list parameter. */
  stages: string
  /** The assignees of the direct deals, as a list parameter. */
  directAgents: string
  /** The assignees to whom the linked deals are limited, as a list parameter. */
  agents: string
}

function selectLinkedDeals(p: BoardParams, { scope, agents, unassigned }: LinkedShape) {
  const paths = dealPolicy
    .accessPaths(p, scope)
    .filter((path) => !('users' in path && path.column === 'assignedAgentId'))
    .map((path) => sql`select "id" from (${selectPathIds(path, 'deals', p.companyId)}) as "path"`)
  const assigneeConditions = [
    ...(agents ? [isIn('assignedAgentId', p.agents)] : []),
    ...(unassigned ? [sql`"assignedAgentId" is null`] : []),
  ]
  return sql`select "deals"."id", "stageId", "rank", "price" from (${sql.join(paths, sql` union `)}) as "visible" cross join "deals"
    where "companyId" = ${p.companyId} and "deals"."id" = "visible"."id" and ${isIn('stageId', p.stages)} and ("assignedAgentId" is null or not ${isIn('assignedAgentId', p['usersIn:deals.view'])})${
      assigneeConditions.length > 0 ? sql` and (${sql.join(assigneeConditions, sql` or `)})` : sql``
    }`
}

type CardShape = BoardShape & PageShape
type CardParams = BoardParams & PageParams

/** Returns the rank condition and the order for one page of a column. */
function createPageClauses(p: CardParams, { hasAfter, hasBefore, isBackward }: CardShape) {
  const rank = sql`${hasAfter ? sql` and "rank" > ${p.after}` : sql``}${hasBefore ? sql` and "rank" < ${p.before}` : sql``}`
  return { rank, order: isBackward ? sql`"rank" desc` : sql`"rank"` }
}

const matchAssignee = (assignees: AssigneeFilter, agent: unknown) => {
  if (assignees === 'all') return sql``
  return assignees === 'agent'
    ? sql` and "assignedAgentId" = ${agent}`
    : sql` and "assignedAgentId" is null`
}

/** Selects ids of the first direct deals (`BoardShape`) per column, or per column and assignee. */
function selectFirstCards(p: CardParams, shape: CardShape, assignees: AssigneeFilter) {
  const { rank, order } = createPageClauses(p, shape)
  const stages = listRows(p.stages, 'stage')
  const from =
    assignees === 'agent' ? sql`${stages} cross join ${listRows(p.directAgents, 'agent')}` : stages
  const children = sql`from "deals" where "companyId" = ${p.companyId} and "stageId" = "stage"."value"${matchAssignee(assignees, sql.ref('agent.value'))}${rank}
    order by ${order} limit ${p.limit}`
  return sql`select "card"."id" ${limitedPerRow({ from, children, table: 'deals', id: 'id', as: 'card', columns: [], companyId: p.companyId })}`
}

/** Selects cards of many columns in one statement, including the first `limit` cards of each. */
export const cardsOfColumns = queryFamily((_, p: CardParams, shape: CardShape) => {
  const { rank, order } = createPageClauses(p, shape)
  const linkedIds =
    shape.linked &&
    sql`select "id" from (select "id", row_number() over (partition by "stageId" order by ${order}) as "place"
    from (${selectLinkedDeals(p, shape.linked)}) as "linked" where 1 = 1${rank}) as "placed" where "place" <= ${p.limit}`
  const ids = [
    ...shape.direct.map((assignees) => selectFirstCards(p, shape, assignees)),
    ...(linkedIds ? [linkedIds] : []),
  ]
  return sql<DealRow>`select * from "deals" where "companyId" = ${p.companyId} and "id" in (${sql.join(ids, sql` union all `)}) order by ${order}`
})

export interface StageTotal {
  stageId: string
  count: number
  sum: number | null
  /** The highest rank of the counted deals; null for linked deals. */
  lastRank: string | null
}

/** Counts the linked deals (see `BoardShape`) of each stage and sums their prices. */
export const totalsOfLinkedDeals = queryFamily(
  (_, p: BoardParams, linked: LinkedShape) =>
    sql<StageTotal>`select "stageId", count(*) as "count", ${sumDecimals('price')} as "sum", null as "lastRank" from (${selectLinkedDeals(p, linked)}) as "linked" group by "stageId"`,
)

/** For each range, in order, counts up to `limit` direct deals and sums their prices. */
export const totalsOfRanges = queryFamily(
  (_, p: Record<string, string | number>, shape: AssigneeFilter[]) => {
    const branches = shape.map(
      (assignees, i) =>
        sql`select ${sql.lit(i)} as "range", ${p[`stage${i}`]} as "stageId", count(*) as "count", ${sumDecimals('price')} as "sum", max("rank") as "lastRank" from (
      select "rank", "price" from "deals"${assignees === 'all' ? indexedBy('dealsBy_stageId_rank_price') : sql``} where "companyId" = ${p['companyId']} and "stageId" = ${p[`stage${i}`]}${matchAssignee(assignees, p[`agent${i}`])} and "rank" > ${p[`after${i}`]}
      order by "rank" limit ${p['limit']}) as "next"`,
    )
    return sql<StageTotal>`${sql.join(branches, sql` union all `)} order by "range"`
  },
)
