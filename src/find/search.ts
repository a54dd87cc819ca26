import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { boundsOf } from '../store/conditions.ts'
import type { Place, Stretch } from '../store/find.ts'
import type { Order } from '../store/kinds.ts'
import type { Window } from '../store/page.ts'
import { isEmpty } from './filter.ts'
import type { Findable } from './kind.ts'
import { countAlong, type Leg, legsOf, lookedAt, type Search, stretchOf, valuesOf, walk } from './walk.ts'

/**
 * How a page is found: first a short walk along the order, for most pages are full by then; then, if there is a set of
 * few records in which all that is wanted lies, that set as a whole; else a longer walk, which has an end.
 */
const mostBeforePlan = 512
/** A set this large is looked through as a whole. */
const mostInSet = 5000
/** So many records are looked at for a page, or for a count, before the request is refused. */
const mostForPage = 100_000
const mostForCount = 500_000

/** One row more than a page has, so as to know whether there are more. @throws BAD_REQUEST */
export async function pageOf<R>(ctx: Context, search: Search<R>, window: Window): Promise<R[]> {
  const { kind, order } = search
  const [after, before] = [placeIn(window.after), placeIn(window.before)]
  const [start, stop] = window.backward ? [before, after] : [after, before]
  const ranged = boundsOf(kind, search.filter.shape, order.column).length > 0
  const legs = legsOf(order, search.descending, window.backward, start, stop).filter(({ nulls }) => !nulls || !ranged)
  const limit = window.limit + 1
  const first = order.unindexed ? { rows: [], rest: legs } : await walk(ctx, search, legs, limit, mostBeforePlan)
  if (first.rest.length === 0 || first.rows.length >= limit) return first.rows
  const set = await smallestSet(ctx, search)
  if (set !== undefined) return [...first.rows, ...(await inSet(ctx, search, set, first.rest, limit - first.rows.length))]
  if (order.unindexed) throw tooMuch(kind, mostInSet, 'to sort this list', 'ask for another order')
  const further = await walk(ctx, search, first.rest, limit - first.rows.length, mostForPage)
  const rows = [...first.rows, ...further.rows]
  if (rows.length < limit && further.rest.length > 0) throw tooMuch(kind, mostForPage, 'to fill this page')
  return rows
}

/** How many there are, whatever the order. @throws BAD_REQUEST */
export async function countOf(ctx: Context, search: Search<unknown>): Promise<number> {
  const leg = { nulls: false, descending: true }
  const set = isEmpty(search.filter.shape) ? undefined : await smallestSet(ctx, search)
  if (set !== undefined) {
    const source = { where: search.filter.shape, sight: search.sight, stretch: { ...stretchOf(search, leg), guides: [] }, set }
    return (await ctx.db.first(search.queries.count(source), valuesOf(search, leg)))?.total ?? 0
  }
  const total = await countAlong(ctx, search, leg, mostForCount)
  if (total === undefined) throw tooMuch(search.kind, mostForCount, 'to count them (totalCount)')
  return total
}

/** The smallest set in which all that is wanted lies; nothing where every one is too large. */
async function smallestSet(ctx: Context, { queries, filter, sight, params }: Search<unknown>): Promise<number | undefined> {
  const sizes = await ctx.db.first(queries.plan({ where: filter.shape, sight }), { ...params, ...filter.params, limit: mostInSet + 1 })
  lookedAt(ctx, mostInSet)
  const [smallest] = Object.entries(sizes ?? {}).sort(([, a], [, b]) => a - b)
  return smallest && smallest[1] <= mostInSet ? Number(smallest[0]) : undefined
}

async function inSet<R>(ctx: Context, search: Search<R>, set: number, legs: Leg[], limit: number): Promise<R[]> {
  const rows: R[] = []
  for (const leg of legs) {
    if (rows.length >= limit) break
    const stretch: Stretch = { ...stretchOf(search, leg), guides: [] }
    const source = { where: search.filter.shape, sight: search.sight, stretch, set }
    rows.push(...(await ctx.db.all(search.queries.rows(source), { ...valuesOf(search, leg), limit: limit - rows.length })))
  }
  return rows
}

export const byId: Order = { about: '', column: 'id', descending: true }

function placeIn(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  if (!text.startsWith('[')) return { at: text, id: text }
  const [at, id] = JSON.parse(text) as [Place['at'], string]
  return { at, id }
}

function tooMuch({ fields }: Findable, most: number, what: string, otherwise = 'leave it out') {
  const served = Object.entries(fields).flatMap(([name, { hidden, indexed, ids }]) => (!hidden && (indexed || ids) ? [name] : []))
  return badRequest(`More than ${most} records would have to be looked at ${what}: narrow the filter by one of ${served.join(', ')}, or ${otherwise}`)
}
