import { getAccessParams, getAccessScope } from '../../access/access-scope.ts'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { countInWorker } from '../../filtering/filtered-list.ts'
import type { Page, PageRequest } from '../../filtering/page.ts'
import { ChunkSize } from '../../filtering/scan-index.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { fold } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import { normalizePhone, toEmailKey } from './lists.ts'
import { isOneTypoApart, listDeletionVariants, minTypoLength, toSearchWords } from './names.ts'
import { personPolicy } from './policy.ts'
import {
  chunkEnd,
  countVisiblePeople,
  exactMatchCount,
  exactMatches,
  type Grade,
  grades,
  nameMatchCount,
  peopleByName,
  type SearchParams,
  typoCandidates,
} from './search-queries.ts'
import type { PersonRow } from './table.ts'

export type FoundPerson = PersonRow & { position: string }
type SearchTerm = { by: 'id' | 'email' | 'phone' | 'name'; value: string }

/** The maximum number of words of a search by name. Further words are ignored. */
const maxSearchWords = 8

/** The maximum number of words of a name that is matched exactly in any word order. */
const maxOrderedWords = 6

/** The number of candidates that the first statement of a grade reads. */
const minChunkSize = 64

/** The number of visible people below which a search scans people instead of words. */
const maxScannedPeople = 5000

/** Converts the first non-null input to a normalized search term. */
export function parseTerm(
  ctx: Context,
  { id, email, phone, name }: { [K in SearchTerm['by']]?: string | null },
): SearchTerm {
  if (id != null) return { by: 'id', value: id.trim() }
  if (email != null) return { by: 'email', value: toEmailKey(email) }
  if (phone != null)
    return { by: 'phone', value: normalizePhone(phone.trim(), ctx.viewer.company.region).value }
  return { by: 'name', value: fold(name ?? '') }
}

export async function searchPeople(
  ctx: Context,
  term: SearchTerm,
  includeTrash: boolean,
  request: PageRequest,
): Promise<Page<FoundPerson>> {
  requireScope(ctx.viewer, 'people.view')
  const rows =
    term.by === 'name'
      ? await findByName(ctx, term.value, includeTrash, request)
      : await findExact(ctx, term.by, term.value, includeTrash, request)
  return {
    rows: rows.slice(0, request.limit),
    hasNext: rows.length > request.limit,
    hasPrevious: request.after !== undefined,
  }
}

export async function countSearchResults(ctx: Context, term: SearchTerm, includeTrash: boolean) {
  const { by, value } = term
  const shape = { scope: getAccessScope(ctx.viewer), includeTrash }
  if (value === '') return 0
  if (by === 'name') {
    const { tokenCount, nameParams } = await toNameParams(ctx, value)
    return countInWorker(ctx, nameMatchCount({ ...shape, tokenCount }), nameParams)
  }
  const params = { ...getAccessParams(ctx.viewer), term: value, limit: 1 }
  return (await ctx.db.first(exactMatchCount({ ...shape, by }), params))?.total ?? 0
}

function findExact(
  ctx: Context,
  by: 'id' | 'email' | 'phone',
  term: string,
  includeTrash: boolean,
  { after, limit }: PageRequest,
): MaybePromise<FoundPerson[]> {
  const hasAfter = after !== undefined
  const shape = { scope: getAccessScope(ctx.viewer), includeTrash, by, hasAfter }
  const params = { ...getAccessParams(ctx.viewer), term, after, limit: limit + 1 }
  return ctx.db.all(exactMatches(shape), params)
}

/** Finds people by grade of match: exact names, whole words, prefixes, substrings, then typos. */
async function findByName(
  ctx: Context,
  name: string,
  includeTrash: boolean,
  { after, limit }: PageRequest,
): Promise<FoundPerson[]> {
  // Folding removes accents, so the folded name may be empty.
  if (name === '') return []
  const cursor = after === undefined ? undefined : (JSON.parse(after) as [Grade, string, string])
  const { tokenCount, nameParams, typoDriverIndex } = await toNameParams(ctx, name)
  const foundPeople: FoundPerson[] = []
  const scansAllVisible = await shouldScanPeople(ctx)
  const nameShape = { scope: getAccessScope(ctx.viewer), includeTrash, tokenCount, scansAllVisible }
  for (const grade of cursor ? grades.slice(grades.indexOf(cursor[0])) : grades) {
    const driverIndex = grade === 'typo' ? typoDriverIndex : 0
    if (driverIndex === undefined || foundPeople.length > limit) break
    let chunkStart = cursor?.[0] === grade ? { word: cursor[1], personId: cursor[2] } : undefined
    // Each grade starts with a small chunk, because its first candidates may fill the page.
    const chunk = new ChunkSize(minChunkSize)
    do {
      chunkStart = await chunk.run(async (rows) => {
        const params: SearchParams = {
          ...nameParams,
          chunk: scansAllVisible ? Number.MAX_SAFE_INTEGER : rows,
          limit: limit + 1 - foundPeople.length,
          afterWord: chunkStart?.word,
          afterId: chunkStart?.personId,
        }
        const shape = { ...nameShape, driverIndex, grade, hasAfter: chunkStart !== undefined }
        for (const { word, ...row } of await ctx.db.all(peopleByName(shape), params))
          foundPeople.push({ ...row, position: JSON.stringify([grade, word, row.id]) })
        return scansAllVisible || foundPeople.length > limit
          ? undefined
          : ctx.db.first(chunkEnd(shape), params)
      })
    } while (chunkStart)
  }
  return foundPeople
}

/** Returns whether to scan the people whom the caller can view, which is cheaper for few people. */
async function shouldScanPeople(ctx: Context): Promise<boolean> {
  if (personPolicy.canViewAll(getAccessScope(ctx.viewer))) return false
  const [count] = await countVisiblePeople(ctx, { maxPeople: maxScannedPeople })
  return (count?.total ?? 0) < maxScannedPeople
}

/** Returns the name in every order of its words, or unchanged if it has too many words. */
function permuteWords(words: readonly string[]): string[] {
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

/** Returns the search words, longest first, each with the indexed words that are one typo away. */
async function toNameParams(ctx: Context, name: string) {
  const words = toSearchWords(name)
    .slice(0, maxSearchWords)
    .sort((a, b) => b.length - a.length)
  const nameParams: SearchParams = {
    ...getAccessParams(ctx.viewer),
    names: encodeListParam(permuteWords(name.split(' '))),
  }
  let typoDriverIndex: number | undefined
  for (const [i, word] of words.entries()) {
    const similarWords =
      [...word].length < minTypoLength
        ? []
        : await ctx.db.all(typoCandidates, {
            companyId: ctx.viewer.companyId,
            variants: encodeListParam(listDeletionVariants(word)),
          })
    const typoWords = similarWords
      .map((row) => row.word)
      .filter((other) => other !== word && isOneTypoApart(word, other))
    if (typoWords.length > 0) typoDriverIndex ??= i
    Object.assign(nameParams, {
      [`token${i}`]: word,
      [`end${i}`]: `${word}\u{10ffff}`,
      [`typos${i}`]: encodeListParam(typoWords),
    })
  }
  return { tokenCount: words.length, nameParams, typoDriverIndex }
}
