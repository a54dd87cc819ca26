import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import {
  checkVersion,
  type References,
  requireVisible,
  unknownReferences,
} from '../../crud/records.ts'
import { forbidden } from '../../errors.ts'
import type { Where } from '../../filtering/filter.ts'
import { type Asked, finder } from '../../filtering/find.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import type { TagShown } from '../tags/operations.ts'
import type { UserRow } from '../users/operations.ts'
import { peopleFound, personFilterSpec } from './filter-spec.ts'
import { personPolicy } from './policy.ts'
import {
  collaboratorsOfPeople,
  emailsOfPeople,
  type PeopleListOptions,
  peopleList,
  personFor,
  phonesOfPeople,
  tagNamesOfPeople,
  tagsShownOfPeople,
  visiblePeopleByIds,
  visiblePeopleIds,
  visiblePersonId,
} from './queries.ts'
import type { EmailRow, PersonRow, PhoneRow } from './table.ts'

/** Reading people: one, a list, and what hangs on them. */
export type { EmailRow, PersonRow, PhoneRow }

/** What is shown of an email address, and of a phone. */
export type EmailShown = Omit<EmailRow, 'companyId' | 'personId' | 'position' | 'valueKey'>
export type PhoneShown = Omit<PhoneRow, 'companyId' | 'personId' | 'position'>

const find = (ctx: Context, id: string) =>
  ctx.db.first(personFor(accessScopeOf(ctx.viewer)), { ...accessParams(ctx.viewer), id })

/** @throws NOT_FOUND, FORBIDDEN */
export function getPerson(ctx: Context, id: string): MaybePromise<PersonRow> {
  requireScope(ctx.viewer, 'people.view')
  return checkSeen(ctx, id)
}

/** A person whom the caller sees, whatever scope brought them here. @throws NOT_FOUND, FORBIDDEN */
export function checkSeen(ctx: Context, id: string): MaybePromise<PersonRow> {
  return mapMaybePromise(find(ctx, id), (found) => requireVisible('Contact', found))
}

/** A person whom the caller may change. @throws NOT_FOUND, FORBIDDEN */
export async function personToEdit(ctx: Context, id: string): Promise<PersonRow> {
  const found = requireVisible('Contact', await find(ctx, id))
  if (!found.editable) throw forbidden()
  return checkVersion(ctx, found)
}

const amongIds = (ctx: Context, ids: readonly string[]) => ({
  ...accessParams(ctx.viewer),
  ids: listParam(ids),
})

/** A person whom the caller sees, for an edge or `node`; nothing where there is none. */
export const loadPerson = createLoader((ctx, ids) =>
  mapMaybePromise(
    ctx.db.all(visiblePeopleByIds(accessScopeOf(ctx.viewer)), amongIds(ctx, ids)),
    byId,
  ),
)

/** The people of `ids` whom the caller can view. */
export function visibleIds(ctx: Context, ids: readonly string[]): MaybePromise<{ id: string }[]> {
  const [id, more] = ids
  const sight = accessScopeOf(ctx.viewer)
  // One is asked for by itself, for to take a list apart takes longer than to find a person.
  if (id !== undefined && more === undefined)
    return ctx.db.all(visiblePersonId(sight), { ...accessParams(ctx.viewer), id })
  return ctx.db.all(visiblePeopleIds(sight), amongIds(ctx, ids))
}

/** The same where nothing else is shown of them: for the column of a record that refers to one. */
export const loadPersonId = createLoader((ctx, ids) => {
  // Whoever sees everybody need not ask, for the person of a record is there.
  if (personPolicy.viewsAll(accessScopeOf(ctx.viewer)))
    return new Map(ids.map((id) => [id, { id }]))
  return mapMaybePromise(visibleIds(ctx, ids), byId)
})

/** @param known the people whom the caller can view; looked up by default */
export const unknownPeople = (
  ctx: Context,
  references: References,
  known?: Iterable<{ id: string }>,
) => unknownReferences(references, 'contact', (ids) => known ?? visibleIds(ctx, ids))

export interface PeopleAsked extends Asked {
  includeTrash: boolean
}

/** The people that the caller sees, as asked for. */
export const people = finder<PersonRow, PeopleListOptions, PeopleAsked>({
  kind: personFilterSpec,
  queries: peopleFound,
  plain: peopleList,
  options: (ctx, { includeTrash }) => ({ sight: accessScopeOf(ctx.viewer), includeTrash }),
  needs: 'people.view',
  always: ({ includeTrash }): Where => (includeTrash ? {} : { trashedAt: null }),
})

const childParams = (ctx: Context, people: readonly string[]) => ({
  companyId: ctx.viewer.companyId,
  people: listParam(people),
})
const byPerson = <R extends { personId: string }>(rows: R[]): Map<string, R[]> =>
  Map.groupBy(rows, (row) => row.personId)

export const loadEmails = createLoader<EmailShown[]>((ctx, people) =>
  mapMaybePromise(ctx.db.all(emailsOfPeople, childParams(ctx, people)), byPerson),
)

export const loadPhones = createLoader<PhoneShown[]>((ctx, people) =>
  mapMaybePromise(ctx.db.all(phonesOfPeople, childParams(ctx, people)), byPerson),
)

/** A person's tags, in the order in which they were added. */
export const loadTags = createLoader<TagShown[]>((ctx, people) =>
  mapMaybePromise(ctx.db.all(tagsShownOfPeople, childParams(ctx, people)), byPerson),
)

/** Their names alone, which lists of people show. */
export const loadTagNames = createLoader<{ name: string }[]>((ctx, people) =>
  mapMaybePromise(ctx.db.all(tagNamesOfPeople, childParams(ctx, people)), byPerson),
)

export const loadCollaborators = createLoader<UserRow[]>((ctx, people) =>
  mapMaybePromise(ctx.db.all(collaboratorsOfPeople, childParams(ctx, people)), byPerson),
)
