import { sightOf, sightParams } from '../../auth/sight.ts'
import type { Context } from '../../context.ts'
import { peopleNamed, recordByExternalId } from '../../resources/imports/queries.ts'
import { emailKeyOf, readPhone } from '../../resources/people/contact.ts'
import { whoHas } from '../../resources/people/duplicates.ts'
import { fold } from '../../resources/people/names.ts'
import { loadPerson } from '../../resources/people/operations.ts'
import type { VendorId } from '../vendors/index.ts'

const ours = /^person_\w+$/

/** An id of another program as it is kept: with what it is an id in. */
export const externalIdOf = (vendor: VendorId, kind: string, id: string): string =>
  `${vendor}/${kind}/${id}`.slice(0, 300)

/** The record that was imported under an id of another program, wherever it is now. */
export const importedAs = async (ctx: Context, externalId: string): Promise<string | undefined> =>
  (await ctx.db.first(recordByExternalId, { companyId: ctx.viewer.companyId, externalId }))
    ?.recordId

/**
 * The person whom a cell names: by id, by the id in the program that they were imported from, by
 * email, phone, or full name.
 * @returns their id, or why nobody can be said
 */
export async function personNamed(
  ctx: Context,
  text: string,
  vendor: VendorId,
): Promise<string | { wrong: string }> {
  const direct = ours.test(text) ? (await loadPerson(ctx, text))?.id : undefined
  const id =
    direct ??
    (await imported(ctx, text, vendor)) ??
    (await reached(ctx, text)) ??
    (await called(ctx, text))
  return (
    id ?? {
      wrong: `names nobody whom you see ("${text.slice(0, 100)}"): give an id, an email, a phone or a full name, and import people first`,
    }
  )
}

async function imported(ctx: Context, text: string, vendor: VendorId): Promise<string | undefined> {
  const id = await importedAs(
    ctx,
    externalIdOf(ours.test(text) ? 'dealgraph' : vendor, 'people', text),
  )
  return id && (await loadPerson(ctx, id))?.id
}

async function reached(ctx: Context, text: string): Promise<string | undefined> {
  const email = /[^\s<>();,]+@[^\s<>();,]+/.exec(text)?.[0]
  const phone =
    !email && (text.match(/\d/g) ?? []).length >= 7 && !/\p{L}{3}/u.test(text)
      ? readPhone(text, ctx.viewer.region).value
      : undefined
  if (!email && !phone) return undefined
  return (
    await whoHas(ctx, { emails: email ? [emailKeyOf(email)] : [], phones: phone ? [phone] : [] })
  )[0]?.personId
}

async function called(ctx: Context, text: string): Promise<string | undefined> {
  const nameKey = fold(text)
  if (nameKey === '' || text.includes('@')) return undefined
  const [one, another] = await ctx.db.all(peopleNamed(sightOf(ctx.viewer)), {
    ...sightParams(ctx.viewer),
    nameKey,
  })
  return another ? undefined : one?.id
}
