import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import { checkVersion, requireVisible } from '../../crud/records.ts'
import { finder } from '../../filtering/find.ts'
import { childCounts, childPages } from '../../filtering/list.ts'
import { after } from '../../store/maybe.ts'
import { listParam } from '../../store/sql.ts'
import { ordersOfDeals } from './column-queries.ts'
import { dealKind, dealsFound } from './kind.ts'
import {
  dealFor,
  dealList,
  dealsByPerson,
  dealsOfPeople,
  teamsOfDeals,
  visibleDeals,
  visiblePeopleOfDeals,
} from './queries.ts'
import type { DealRow } from './table.ts'

/** Reading deals: one, a list, and what hangs on them. */
export type { DealRow }

export const findDeal = (ctx: Context, id: string) =>
  ctx.db.first(dealFor(accessScopeOf(ctx.viewer)), { ...accessParams(ctx.viewer), id })

/** A deal by its id. @throws NOT_FOUND, FORBIDDEN */
export async function getDeal(ctx: Context, id: string): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.view')
  return requireVisible('Deal', await findDeal(ctx, id))
}

/** A deal that the caller may change: one that they see. @throws NOT_FOUND, FORBIDDEN */
export async function dealToChange(ctx: Context, id: string): Promise<DealRow> {
  requireScope(ctx.viewer, 'deals.manage')
  return checkVersion(ctx, requireVisible('Deal', await findDeal(ctx, id)))
}

/** A deal that the caller sees, for an edge or `node`; nothing where there is none. */
export const loadDeal = createLoader<DealRow>((ctx, ids) =>
  after(
    ctx.db.all(visibleDeals(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    byId,
  ),
)

/** The deals that the caller sees, as asked for. */
export const deals = finder({
  kind: dealKind,
  queries: dealsFound,
  plain: dealList,
  options: (ctx) => accessScopeOf(ctx.viewer),
  needs: 'deals.view',
})

const sight = (ctx: Context) => accessScopeOf(ctx.viewer)

/** The deals of a person, as an edge. */
export const dealsOfPerson = {
  pages: childPages(dealsByPerson, sight),
  counts: childCounts(dealsByPerson, sight),
}

/** How many deals that the caller sees name one of some people. */
export const countDealsOfPeople = async (
  ctx: Context,
  people: readonly string[],
): Promise<number> =>
  (
    await ctx.db.first(dealsOfPeople(sight(ctx)), {
      ...accessParams(ctx.viewer),
      people: listParam(people),
    })
  )?.total ?? 0

/** A deal's zero-based place in its column. */
export const loadOrder = createLoader<number>(async (ctx, ids) => {
  const rows = await ctx.db.all(ordersOfDeals, {
    companyId: ctx.viewer.companyId,
    ids: listParam(ids),
  })
  return new Map(rows.map(({ id, order }) => [id, order]))
})

function grouped<R extends { dealId: string }>(
  rows: R[],
  id: (row: R) => string,
): Map<string, string[]> {
  return new Map(
    [...Map.groupBy(rows, (row) => row.dealId)].map(([dealId, group]) => [dealId, group.map(id)]),
  )
}

/** The ids of a deal's people whom the caller sees. */
export const loadPeopleIds = createLoader<string[]>(async (ctx, ids) =>
  grouped(
    await ctx.db.all(visiblePeopleOfDeals(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    (row) => row.personId,
  ),
)

export const loadTeamIds = createLoader<string[]>(async (ctx, ids) =>
  grouped(
    await ctx.db.all(teamsOfDeals, { companyId: ctx.viewer.companyId, ids: listParam(ids) }),
    (row) => row.teamId,
  ),
)
