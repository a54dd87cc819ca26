/**
 * Queries for search. Search by name scans the company's distinct name words in alphabetical order,
 * and the people with each word, one chunk of candidates per statement. This scan sorts no rows, so
 * every page costs the same. If the caller can view only a few people, search scans those instead.
 */
import { type RawBuilder, sql } from 'kysely'
import { type AccessParams, type AccessScope, scopedQuery } from '../../access/access-scope.ts'
import { query, queryFamily } from '../../store/query.ts'
import { allOf, contains, isIn, lateralLookup, listRows, orderedJoin } from '../../store/sql.ts'
import { matchesPhone } from './filter-spec.ts'
import { personPolicy } from './policy.ts'
import type { PersonRow } from './table.ts'

/** The grades of a name match, best first. */
export const grades = ['exact', 'whole', 'start', 'part', 'typo'] as const
export type Grade = (typeof grades)[number]

type Visibility = { scope: AccessScope; includeTrash: boolean }

export interface SearchShape extends Visibility {
  /**
   * The number of search words. Parameters: `names` (the whole name in every word order), `token0`
   * …, `end0` … (upper bounds of prefixes), `typos0` … (lists of words one typo away).
   */
  tokenCount: number
  /** The index of the search word whose matching words are scanned. */
  driverIndex: number
  grade: Grade
  hasAfter: boolean
  /** Whether to scan all people whom the caller can view, because there are few. */
  scansAllVisible: boolean
}

export type SearchParams = AccessParams & Record<string, unknown>
type Condition = RawBuilder<boolean>

const nameKeyColumn = sql.ref('people.nameKey')
/** Adds spaces at both ends, so that whole words match. */
const withSpaces = (text: unknown) => sql`' ' || ${text} || ' '`

const nameConditions: Record<Grade, (p: SearchParams, i: number) => Condition> = {
  exact: (p) => isIn(nameKeyColumn, p['names'] as string),
  whole: (p, i) => contains(withSpaces(nameKeyColumn), withSpaces(p[`token${i}`])),
  start: (p, i) => contains(sql`' ' || ${nameKeyColumn}`, sql`' ' || ${p[`token${i}`]}`),
  part: (p, i) => contains(nameKeyColumn, p[`token${i}`]),
  typo: (p, i) =>
    sql<boolean>`(${contains(nameKeyColumn, p[`token${i}`])} or exists (select 1 from ${listRows(p[`typos${i}`] as string, 'typo')} where ${contains(withSpaces(nameKeyColumn), withSpaces(sql.ref('typo.value')))}))`,
}

type WordGrade = Exclude<Grade, 'exact'>

type WordCondition = (p: SearchParams, i: number, word: RawBuilder<unknown>) => Condition

const wordConditions: Record<WordGrade, WordCondition> = {
  whole: (p, i, word) => sql<boolean>`${word} = ${p[`token${i}`]}`,
  start: (p, i, word) => sql<boolean>`${word} >= ${p[`token${i}`]} and ${word} < ${p[`end${i}`]}`,
  part: (p, i, word) => contains(word, p[`token${i}`]),
  typo: (p, i, word) =>
    sql<boolean>`(${contains(word, p[`token${i}`])} or ${isIn(word, p[`typos${i}`] as string)})`,
}

const isVisible = (p: AccessParams, { scope, includeTrash }: Visibility) =>
  sql`${personPolicy.canView(p, scope)}${includeTrash ? sql`` : sql` and "people"."trashedAt" is null`}`

const matchesGrade = (p: SearchParams, tokenCount: number, grade: Grade) =>
  grade === 'exact'
    ? nameConditions.exact(p, 0)
    : allOf(Array.from({ length: tokenCount }, (_, i) => nameConditions[grade](p, i)))

/** Selects people whose full name is one of `names`, newest first, with the index on full names. */
const selectPeopleWithName = (p: SearchParams, { hasAfter }: SearchShape): RawBuilder<unknown> =>
  sql`select cast('' as text) as "word", "has"."id" as "personId" ${lateralLookup({
    from: listRows(p['names'] as string, 'name'),
    table: 'people',
    as: 'has',
    on: sql`"has"."companyId" = ${p.companyId} and "has"."nameKey" = "name"."value"
      ${hasAfter ? sql`and "has"."id" < ${p['afterId']}` : sql``}`,
    limit: sql`order by "has"."id" desc limit ${p['chunk']}`,
  })} order by "has"."id" desc`

/** Selects words with the people whose names contain them, in search order after the cursor. */
function selectCandidates(p: SearchParams, shape: SearchShape): RawBuilder<unknown> {
  const { grade, driverIndex, hasAfter, scansAllVisible } = shape
  if (grade === 'exact') return selectPeopleWithName(p, shape)
  const cursorCondition = hasAfter
    ? sql` and "has"."word" >= ${p['afterWord']} and ("has"."word" > ${p['afterWord']} or "has"."personId" < ${p['afterId']})`
    : sql``
  const from = scansAllVisible
    ? sql`from (${personPolicy.selectViewableIds(p, shape.scope)}) as "viewable" ${orderedJoin} "personWords" as "has" on "has"."companyId" = ${p.companyId} and "has"."personId" = "viewable"."id"`
    : lateralLookup({
        from: sql`"nameWords" as "scanned"`,
        table: 'personWords',
        as: 'has',
        on: sql`"has"."companyId" = "scanned"."companyId" and "has"."word" = "scanned"."word"`,
        limit: sql`${cursorCondition} order by "has"."personId" desc limit ${p['chunk']}`,
      })
  const wordCondition = scansAllVisible
    ? sql`true`
    : sql`"scanned"."companyId" = ${p.companyId}${hasAfter ? sql` and "scanned"."word" >= ${p['afterWord']}` : sql``}`
  return sql`select "has"."word", "has"."personId" ${from} where ${wordCondition} and ${wordConditions[grade](p, driverIndex, sql.ref(scansAllVisible ? 'has.word' : 'scanned.word'))}${cursorCondition}
    order by ${sql.ref(scansAllVisible ? 'has.word' : 'scanned.word')}, "has"."personId" desc`
}

/** Keeps a person's first matching word, so that the search finds each person only once. */
const isFirstMatchingWord = (p: SearchParams, grade: WordGrade, driverIndex: number) =>
  sql`not exists (select 1 from "personWords" as "earlier" where "earlier"."companyId" = ${p.companyId} and "earlier"."personId" = "has"."personId"
    and "earlier"."word" < "has"."word" and ${wordConditions[grade](p, driverIndex, sql.ref('earlier.word'))})`

export const peopleByName = queryFamily((_, p: SearchParams, shape: SearchShape) => {
  const { grade, driverIndex, tokenCount } = shape
  const betterGrade = grades[grades.indexOf(grade) - 1]
  return sql<PersonRow & { word: string }>`select "people".*, "has"."word"
    from (${selectCandidates(p, shape)} limit ${p['chunk']}) as "has"
    ${orderedJoin} "people" on "people"."companyId" = ${p.companyId} and "people"."id" = "has"."personId"
    where ${matchesGrade(p, tokenCount, grade)}${betterGrade ? sql` and not ${matchesGrade(p, tokenCount, betterGrade)}` : sql``} and ${isVisible(p, shape)}
      ${grade === 'exact' ? sql`` : sql`and ${isFirstMatchingWord(p, grade, driverIndex)}`}
    order by "has"."word", "has"."personId" desc limit ${p['limit']}`
})

/** Selects the last candidate of a chunk, or no row after the last chunk. */
export const chunkEnd = queryFamily(
  (_, p: SearchParams, shape: SearchShape) =>
    sql<{ word: string; personId: string }>`${selectCandidates(p, shape)}
      limit 1 offset ${p['chunk']} - 1`,
)

type TotalRow = { total: number }

/** Counts the people whom the caller can view, up to `maxPeople`. */
export const countVisiblePeople = scopedQuery(
  (p: AccessParams & { maxPeople: number }, scope) =>
    sql<TotalRow>`select count(*) as "total" from (select 1 from (${personPolicy.selectViewableIds(p, scope)}) as "viewable" limit ${p.maxPeople}) as "some"`,
)

export const nameMatchCount = queryFamily(
  (_, p: SearchParams, shape: Visibility & { tokenCount: number }) =>
    sql<TotalRow>`select count(*) as "total" from "people" where "people"."companyId" = ${p.companyId} and ${matchesGrade(p, shape.tokenCount, 'typo')} and ${isVisible(p, shape)}`,
)

/** Selects indexed words that share a variant with a search word, as candidates for one typo. */
export const typoCandidates = query(
  (_, p: { companyId: string; variants: string }) =>
    sql<{ word: string }>`select distinct "word" from "nameVariants"
      where "companyId" = ${p.companyId} and ${isIn('variant', p.variants)}`,
)

type ExactShape = Visibility & { by: 'id' | 'email' | 'phone' }
type ExactParams = AccessParams & { term: string; after?: string; limit: number }

const termConditions = {
  id: (p: ExactParams) => sql`"people"."id" = ${p.term}`,
  email: (p: ExactParams) =>
    sql`"people"."id" in (select "personId" from "personEmails" where "companyId" = ${p.companyId} and "valueKey" = ${p.term})`,
  phone: (p: ExactParams) =>
    sql`"people"."id" in (select "personId" from "personPhones" where "companyId" = ${p.companyId} and ${matchesPhone(p.term)})`,
}

const fromMatches = (p: ExactParams, shape: ExactShape) =>
  sql`from "people" where "people"."companyId" = ${p.companyId} and ${termConditions[shape.by](p)} and ${isVisible(p, shape)}`

/** Returns the sort key: newest first; for a phone, numbers without an extension come first. */
const getSortKey = (p: ExactParams, by: ExactShape['by']) =>
  by === 'phone'
    ? sql`(select max(case when "value" = ${p.term} then "personId" else ' ' || "personId" end) from "personPhones" where "companyId" = ${p.companyId} and "personId" = "people"."id" and ${matchesPhone(p.term)})`
    : sql`"people"."id"`

export const exactMatches = queryFamily(
  (_, p: ExactParams, shape: ExactShape & { hasAfter: boolean }) => {
    const sortKey = getSortKey(p, shape.by)
    return sql<PersonRow & { position: string }>`
    select "people".*, ${sortKey} as "position" ${fromMatches(p, shape)}
    ${shape.hasAfter ? sql`and ${sortKey} < ${p.after}` : sql``} order by ${sortKey} desc limit ${p.limit}`
  },
)

export const exactMatchCount = queryFamily(
  (_, p: ExactParams, shape: ExactShape) =>
    sql<TotalRow>`select count(*) as "total" ${fromMatches(p, shape)}`,
)
