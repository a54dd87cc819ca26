import type { Context } from '../context.ts'
import { legsOf, type Search, walk } from './scan-index.ts'
import { byId, inSet, smallestSet } from './search.ts'

/** A part of all that is wanted, in the order of creation. */
export interface Part<R> {
  rows: R[]
  /** The id behind which the next part begins; nothing after the last one. */
  next?: string
}

/** So many records are looked at for one part, so that it is a short read whatever the filter. */
const mostLookedAt = 4096

/**
 * The next part behind a record. It may have few rows, or none, where little is found in what is
 * looked at for it: nothing is refused for being far.
 */
export async function partOf<R extends { id: string }>(
  ctx: Context,
  search: Search<R>,
  after: string | undefined,
  limit: number,
): Promise<Part<R>> {
  const along = { ...search, order: byId, descending: false }
  const legs = legsOf(
    byId,
    false,
    false,
    after === undefined ? undefined : { at: after, id: after },
  )
  const set = await smallestSet(ctx, along)
  const { rows, rest } =
    set === undefined
      ? await walk(ctx, along, legs, limit, mostLookedAt)
      : { rows: await inSet(ctx, along, set, legs, limit), rest: [] }
  const next = rows.length >= limit ? rows.at(-1)?.id : rest[0]?.start?.id
  return { rows, ...(next !== undefined && { next }) }
}
