import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { formatCount } from '../lib/format-count.ts'
import { boundsOf } from '../store/conditions.ts'
import type { Place } from '../store/find.ts'
import type { FilterExpression, Order } from '../store/kinds.ts'
import type { PageRequest } from '../store/page.ts'
import { listParam } from '../store/sql.ts'
import { lookedAt, paced, paceFor } from './chunk-size.ts'
import { isEmpty } from './filter.ts'
import type { FilterSpec } from './filter-spec.ts'
import {
  countAlong,
  type Leg,
  legsOf,
  type Search,
  stretchOf,
  valuesOf,
  walk,
} from './scan-index.ts'

/**
 * How a page is found: first a short walk along the order, for most pages are full by then; then,
 * if there is a set of few records in which all that is wanted lies, that set as a whole; else a
 * longer walk, which has an end.
 */
const mostBeforePlan = 512
/** A set this large is looked through as a whole. */
const mostInSet = 5000
/** So many of it in one statement. */
const atOnce = 512
/** So many records are looked at for a page, or for a count, before the request is refused. */
const mostForPage = 100_000
const mostForCount = 500_000

/** One row more than a page has, so as to know whether there are more. @throws BAD_REQUEST */
export async function pageOf<R>(
  ctx: Context,
  search: Search<R>,
  window: PageRequest,
): Promise<R[]> {
  const { kind, order } = search
  const [after, before] = [placeIn(window.after), placeIn(window.before)]
  const [start, stop] = window.backward ? [before, after] : [after, before]
  const ranged = boundsOf(kind, search.filter.shape, order.column).length > 0
  const legs = legsOf(order, search.descending, window.backward, start, stop).filter(
    ({ nulls }) => !nulls || !ranged,
  )
  const limit = window.limit + 1
  const first = order.unindexed
    ? { rows: [], rest: legs }
    : await walk(ctx, search, legs, limit, mostBeforePlan)
  if (first.rest.length === 0 || first.rows.length >= limit) return first.rows
  const set = await smallestSet(ctx, search)
  if (set !== undefined)
    return [
      ...first.rows,
      ...(await inSet(ctx, search, set, first.rest, limit - first.rows.length)),
    ]
  if (order.unindexed) throw tooMuch(kind, mostInSet, 'to sort this list', 'ask for another order')
  const further = await walk(ctx, search, first.rest, limit - first.rows.length, mostForPage)
  const rows = [...first.rows, ...further.rows]
  if (rows.length < limit && further.rest.length > 0)
    throw tooMuch(kind, mostForPage, 'to fill this page')
  return rows
}

/** How many there are, whatever the order. @throws BAD_REQUEST */
export async function countOf(ctx: Context, search: Search<unknown>): Promise<number> {
  const set = isEmpty(search.filter.shape) ? undefined : await smallestSet(ctx, search)
  if (set !== undefined) return (await wantedOf(ctx, search, set)).length
  const total = await countAlong(ctx, search, whole, mostForCount)
  if (total === undefined)
    throw tooMuch(
      search.kind,
      mostForCount,
      'to count them',
      'leave out `totalCount` (`total` on REST)',
    )
  return total
}

/** The smallest set in which all that is wanted lies; nothing where every one is too large. */
export async function smallestSet(
  ctx: Context,
  { kind, queries, filter, sight, params }: Search<unknown>,
): Promise<number | undefined> {
  const sizes = await ctx.db.first(queries.plan({ where: filter.shape, sight }), {
    ...params,
    ...filter.params,
    limit: mostInSet + 1,
  })
  lookedAt(ctx, kind.table, mostInSet)
  const [smallest] = Object.entries(sizes ?? {}).sort(([, a], [, b]) => a - b)
  return smallest && smallest[1] <= mostInSet ? Number(smallest[0]) : undefined
}

/** The next rows of a set, up to `limit`. */
export async function inSet<R>(
  ctx: Context,
  search: Search<R>,
  set: number,
  legs: Leg[],
  limit: number,
): Promise<R[]> {
  const ids = await wantedOf(ctx, search, set)
  const rows: R[] = []
  for (const leg of legs) {
    if (rows.length >= limit) break
    // What is wanted of a record is known by now.
    const source = {
      where: nothing,
      sight: search.sight,
      stretch: { ...stretchOf(search, leg), guides: [] },
      listed: true as const,
    }
    rows.push(
      ...(await ctx.db.all(search.queries.rows(source), {
        ...valuesOf(search, leg),
        ids: listParam(ids),
        limit: limit - rows.length,
      })),
    )
  }
  return rows
}

const nothing: FilterExpression = { and: [] }
const whole: Leg = { nulls: false, descending: true }

/** Which records of a set are wanted, looked at so many at a time, that others have their turn. */
async function wantedOf(ctx: Context, search: Search<unknown>, set: number): Promise<string[]> {
  const { queries, sight, filter } = search
  const members = await ctx.db.all(
    queries.members({ where: filter.shape, sight, set }),
    valuesOf(search, whole),
  )
  const found: string[] = []
  const along = { ...search, order: byId }
  const source = {
    where: filter.shape,
    sight,
    stretch: { ...stretchOf(along, whole), guides: [] },
    listed: true as const,
  }
  const pace = paceFor(filter.shape, atOnce, atOnce)
  for (let start = 0; start < members.length; ) {
    await paced(ctx, search.kind.table, pace, async (size) => {
      const ids = listParam(members.slice(start, start + size).map(({ id }) => id))
      const wanted = await ctx.db.all(queries.ids(source), { ...valuesOf(along, whole), ids })
      found.push(...wanted.map(({ id }) => id))
      start += size
    })
  }
  return found
}

export const byId: Order = { description: '', column: 'id', descending: true }

function placeIn(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  if (!text.startsWith('[')) return { at: text, id: text }
  const [at, id] = JSON.parse(text) as [Place['at'], string]
  return { at, id }
}

function tooMuch(
  { table, fields }: FilterSpec,
  maxRecords: number,
  what: string,
  otherwise = 'leave it out',
) {
  const served = Object.entries(fields).flatMap(([name, { internal, indexed, matchingIds }]) =>
    !internal && (indexed || matchingIds) ? [name] : [],
  )
  return badRequest(
    `More than ${formatCount(maxRecords)} records of \`${table}\` would have to be looked at ${what}: narrow the filter by one of ${served.join(', ')}, or ${otherwise}`,
  )
}
