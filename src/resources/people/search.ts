import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { countInWorker } from '../../filtering/filtered-list.ts'
import type { Page, PageRequest } from '../../filtering/page.ts'
import { ChunkSize } from '../../filtering/scan-index.ts'
import { fold } from '../../store/fold.ts'
import { listParam } from '../../store/sql.ts'
import { emailKeyOf, normalizePhone } from './contact.ts'
import { deletionVariants, isOneTypoApart, minTypoLength, searchWords } from './names.ts'
import { personPolicy } from './policy.ts'
import {
  countBy,
  countByName,
  countSeen,
  endOfChunk,
  type Grade,
  grades,
  peopleBy,
  peopleByName,
  type SearchParams,
  wordsNear,
} from './search-queries.ts'
import type { PersonRow } from './table.ts'

/**
 * Search by id, email, phone or name (contract, clause 4, "People"): the first that is given
 * decides, with no falling through.
 */
export interface SearchInput {
  id?: string | null
  email?: string | null
  phone?: string | null
  name?: string | null
}

export type Found = PersonRow & { position: string }
type Term = { by: 'id' | 'email' | 'phone' | 'name'; term: string }

/** Most words of a name that are looked at. */
const mostTokens = 8

/** Maximum words of a name for an exact match in any order. */
const maxOrderedWords = 6

/** The number of candidates of the first statement. */
const minChunkRows = 64

/** Whoever sees fewer people than this has them looked through. */
const fewSeen = 5000

/** @throws BAD_REQUEST when nothing is asked for */
export function termOf(ctx: Context, { id, email, phone, name }: SearchInput): Term {
  const given = (text: string | null | undefined): text is string =>
    text != null && text.trim() !== ''
  if (given(id)) return { by: 'id', term: id.trim() }
  if (given(email)) return { by: 'email', term: emailKeyOf(email) }
  if (given(phone))
    return { by: 'phone', term: normalizePhone(phone.trim(), ctx.viewer.region).value }
  if (given(name)) return { by: 'name', term: fold(name) }
  throw badRequest('Say whom to search for: one of id, email, phone, name', [
    { field: 'id', code: 'REQUIRED_FIELD', message: 'give id, email, phone or name' },
  ])
}

export async function searchPeople(
  ctx: Context,
  term: Term,
  includeTrash: boolean,
  window: PageRequest,
): Promise<Page<Found>> {
  requireScope(ctx.viewer, 'people.view')
  const rows =
    term.by === 'name'
      ? await byName(ctx, term.term, includeTrash, window)
      : await exactly(ctx, { ...term, by: term.by }, includeTrash, window)
  return {
    rows: rows.slice(0, window.limit),
    hasNext: rows.length > window.limit,
    hasPrevious: window.after !== undefined,
  }
}

export async function countFound(
  ctx: Context,
  { by, term }: Term,
  includeTrash: boolean,
): Promise<number> {
  const shape = { sight: accessScopeOf(ctx.viewer), includeTrash }
  if (term === '') return 0
  const total =
    by === 'name'
      ? await nameParams(ctx, term).then((params) =>
          countInWorker(ctx, countByName({ ...shape, tokens: params.tokens }), params.values),
        )
      : (
          await ctx.db.first(countBy({ ...shape, by }), {
            ...accessParams(ctx.viewer),
            term,
            limit: 1,
          })
        )?.total
  return total ?? 0
}

async function exactly(
  ctx: Context,
  { by, term }: { by: 'id' | 'email' | 'phone'; term: string },
  includeTrash: boolean,
  { after, limit }: PageRequest,
): Promise<Found[]> {
  const shape = { sight: accessScopeOf(ctx.viewer), includeTrash, by, after: after !== undefined }
  return ctx.db.all(peopleBy(shape), { ...accessParams(ctx.viewer), term, after, limit: limit + 1 })
}

/**
 * The whole name first, then exact words, then beginnings of words, then parts, then words one typo
 * away.
 */
async function byName(
  ctx: Context,
  name: string,
  includeTrash: boolean,
  { after, limit }: PageRequest,
): Promise<Found[]> {
  // Of accents alone nothing is left to look for.
  if (name === '') return []
  const from = after === undefined ? undefined : (JSON.parse(after) as [Grade, string, string])
  const { tokens, values, forgiving } = await nameParams(ctx, name)
  const found: Found[] = []
  const few = await seesFew(ctx)
  for (const grade of from ? grades.slice(grades.indexOf(from[0])) : grades) {
    const driver = grade === 'typo' ? forgiving : 0
    if (driver === undefined || found.length > limit) break
    let place = from?.[0] === grade ? { word: from[1], personId: from[2] } : undefined
    // However many there were of those before: of these the first few may do.
    const chunk = new ChunkSize(minChunkRows)
    const shape = (after: boolean) => ({
      sight: accessScopeOf(ctx.viewer),
      includeTrash,
      tokens,
      driver,
      grade,
      few,
      after,
    })
    do {
      place = await chunk.run(async (rows) => {
        const params: SearchParams = {
          ...values,
          chunk: few ? Number.MAX_SAFE_INTEGER : rows,
          limit: limit + 1 - found.length,
          afterWord: place?.word,
          afterId: place?.personId,
        }
        const of = shape(place !== undefined)
        for (const { word, ...row } of await ctx.db.all(peopleByName(of), params))
          found.push({ ...row, position: JSON.stringify([grade, word, row.id]) })
        return few || found.length > limit ? undefined : ctx.db.first(endOfChunk(of), params)
      })
    } while (place)
  }
  return found
}

/**
 * Whether those whom the caller sees are so few that they are looked through sooner than a walk
 * finds them.
 */
async function seesFew(ctx: Context): Promise<boolean> {
  const scope = accessScopeOf(ctx.viewer)
  if (personPolicy.viewsAll(scope)) return false
  const params = { ...accessParams(ctx.viewer), most: fewSeen }
  return ((await ctx.db.first(countSeen(scope), params))?.total ?? 0) < fewSeen
}

/** The name in every order of its words. */
function ordersOf(words: readonly string[]): string[] {
  if (words.length > maxOrderedWords) return [words.join(' ')]
  const orders = words.reduce<string[][]>(
    (before, word) =>
      before.flatMap((order) =>
        order.concat('').map((_, place) => order.toSpliced(place, 0, word)),
      ),
    [[]],
  )
  return [...new Set(orders.map((order) => order.join(' ')))]
}

/** The words asked for, longest first, with the words that are one typo away from each. */
async function nameParams(
  ctx: Context,
  name: string,
): Promise<{ tokens: number; values: SearchParams; forgiving: number | undefined }> {
  const words = searchWords(name)
    .slice(0, mostTokens)
    .sort((a, b) => b.length - a.length)
  const values: SearchParams = {
    ...accessParams(ctx.viewer),
    names: listParam(ordersOf(name.split(' '))),
  }
  let forgiving: number | undefined
  for (const [i, word] of words.entries()) {
    const near =
      [...word].length < minTypoLength
        ? []
        : await ctx.db.all(wordsNear, {
            companyId: ctx.viewer.companyId,
            variants: listParam(deletionVariants(word)),
          })
    const typos = near
      .map((row) => row.word)
      .filter((other) => other !== word && isOneTypoApart(word, other))
    if (typos.length > 0) forgiving ??= i
    Object.assign(values, {
      [`token${i}`]: word,
      [`end${i}`]: `${word}\u{10ffff}`,
      [`typos${i}`]: listParam(typos),
    })
  }
  return { tokens: words.length, values, forgiving }
}
