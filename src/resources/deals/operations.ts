import { sightOf, sightParams } from '../../auth/sight.ts'
import { require } from '../../auth/viewer.ts'
import { batch, type Context } from '../../context.ts'
import { childCounts, childPages } from '../../list.ts'
import { checkVersion, seen } from '../../records.ts'
import { type Filters, filterParams, filterShape, type Slice, sliceOf, type Window, windowParams, windowShape } from '../../store/page.ts'
import { listParam } from '../../store/sql.ts'
import { ordersOfDeals } from './column-queries.ts'
import { type DealListOptions, dealFor, dealList, dealsByPerson, dealsOfPeople, teamsOfDeals, visibleDeals, visiblePeopleOfDeals } from './queries.ts'
import type { DealRow } from './table.ts'
import { dealSightOf } from './visibility.ts'

/** Reading deals: one, a list, and what hangs on them. */
export type { DealRow }

export const findDeal = (ctx: Context, id: string) => ctx.db.first(dealFor(dealSightOf(ctx.viewer)), { ...sightParams(ctx.viewer), id })

/** A deal by its id. @throws NOT_FOUND, FORBIDDEN */
export async function getDeal(ctx: Context, id: string): Promise<DealRow> {
  require(ctx.viewer, 'deals.view')
  return seen('Deal', await findDeal(ctx, id))
}

/** A deal that the caller may change: one that they see. @throws NOT_FOUND, FORBIDDEN */
export async function dealToChange(ctx: Context, id: string): Promise<DealRow> {
  require(ctx.viewer, 'deals.manage')
  return checkVersion(ctx, seen('Deal', await findDeal(ctx, id)))
}

/** A deal that the caller sees, for an edge or `node`; nothing where there is none. */
export const loadDeal = batch<DealRow>(async (ctx, ids) => {
  const rows = await ctx.db.all(visibleDeals(dealSightOf(ctx.viewer)), { ...sightParams(ctx.viewer), ids: listParam(ids) })
  return new Map(rows.map((row) => [row.id, row]))
})

export interface DealChoice {
  filters: Filters
  /** A deal of this person; `null`: of nobody whom the caller sees. */
  personId?: string | null | undefined
  status?: DealStatus | undefined
}

export type DealStatus = 'open' | 'won' | 'lost'

const shapeOf = (ctx: Context, { filters, personId, status }: DealChoice): { filters: ReturnType<typeof filterShape>; options: DealListOptions } => ({
  filters: filterShape(filters),
  options: { sight: dealSightOf(ctx.viewer), ...(personId !== undefined && { person: personId === null ? 'none' : 'is' }), ...(status && { status: true }) },
})

const paramsOf = (ctx: Context, { filters, personId, status }: DealChoice) => ({
  ...sightParams(ctx.viewer),
  ...filterParams(filters),
  personId: personId ?? null,
  status: status ?? '',
})

/** A page of the deals that the caller sees, newest first. */
export async function listDeals(ctx: Context, choice: DealChoice, window: Window): Promise<Slice<DealRow>> {
  require(ctx.viewer, 'deals.view')
  return sliceOf(
    await ctx.db.all(dealList.page({ ...shapeOf(ctx, choice), ...windowShape(window) }), { ...paramsOf(ctx, choice), ...windowParams(window) }),
    window,
  )
}

export async function countDeals(ctx: Context, choice: DealChoice): Promise<number> {
  return (await ctx.db.first(dealList.count(shapeOf(ctx, choice)), paramsOf(ctx, choice)))?.total ?? 0
}

const sight = (ctx: Context) => dealSightOf(ctx.viewer)

/** The deals of a person, as an edge. */
export const dealsOfPerson = { pages: childPages(dealsByPerson, sight), counts: childCounts(dealsByPerson, sight) }

/** How many deals that the caller sees name one of some people. */
export const countDealsOfPeople = async (ctx: Context, people: readonly string[]): Promise<number> =>
  (await ctx.db.first(dealsOfPeople(sight(ctx)), { ...sightParams(ctx.viewer), people: listParam(people) }))?.total ?? 0

/** A deal's zero-based place in its column. */
export const loadOrder = batch<number>(async (ctx, ids) => {
  const rows = await ctx.db.all(ordersOfDeals, { companyId: ctx.viewer.companyId, ids: listParam(ids) })
  return new Map(rows.map(({ id, order }) => [id, order]))
})

function grouped<R extends { dealId: string }>(rows: R[], id: (row: R) => string): Map<string, string[]> {
  return new Map([...Map.groupBy(rows, (row) => row.dealId)].map(([dealId, group]) => [dealId, group.map(id)]))
}

/** The ids of a deal's people whom the caller sees. */
export const loadPeopleIds = batch<string[]>(async (ctx, ids) =>
  grouped(await ctx.db.all(visiblePeopleOfDeals(sightOf(ctx.viewer)), { ...sightParams(ctx.viewer), ids: listParam(ids) }), (row) => row.personId),
)

export const loadTeamIds = batch<string[]>(async (ctx, ids) =>
  grouped(await ctx.db.all(teamsOfDeals, { companyId: ctx.viewer.companyId, ids: listParam(ids) }), (row) => row.teamId),
)
