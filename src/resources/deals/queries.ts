import { sql } from 'kysely'
import { query, queryFamily } from '../../store/query.ts'
import { isIn, type Sql } from '../../store/sql.ts'
import type { DealRow } from './table.ts'

/** Parameters that select the deals of a stage except the deal `id`. */
type StageParams = { companyId: string; stageId: string; id: string }

type Rank = { rank: string }

/** Returns a `from` clause that selects the deals of a stage except deal `id`. */
const buildStageClause = (p: StageParams) =>
  sql`from "deals" where "companyId" = ${p.companyId} and "stageId" = ${p.stageId} and "id" != ${p.id}`

export const ranksFrom = query(
  (_, p: StageParams & { offset: number; limit: number }) =>
    sql<Rank>`select "rank" ${buildStageClause(p)} order by "rank" limit ${p.limit} offset ${p.offset}`,
)

export const lastRank = query(
  (_, p: StageParams) =>
    sql<Rank>`select "rank" ${buildStageClause(p)} order by "rank" desc limit 1`,
)

/** Selects the nearest rank below or above a rank. */
export const neighborRank = queryFamily((_, p: StageParams & Rank, side: 'below' | 'above') =>
  side === 'below'
    ? sql<Rank>`select "rank" ${buildStageClause(p)} and "rank" < ${p.rank} order by "rank" desc limit 1`
    : sql<Rank>`select "rank" ${buildStageClause(p)} and "rank" > ${p.rank} order by "rank" limit 1`,
)

/**
 * Returns the rank prefix by which `dealRankCounts` groups deals: the letter and the digits of the
 * rank's integer part except the last of several digits. The letter encodes the number of digits: Z
 * and a one, Y and b two, X and c three, W and d four. Changing the prefix requires a migration.
 */
const getPrefix = (rank: Sql) =>
  sql`substr(${rank}, 1, case substr(${rank}, 1, 1) when 'c' then 3 when 'X' then 3 when 'd' then 4 when 'W' then 4 else 2 end)`

/** Sums the stored counts of the prefixes from `floor` (inclusive) to `prefix` (exclusive). */
const sumCounts = (companyId: string, stageId: Sql, floor: Sql, prefix: Sql) =>
  sql`cast((select coalesce(sum("deals"), 0) from "dealRankCounts" as "part"
  where "part"."companyId" = ${companyId} and "part"."stageId" = ${stageId} and "part"."prefix" >= ${floor} and "part"."prefix" < ${prefix}) as bigint)`

/** Counts the deals whose ranks have the prefix and are below `rank`. */
const countInPrefix = (companyId: string, stageId: Sql, prefix: Sql, rank: Sql) =>
  sql`(select count(*) from "deals" as "other"
  where "other"."companyId" = ${companyId} and "other"."stageId" = ${stageId} and "other"."rank" >= ${prefix} and "other"."rank" < ${rank})`

/**
 * Counts the deals of a stage below a rank, excluding the deal `id`. The query subtracts that deal
 * afterwards, because a condition on the id would require reading every row.
 */
export const dealCountBelow = query((_, p: StageParams & { rank: string }) => {
  const [stageId, rank] = [sql`${p.stageId}`, sql`${p.rank}`]
  const prefix = getPrefix(sql`cast(${p.rank} as text)`)
  return sql<{ total: number }>`
    select ${sumCounts(p.companyId, stageId, sql`''`, prefix)} + ${countInPrefix(p.companyId, stageId, prefix, rank)}
    - (select count(*) from "deals" where "companyId" = ${p.companyId} and "id" = ${p.id} and "stageId" = ${p.stageId} and "rank" < ${p.rank}) as "total"`
})

/** Selects the zero-based positions of many deals. Sums the counts between two deals only once. */
export const positionsOfDeals = query((_, p: { companyId: string; ids: string }) => {
  const [stageId, floor, prefix, rank] = ['stageId', 'floor', 'prefix', 'rank'].map((name) =>
    sql.ref(`wanted.${name}`),
  ) as [Sql, Sql, Sql, Sql]
  return sql<{ id: string; position: number }>`
    with "picked" as materialized (
      select "id", "stageId", "rank", ${getPrefix(sql`"rank"`)} as "prefix" from "deals" where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}
    ), "wanted" as (
      select "id", "stageId", "rank", "prefix", lag("prefix", 1, '') over (partition by "stageId" order by "rank") as "floor" from "picked"
    ), "steps" as (
      select "id", "stageId", "rank", ${sumCounts(p.companyId, stageId, floor, prefix)} as "step", ${countInPrefix(p.companyId, stageId, prefix, rank)} as "within" from "wanted"
    )
    select "id", cast(sum("step") over (partition by "stageId" order by "rank") as bigint) + "within" as "position" from "steps"`
})

export const firstDealsOfStage = query(
  (_, p: { companyId: string; stageId: string; limit: number }) =>
    sql<DealRow>`select * from "deals" where "companyId" = ${p.companyId} and "stageId" = ${p.stageId}
      order by "rank" limit ${p.limit}`,
)

/** Selects the deals above a rank, or the deals at or below the rank, nearest first. */
export const neighbors = queryFamily(
  (_, p: StageParams & Rank & { limit: number }, side: 'below' | 'above') =>
    sql<Rank & { id: string }>`select "id", "rank" ${buildStageClause(p)}
      and ${side === 'below' ? sql`"rank" <= ${p.rank} order by "rank" desc` : sql`"rank" > ${p.rank} order by "rank"`} limit ${p.limit}`,
)

/** Assigns temporary ranks to deals, because ranks must always be unique in a stage. */
export const assignTemporaryRanks = query(
  (_, p: { companyId: string; stageId: string; ids: string }) =>
    sql`update "deals" set "rank" = '~' || "id"
      where "companyId" = ${p.companyId} and "stageId" = ${p.stageId} and ${isIn('id', p.ids)}`,
)
