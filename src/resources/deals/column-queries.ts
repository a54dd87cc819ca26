import { type RawBuilder, sql } from 'kysely'
import { query, shaped } from '../../store/query.ts'
import { isIn, rowsOf } from '../../store/sql.ts'
import './table.ts'

/**
 * Queries of a column: the deals of a stage in the order of their ranks. `id` is a card that is
 * thought lifted out.
 */
interface Column {
  companyId: string
  stageId: string
  id: string
}

export const ranksFrom = query((k, p: Column & { offset: number; limit: number }) =>
  k
    .selectFrom('deals')
    .select('rank')
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .where('id', '!=', p.id)
    .orderBy('rank')
    .limit(p.limit)
    .offset(p.offset),
)

export const lastRank = query((k, p: Column) =>
  k
    .selectFrom('deals')
    .select('rank')
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .where('id', '!=', p.id)
    .orderBy('rank', 'desc')
    .limit(1),
)

/** The rank next to a given one, on either side. */
export const neighbour = shaped<'below' | 'above', Column & { rank: string }, { rank: string }>(
  (k, p, side) =>
    k
      .selectFrom('deals')
      .select('rank')
      .where('companyId', '=', p.companyId)
      .where('stageId', '=', p.stageId)
      .where('id', '!=', p.id)
      .where('rank', side === 'below' ? '<' : '>', p.rank)
      .orderBy('rank', side === 'below' ? 'desc' : 'asc')
      .limit(1),
)

type Part = RawBuilder<unknown>

/**
 * What a rank begins with, as `dealRankCounts` has it: its number without the last of several
 * digits. The first letter tells how long the number is: Z and a have one digit, Y and b two, X and
 * c three, W and d four. In the order of the ranks; another one needs a migration.
 */
const prefixOf = (rank: Part) =>
  sql`substr(${rank}, 1, case substr(${rank}, 1, 1) when 'c' then 3 when 'X' then 3 when 'd' then 4 when 'W' then 4 else 2 end)`

/**
 * How many cards of a column have ranks that begin from `floor` up to, and not with, what `prefix`
 * is: as the database keeps count.
 */
const summed = (
  companyId: string,
  stageId: Part,
  floor: Part,
  prefix: Part,
) => sql`cast((select coalesce(sum("deals"), 0) from "dealRankCounts" as "part"
  where "part"."companyId" = ${companyId} and "part"."stageId" = ${stageId} and "part"."prefix" >= ${floor} and "part"."prefix" < ${prefix}) as bigint)`

/** How many have a lower rank that begins alike. */
const counted = (
  companyId: string,
  stageId: Part,
  prefix: Part,
  rank: Part,
) => sql`(select count(*) from "deals" as "other"
  where "other"."companyId" = ${companyId} and "other"."stageId" = ${stageId} and "other"."rank" >= ${prefix} and "other"."rank" < ${rank})`

/**
 * The card itself is counted and taken off again: to look at each whether it is that one would mean
 * to read them all.
 */
export const countBelow = query((_, p: Column & { rank: string }) => {
  const [stageId, rank, prefix] = [
    sql`${p.stageId}`,
    sql`${p.rank}`,
    prefixOf(sql`cast(${p.rank} as text)`),
  ]
  return sql<{
    total: number
  }>`select ${summed(p.companyId, stageId, sql`''`, prefix)} + ${counted(p.companyId, stageId, prefix, rank)}
    - (select count(*) from "deals" where "companyId" = ${p.companyId} and "id" = ${p.id} and "stageId" = ${p.stageId} and "rank" < ${p.rank}) as "total"`
})

/** The zero-based places of many deals. What lies between two of them is summed up once. */
export const ordersOfDeals = query((_, p: { companyId: string; ids: string }) => {
  const [stageId, floor, prefix, rank] = ['stageId', 'floor', 'prefix', 'rank'].map((name) =>
    sql.ref(`asked.${name}`),
  ) as [Part, Part, Part, Part]
  return sql<{ id: string; order: number }>`
    with "picked" as materialized (
      select "id", "stageId", "rank", ${prefixOf(sql`"rank"`)} as "prefix" from "deals" where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}
    ), "asked" as (
      select "id", "stageId", "rank", "prefix", lag("prefix", 1, '') over (partition by "stageId" order by "rank") as "floor" from "picked"
    ), "steps" as (
      select "id", "stageId", "rank", ${summed(p.companyId, stageId, floor, prefix)} as "step", ${counted(p.companyId, stageId, prefix, rank)} as "rest" from "asked"
    )
    select "id", cast(sum("step") over (partition by "stageId" order by "rank") as bigint) + "rest" as "order" from "steps"`
})

/** The first deals of a column, in order. */
export const someOfStage = query((k, p: { companyId: string; stageId: string; limit: number }) =>
  k
    .selectFrom('deals')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .orderBy('rank')
    .limit(p.limit),
)

/** The cards next to a place, the nearest first: those up to a rank, or those behind it. */
export const cardsBeside = shaped<
  'below' | 'above',
  Column & { rank: string; limit: number },
  { id: string; rank: string }
>((k, p, side) =>
  k
    .selectFrom('deals')
    .select(['id', 'rank'])
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .where('id', '!=', p.id)
    .where('rank', side === 'below' ? '<=' : '>', p.rank)
    .orderBy('rank', side === 'below' ? 'desc' : 'asc')
    .limit(p.limit),
)

/**
 * Takes the ranks of some cards of a column out of the way, because no two may have the same one at
 * any moment.
 */
export const parkRanks = query((k, p: { companyId: string; stageId: string; ids: string }) =>
  k
    .updateTable('deals')
    .set({ rank: sql<string>`'~' || "id"` })
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .where(isIn('id', p.ids)),
)

/** Which of some stages have deals. */
export const stagesWithDeals = query(
  (_, p: { companyId: string; stages: string }) => sql<{
    stageId: string
  }>`select "stage"."value" as "stageId" from ${rowsOf(p.stages, 'stage')}
    where exists (select 1 from "deals" where "companyId" = ${p.companyId} and "stageId" = "stage"."value")`,
)
