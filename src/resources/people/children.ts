import type { Context } from '../../context.ts'
import { type Change, changesBetween } from '../../events/record-event.ts'
import { listParam } from '../../store/sql.ts'
import { findOrCreateTags } from '../tags/operations.ts'
import { type EmailInput, keptEmails, keptPhones, type PhoneInput } from './contact.ts'
import { collaboratorsOfPeople, emailsOfPeople, phonesOfPeople, tagsOfPeople } from './queries.ts'

/** What hangs on a person, as plain values for comparing and for events. */
export interface Children {
  emails: EmailInput[]
  phones: PhoneInput[]
  collaboratorIds: string[]
  tags: string[]
}

interface ChildrenInput {
  emails?: readonly EmailInput[] | null
  phones?: readonly PhoneInput[] | null
  collaboratorIds?: readonly string[] | null
  tags?: readonly string[] | null
}

/** For each of some people; there must be no others among the ids. */
export async function childrenOfAll(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Children>> {
  const params = { companyId: ctx.viewer.companyId, people: listParam(ids) }
  const emails = Map.groupBy(await ctx.db.all(emailsOfPeople, params), (row) => row.personId)
  const phones = Map.groupBy(await ctx.db.all(phonesOfPeople, params), (row) => row.personId)
  const collaborators = Map.groupBy(
    await ctx.db.all(collaboratorsOfPeople, params),
    (row) => row.personId,
  )
  const tags = Map.groupBy(await ctx.db.all(tagsOfPeople, params), (row) => row.personId)
  const of = (id: string): Children => ({
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
  return new Map(ids.map((id) => [id, of(id)]))
}

export const childrenOf = async (ctx: Context, id: string): Promise<Children> =>
  (await childrenOfAll(ctx, [id])).get(id) as Children

/** Puts the given lists in place of those before, and says what that changed. */
export async function replaceChildren(
  ctx: Context,
  personId: string,
  before: Children,
  input: ChildrenInput,
): Promise<Change[]> {
  const { companyId, region } = ctx.viewer
  const key = { companyId, personId }
  if (input.emails !== undefined) {
    await ctx.db.delete('personEmails', key)
    for (const email of keptEmails(input.emails ?? []))
      await ctx.db.insert('personEmails', { ...key, ...email })
  }
  if (input.phones !== undefined) {
    await ctx.db.delete('personPhones', key)
    for (const phone of keptPhones(input.phones ?? [], region))
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
  const lists = (['emails', 'phones', 'collaboratorIds', 'tags'] as const).filter(
    (field) => input[field] !== undefined,
  )
  return lists.length > 0 ? changesBetween(before, await childrenOf(ctx, personId), lists) : []
}
