import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { query, queryFamily } from '../../store/query.ts'
import type { Schema } from '../../store/schema.ts'
import { isIn } from '../../store/sql.ts'
import { personPolicy } from './policy.ts'
import './table.ts'
import type { EmailRow, PersonRow, PhoneRow } from './table.ts'

const selectVisibleIds = (p: AccessParams, scope: AccessScope) =>
  sql<{
    id: string
  }>`select "id" from "people" where "companyId" = ${p.companyId} and ${personPolicy.canView(p, scope)}`

export const visiblePeopleIds = queryFamily(
  (_, p: AccessParams & { ids: string }, scope: AccessScope) =>
    sql<{ id: string }>`${selectVisibleIds(p, scope)} and ${isIn('id', p.ids)}`,
)

export const visiblePersonId = queryFamily(
  (_, p: AccessParams & { id: string }, scope: AccessScope) =>
    sql<{ id: string }>`${selectVisibleIds(p, scope)} and "id" = ${p.id}`,
)

interface PeopleParams {
  companyId: string
  ids: string
}

export type PersonEmail = Omit<EmailRow, 'companyId' | 'personId' | 'position' | 'valueKey'>
export type PersonPhone = Omit<PhoneRow, 'companyId' | 'personId' | 'position'>
type OfPerson<R> = R & { personId: string }

export const emailsOfPeople = query(
  (_, p: PeopleParams) =>
    sql<OfPerson<PersonEmail>>`select "personId", "value", "type", "isPrimary" from "personEmails"
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)} order by "personId", "position"`,
)

export const phonesOfPeople = query(
  (_, p: PeopleParams) =>
    sql<
      OfPerson<PersonPhone>
    >`select "personId", "value", "type", "status", "isPrimary", "isBad" from "personPhones"
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)} order by "personId", "position"`,
)

/** Selects columns of the tags of people. */
const tagsQuery = <R>(columns: string) =>
  query(
    (_, p: PeopleParams) =>
      sql<OfPerson<R>>`select ${sql.raw(columns)}, "personTags"."personId" from "personTags"
        inner join "tags" on "tags"."companyId" = "personTags"."companyId" and "tags"."id" = "personTags"."tagId"
        where "personTags"."companyId" = ${p.companyId} and ${isIn('personTags.personId', p.ids)}
        order by "personTags"."personId", "personTags"."position"`,
  )

type Tag = Schema['tags']
export const tagsOfPeople = tagsQuery<Tag & { position: number }>(
  '"tags".*, "personTags"."position"',
)
export const tagSummariesOfPeople = tagsQuery<Omit<Tag, 'companyId' | 'nameKey'>>(
  '"tags"."id", "tags"."name", "tags"."version", "tags"."createdBy", "tags"."createdAt", "tags"."updatedAt"',
)
export const tagNamesOfPeople = tagsQuery<Pick<Tag, 'name'>>('"tags"."name"')

export const collaboratorsOfPeople = query(
  (_, p: PeopleParams) =>
    sql<OfPerson<Schema['users']>>`select "users".*, "collaborators"."personId" from "collaborators"
      inner join "users" on "users"."companyId" = "collaborators"."companyId" and "users"."id" = "collaborators"."userId"
      where "collaborators"."companyId" = ${p.companyId} and ${isIn('collaborators.personId', p.ids)}
      order by "collaborators"."personId", "users"."id"`,
)

/** Selects the people who were moved to Trash at `before` or earlier, oldest first. */
export const trashedBefore = query(
  (_, p: { companyId: string; before: string; limit: number }) =>
    sql<PersonRow>`select * from "people" where "companyId" = ${p.companyId} and "trashedAt" <= ${p.before}
      order by "trashedAt" limit ${p.limit}`,
)

interface WordsParams {
  companyId: string
  words: string
}

export const unusedNameWords = query(
  (_, p: WordsParams) =>
    sql<{
      word: string
    }>`select "word" from "nameWords" where "companyId" = ${p.companyId} and ${isIn('word', p.words)}
      and not exists (select 1 from "personWords" where "companyId" = "nameWords"."companyId" and "word" = "nameWords"."word")`,
)

export const existingNameWords = query(
  (_, p: WordsParams) =>
    sql<{
      word: string
    }>`select "word" from "nameWords" where "companyId" = ${p.companyId} and ${isIn('word', p.words)}`,
)

export const nameWordsOfPerson = query(
  (_, p: { companyId: string; personId: string }) =>
    sql<{
      word: string
    }>`select "word" from "personWords" where "companyId" = ${p.companyId} and "personId" = ${p.personId}`,
)

/**
 * Matches stored phones equal to `number`, alone or with an extension; a `number` with an extension
 * matches only itself. One range scan of the index on `value` finds both.
 */
export const matchesPhone = (
  number: unknown,
  value: RawBuilder<unknown> = sql.ref('value'),
): RawBuilder<boolean> =>
  sql<boolean>`${value} >= ${number} and ${value} < ${number} || ' y' and (${value} = ${number} or ${value} >= ${number} || ' x')`

/** Stores the time of a person's last activity without incrementing the person's version. */
export const updateLastActivityAt = query(
  (_, p: { companyId: string; personId: string }) =>
    sql`update "people" set "lastActivityAt" = (select "createdAt" from "activities" where "companyId" = ${p.companyId} and "personId" = ${p.personId} order by "id" desc limit 1)
      where "companyId" = ${p.companyId} and "id" = ${p.personId}`,
)
