import type { AccessScope } from '../access/access-scope.ts'
import type { Context } from '../context.ts'
import { guidesOf } from '../store/conditions.ts'
import type { FindQueries, Place, Source, Stretch, Values } from '../store/find.ts'
import type { Order } from '../store/kinds.ts'
import { paced, paceFor } from './chunk-size.ts'
import type { Filter } from './filter.ts'
import type { FilterParams, FilterSpec } from './filter-spec.ts'

/** What is looked for, by whom, and in which order. */
export interface Search<R> {
  kind: FilterSpec
  queries: FindQueries<FilterParams, AccessScope, R>
  filter: Filter
  sight: AccessScope
  params: FilterParams & Record<string, unknown>
  order: Order
  descending: boolean
}

/** A stretch with its ends. */
export interface Leg extends Pick<Stretch, 'nulls' | 'descending'> {
  start?: Place | undefined
  stop?: Place | undefined
}

/**
 * The legs of an order between two places: first the rows with a value, then those without; the
 * other way round when it is gone backwards.
 */
export function legsOf(
  { nullable }: Order,
  descending: boolean,
  backward: boolean,
  start?: Place,
  stop?: Place,
): Leg[] {
  const parts = nullable ? (backward ? [true, false] : [false, true]) : [false]
  const ofPart = (place: Place | undefined, nulls: boolean) =>
    place && (!nullable || (place.at === null) === nulls)
  const rank = (place: Place) => parts.indexOf(nullable ? place.at === null : false)
  return parts.flatMap((nulls, index): Leg[] => {
    if ((start && rank(start) > index) || (stop && rank(stop) < index)) return []
    return [
      {
        nulls,
        descending: descending !== backward,
        ...(ofPart(start, nulls) && { start }),
        ...(ofPart(stop, nulls) && { stop }),
      },
    ]
  })
}

export function stretchOf(
  { kind, order, filter }: Search<unknown>,
  { nulls, descending, start, stop }: Leg,
): Stretch {
  const guides = guidesOf(kind, filter.shape, {
    column: order.column,
    least: !!(descending ? stop : start),
    most: !!(descending ? start : stop),
  })
  return {
    column: order.column,
    nullable: order.nullable ?? false,
    nulls,
    descending,
    start: !!start,
    stop: !!stop,
    guides,
  }
}

export const valuesOf = (
  { filter, params }: Search<unknown>,
  { start, stop }: Leg,
): FilterParams & Values => ({
  ...params,
  ...filter.params,
  startAt: start?.at,
  startId: start?.id,
  stopAt: stop?.at,
  stopId: stop?.id,
})

/**
 * How many candidates are looked at in one statement, so that none holds up the others for long.
 */
const smallest = 64
const largest = 2048

export interface Walked<R> {
  rows: R[]
  /** Where the walk would go on; nothing when it has come to the end. */
  rest: Leg[]
  examined: number
}

/**
 * Goes along an order and looks at each record, until enough are found, or `budget` have been
 * looked at.
 */
export async function walk<R>(
  ctx: Context,
  search: Search<R>,
  legs: Leg[],
  limit: number,
  budget: number,
): Promise<Walked<R>> {
  const rows: R[] = []
  const rest = [...legs]
  let examined = 0
  const pace = paceFor(search.filter.shape, Math.min(Math.max(smallest, limit), largest), largest)
  while (rest[0] && rows.length < limit && examined < budget) {
    const [leg] = rest
    const stretch = stretchOf(search, leg)
    examined += pace.size
    const last = await paced(ctx, search.kind.table, pace, async (chunk) => {
      const values = {
        ...valuesOf(search, leg),
        chunk,
        offset: chunk - 1,
        limit: limit - rows.length,
      }
      const source: Source<AccessScope> = {
        where: search.filter.shape,
        sight: search.sight,
        stretch,
      }
      rows.push(...(await ctx.db.all(search.queries.rows(source), values)))
      return ctx.db.first(search.queries.boundary({ stretch, sight: search.sight }), values)
    })
    if (last) rest[0] = { ...leg, start: last }
    else rest.shift()
  }
  return { rows, rest, examined }
}

/**
 * Counts what is wanted along an order. @returns nothing when more than `budget` records would have
 * to be looked at
 */
export async function countAlong(
  ctx: Context,
  search: Search<unknown>,
  leg: Leg,
  budget: number,
): Promise<number | undefined> {
  let total = 0
  let examined = 0
  const pace = paceFor(search.filter.shape, largest, largest)
  for (let from: Leg | undefined = leg; from; ) {
    if (examined >= budget) return undefined
    examined += pace.size
    const at: Leg = from
    const stretch = stretchOf(search, at)
    const last: Place | undefined = await paced(ctx, search.kind.table, pace, async (chunk) => {
      const values: FilterParams & Values = { ...valuesOf(search, at), chunk, offset: chunk - 1 }
      total +=
        (
          await ctx.db.first(
            search.queries.count({ where: search.filter.shape, sight: search.sight, stretch }),
            values,
          )
        )?.total ?? 0
      return ctx.db.first(search.queries.boundary({ stretch, sight: search.sight }), values)
    })
    from = last && { ...at, start: last }
  }
  return total
}
