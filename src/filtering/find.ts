import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../access/access-scope.ts'
import type { RequiredScope } from '../access/scopes.ts'
import { requireScope } from '../access/viewer.ts'
import { type Context, timestamp } from '../context.ts'
import { linkBatch } from '../crud/loader.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import type { FindQueries } from '../store/find.ts'
import type { Order } from '../store/kinds.ts'
import { type ListQueries, type Page, type PageRequest, toPage } from '../store/page.ts'
import { type Part, partOf } from './contains-filter.ts'
import { filterOf, type Where } from './filter.ts'
import type { FilterParams, FilterSpec } from './filter-spec.ts'
import { countFor, pageFor } from './list.ts'
import type { Search } from './scan-index.ts'
import { byId, countOf, pageOf } from './search.ts'

/** What a list is asked for: which records, and in which order. */
export interface Asked {
  where?: Where | null | undefined
  orderBy?: { field?: string | null; direction?: 'asc' | 'desc' | null } | null | undefined
}

/** A list that can be filtered and sorted. */
interface Listing<A extends Asked, S, R> {
  kind: FilterSpec
  queries: FindQueries<FilterParams, AccessScope, R>
  /**
   * The list as it is, newest first, where nothing else is asked for; none: it is searched for like
   * any other.
   */
  plain?: ListQueries<AccessParams, S, R>
  options?(ctx: Context, asked: A): S
  /** The scope that reading it takes; none: a key is enough. */
  needs?: RequiredScope
  /** What is checked before it is read. */
  check?(ctx: Context, asked: A): MaybePromise<unknown>
  /** What holds of every record of the list, though nobody asked. */
  always?(asked: A): Where
}

export interface Found<A extends Asked, R> {
  /**
   * @throws FORBIDDEN, VALIDATION_ERROR, BAD_REQUEST when too many records would have to be looked
   * at
   */
  page(ctx: Context, asked: A, window: PageRequest): MaybePromise<Page<R>>
  count(ctx: Context, asked: A): Promise<number>
  /**
   * All of them in the order of creation, a part after another: for whoever wants every one.
   * @throws FORBIDDEN, VALIDATION_ERROR
   */
  part(ctx: Context, asked: A, after: string | undefined, limit: number): Promise<Part<R>>
  /** Where a row stands in the order that is asked for; a cursor holds it. */
  position(asked: A): (row: R) => string
  /** What tells one such list from another, so that a cursor of one is none of the other. */
  key(asked: A): unknown
}

/** The order that is asked for. */
function orderOf({ orders, defaultOrder: usual = 'createdAt' }: FilterSpec, { orderBy }: Asked) {
  const name = orderBy?.field ?? usual
  const order = orders[name] as Order
  const descending = orderBy?.direction ? orderBy.direction === 'desc' : order.descending
  return { name, order, descending, isUsual: name === usual && descending === order.descending }
}

/** The records of a kind that the caller sees, as asked for. */
export function finder<R extends { id: string }, S, A extends Asked = Asked>(
  listing: Listing<A, S, R>,
): Found<A, R> {
  const { kind, queries } = listing
  const isUnfiltered = ({ where }: Asked) =>
    !where || Object.entries(where).every(([name, value]) => asksNothing(kind, name, value))

  const searchFor = async (ctx: Context, asked: A): Promise<Search<R>> => {
    const { where } = asked
    const { order, descending } = orderOf(kind, asked)
    const params = { ...accessParams(ctx.viewer), now: timestamp(ctx) }
    const filter = await filterOf(ctx, kind, {
      ...listing.always?.(asked),
      and: where ? [where] : [],
    })
    return {
      kind,
      queries,
      filter,
      sight: accessScopeOf(ctx.viewer),
      params,
      order,
      descending,
    }
  }

  const plainFor = (ctx: Context, asked: A) =>
    listing.plain && ([ctx, listing.plain, listing.options?.(ctx, asked) as S] as const)

  const pageAsked = (ctx: Context, asked: A, window: PageRequest): MaybePromise<Page<R>> => {
    const plain = isUnfiltered(asked) && orderOf(kind, asked).isUsual && plainFor(ctx, asked)
    return plain ? pageFor(...plain, window) : pageSearched(ctx, asked, window)
  }

  const pageSearched = async (ctx: Context, asked: A, window: PageRequest) =>
    toPage(await pageOf(ctx, await searchFor(ctx, asked), window), window)

  return {
    page(ctx, asked, window) {
      if (listing.needs) requireScope(ctx.viewer, listing.needs)
      const found = mapMaybePromise(listing.check?.(ctx, asked), () =>
        pageAsked(ctx, asked, window),
      )
      return mapMaybePromise(found, (slice) => ({ ...slice, rows: linkBatch(slice.rows) }))
    },
    async count(ctx, asked) {
      if (listing.needs) requireScope(ctx.viewer, listing.needs)
      const plain = isUnfiltered(asked) && plainFor(ctx, asked)
      return plain
        ? countFor(...plain)
        : countOf(ctx, { ...(await searchFor(ctx, asked)), order: byId })
    },
    async part(ctx, asked, from, limit) {
      if (listing.needs) requireScope(ctx.viewer, listing.needs)
      await listing.check?.(ctx, asked)
      const { rows, ...rest } = await partOf(ctx, await searchFor(ctx, asked), from, limit)
      return { ...rest, rows: linkBatch(rows) }
    },
    position(asked) {
      const { column } = orderOf(kind, asked).order
      return (row) =>
        column === 'id'
          ? row.id
          : JSON.stringify([(row as Record<string, unknown>)[column] ?? null, row.id])
    },
    key({ where, orderBy, ...others }) {
      const { name, descending, isUsual } = orderOf(kind, { orderBy })
      return [isUnfiltered({ where }) ? null : where, isUsual ? null : [name, descending], others]
    },
  }
}

/** An empty range asks for nothing; an empty relation does ("has one"). */
function asksNothing(kind: FilterSpec, name: string, value: unknown): boolean {
  if (value === undefined) return true
  const range = ['number', 'time', 'created'].includes(kind.fields[name]?.type ?? '')
  return (
    range && value !== null && Object.values(value as object).every((each) => each === undefined)
  )
}
