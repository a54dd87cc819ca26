import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { type Builder, query, queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { type RawBuilder, sql } from 'kysely'
import { personPolicy } from './policy.ts'

const visibleIds = (k: Builder, p: AccessParams, scope: AccessScope) =>
  k
    .selectFrom('people')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where(personPolicy.canView(p, scope))

export const visiblePeopleIds = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  { id: string }
>((k, p, scope) => visibleIds(k, p, scope).where(isIn('id', p.ids)))

export const visiblePersonId = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  { id: string }
>((k, p, scope) => visibleIds(k, p, scope).where('id', '=', p.id))

type PeopleParams = { companyId: string; ids: string }

export const emailsOfPeople = query((k, p: PeopleParams) =>
  k
    .selectFrom('personEmails')
    .select(['personId', 'value', 'type', 'isPrimary'])
    .where('companyId', '=', p.companyId)
    .where(isIn('personId', p.ids))
    .orderBy('personId')
    .orderBy('position'),
)

export const phonesOfPeople = query((k, p: PeopleParams) =>
  k
    .selectFrom('personPhones')
    .select(['personId', 'value', 'type', 'status', 'isPrimary', 'isBad'])
    .where('companyId', '=', p.companyId)
    .where(isIn('personId', p.ids))
    .orderBy('personId')
    .orderBy('position'),
)

const tagsQuery = (k: Builder, p: PeopleParams) =>
  k
    .selectFrom('personTags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.companyId', '=', 'personTags.companyId')
        .onRef('tags.id', '=', 'personTags.tagId'),
    )
    .select('personTags.personId')
    .where('personTags.companyId', '=', p.companyId)
    .where(isIn('personTags.personId', p.ids))
    .orderBy('personTags.personId')
    .orderBy('personTags.position')

export const tagsOfPeople = query((k, p: PeopleParams) =>
  tagsQuery(k, p).selectAll('tags').select('personTags.position'),
)

export const tagSummariesOfPeople = query((k, p: PeopleParams) =>
  tagsQuery(k, p).select([
    'tags.id',
    'tags.name',
    'tags.version',
    'tags.createdBy',
    'tags.createdAt',
    'tags.updatedAt',
  ]),
)

export const tagNamesOfPeople = query((k, p: PeopleParams) => tagsQuery(k, p).select('tags.name'))

export const collaboratorsOfPeople = query((k, p: PeopleParams) =>
  k
    .selectFrom('collaborators')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'collaborators.companyId')
        .onRef('users.id', '=', 'collaborators.userId'),
    )
    .selectAll('users')
    .select('collaborators.personId')
    .where('collaborators.companyId', '=', p.companyId)
    .where(isIn('collaborators.personId', p.ids))
    .orderBy('collaborators.personId')
    .orderBy('users.id'),
)

/** Selects the people who were moved to Trash at `before` or earlier, oldest first. */
export const trashedBefore = query((k, p: { companyId: string; before: string; limit: number }) =>
  k
    .selectFrom('people')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('trashedAt', '<=', p.before)
    .orderBy('trashedAt')
    .limit(p.limit),
)

export const unusedNameWords = query((k, p: { companyId: string; words: string }) =>
  k
    .selectFrom('nameWords')
    .select('word')
    .where('companyId', '=', p.companyId)
    .where(isIn('word', p.words))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('personWords')
            .select('personId')
            .whereRef('personWords.companyId', '=', 'nameWords.companyId')
            .whereRef('personWords.word', '=', 'nameWords.word'),
        ),
      ),
    ),
)

export const existingNameWords = query((k, p: { companyId: string; words: string }) =>
  k
    .selectFrom('nameWords')
    .select('word')
    .where('companyId', '=', p.companyId)
    .where(isIn('word', p.words)),
)

export const nameWordsOfPerson = query((k, p: { companyId: string; personId: string }) =>
  k
    .selectFrom('personWords')
    .select('word')
    .where('companyId', '=', p.companyId)
    .where('personId', '=', p.personId),
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
