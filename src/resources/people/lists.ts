/** The lists of a person: emails, phones, tags and collaborators. */
import type { Context } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import { type Change, changesBetween } from '../../events/changes.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { listParam, type Query } from '../../store/query.ts'
import { findOrCreateTags, type TagShown } from '../tags/operations.ts'
import type { UserRow } from '../users/operations.ts'
import { type EmailInput, type PhoneInput, toEmailRows, toPhoneRows } from './contact.ts'
import {
  collaboratorsOfPeople,
  emailsOfPeople,
  phonesOfPeople,
  tagNamesOfPeople,
  tagSummariesOfPeople,
  tagsOfPeople,
} from './queries.ts'
import type { EmailRow, PhoneRow } from './table.ts'

export type PersonEmail = Omit<EmailRow, 'companyId' | 'personId' | 'position' | 'valueKey'>
export type PersonPhone = Omit<PhoneRow, 'companyId' | 'personId' | 'position'>

type OfPerson<R> = R & { personId: string }
type ListQuery<R> = Query<{ companyId: string; people: string }, OfPerson<R>>

const peopleParams = (ctx: Context, people: readonly string[]) => ({
  companyId: ctx.viewer.companyId,
  people: listParam(people),
})

const listLoader = <R>(query: ListQuery<R>) =>
  createLoader<R[]>((ctx, people) =>
    mapMaybePromise(ctx.db.all(query, peopleParams(ctx, people)), (rows) =>
      Map.groupBy(rows, (row) => row.personId),
    ),
  )

export const loadEmails = listLoader<PersonEmail>(emailsOfPeople)
export const loadPhones = listLoader<PersonPhone>(phonesOfPeople)
export const loadTags = listLoader<TagShown>(tagSummariesOfPeople)
/** Reads less than `loadTags`, for lists of people. */
export const loadTagNames = listLoader<{ name: string }>(tagNamesOfPeople)
export const loadCollaborators = listLoader<UserRow>(collaboratorsOfPeople)

/** The lists as plain values, for comparison and events. */
export interface PersonLists {
  emails: EmailInput[]
  phones: PhoneInput[]
  collaboratorIds: string[]
  tags: string[]
}

type PersonListsInput = { [F in keyof PersonLists]?: Readonly<PersonLists[F]> | null }

/** Reads past the loaders, whose values may be older than the last write of the request. */
export async function listsOfPeople(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, PersonLists>> {
  const rowsOf = async <R>(query: ListQuery<R>) =>
    Map.groupBy(await ctx.db.all(query, peopleParams(ctx, ids)), (row) => row.personId)
  const emails = await rowsOf<PersonEmail>(emailsOfPeople)
  const phones = await rowsOf<PersonPhone>(phonesOfPeople)
  const collaborators = await rowsOf<UserRow>(collaboratorsOfPeople)
  const tags = await rowsOf<{ name: string }>(tagsOfPeople)
  const lists = (id: string): PersonLists => ({
    emails: (emails.get(id) ?? []).map(({ value, type, isPrimary }) => ({
      value,
      type,
      isPrimary: isPrimary === 1,
    })),
    phones: (phones.get(id) ?? []).map(({ value, type, isPrimary, isBad }) => ({
      value,
      type,
      isPrimary: isPrimary === 1,
      isBad: isBad === 1,
    })),
    collaboratorIds: (collaborators.get(id) ?? []).map((user) => user.id),
    tags: (tags.get(id) ?? []).map((tag) => tag.name),
  })
  return new Map(ids.map((id) => [id, lists(id)]))
}

export const listsOfPerson = async (ctx: Context, id: string): Promise<PersonLists> =>
  (await listsOfPeople(ctx, [id])).get(id) as PersonLists

/** Replaces the lists that the input has. @returns the changes */
export async function replaceLists(
  ctx: Context,
  personId: string,
  before: PersonLists,
  input: PersonListsInput,
): Promise<Change[]> {
  const { companyId, region } = ctx.viewer
  const key = { companyId, personId }
  if (input.emails !== undefined) {
    await ctx.db.delete('personEmails', key)
    for (const email of toEmailRows(input.emails ?? []))
      await ctx.db.insert('personEmails', { ...key, ...email })
  }
  if (input.phones !== undefined) {
    await ctx.db.delete('personPhones', key)
    for (const phone of toPhoneRows(input.phones ?? [], region))
      await ctx.db.insert('personPhones', { ...key, ...phone })
  }
  if (input.collaboratorIds !== undefined) {
    await ctx.db.delete('collaborators', key)
    for (const userId of new Set(input.collaboratorIds ?? []))
      await ctx.db.insert('collaborators', { ...key, userId })
  }
  if (input.tags !== undefined) {
    const tags = await findOrCreateTags(ctx, input.tags ?? [])
    await ctx.db.delete('personTags', key)
    for (const [position, tag] of tags.entries())
      await ctx.db.insert('personTags', { ...key, position, tagId: tag.id })
  }
  const fields = (['emails', 'phones', 'collaboratorIds', 'tags'] as const).filter(
    (field) => input[field] !== undefined,
  )
  return fields.length > 0 ? changesBetween(before, await listsOfPerson(ctx, personId), fields) : []
}
