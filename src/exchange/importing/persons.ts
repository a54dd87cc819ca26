import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { findByExternalId, normalizeSource } from '../../resources/external-ids/operations.ts'
import { peopleNamed } from '../../resources/imports/queries.ts'
import { emailKeyOf, normalizePhone } from '../../resources/people/contact.ts'
import { findByContact } from '../../resources/people/duplicates.ts'
import { findMatch } from '../../resources/people/match.ts'
import { loadPerson } from '../../resources/people/operations.ts'
import { fold } from '../../store/fold.ts'

const ours = /^person_\w+$/

/**
 * The person whom a cell names: by id, by the id in the program that they were imported from, by
 * email, phone, or full name.
 * @returns their id, or why nobody can be said
 */
export async function personNamed(
  ctx: Context,
  text: string,
  source: string,
): Promise<string | { wrong: string }> {
  const direct = ours.test(text) ? (await loadPerson(ctx, text))?.id : undefined
  const id =
    direct ??
    (await imported(ctx, text, source)) ??
    (await reached(ctx, text)) ??
    (await called(ctx, text))
  return (
    id ?? {
      wrong: `names nobody whom you see, or several people ("${text.slice(0, 100)}"): give an id, an email, a phone or a full name, and import people first`,
    }
  )
}

async function imported(ctx: Context, text: string, source: string): Promise<string | undefined> {
  const id = await findByExternalId(ctx, 'person', {
    source: ours.test(text) ? 'dealgraph' : normalizeSource(source),
    externalId: text,
  })
  return id && (await loadPerson(ctx, id))?.id
}

/** An email finds the best match; a phone only a person who does not share it. */
async function reached(ctx: Context, text: string): Promise<string | undefined> {
  const email = /[^\s<>();,]+@[^\s<>();,]+/.exec(text)?.[0]
  if (email)
    return (await findByContact(ctx, { emails: [emailKeyOf(email)], phones: [] }))[0]?.personId
  const hasWord = /\p{L}{3}/u.test(text.replace(/ext(ension)?/i, ''))
  if (hasWord || (text.match(/\d/g) ?? []).length < 7) return undefined
  const phones = [normalizePhone(text, ctx.viewer.region).value]
  const unknown = { firstName: '', lastName: '', hasEmail: false }
  return (await findMatch(ctx, unknown, { emails: [], phones })).person?.id
}

async function called(ctx: Context, text: string): Promise<string | undefined> {
  const nameKey = fold(text)
  if (nameKey === '' || text.includes('@')) return undefined
  const [one, another] = await ctx.db.all(peopleNamed(accessScopeOf(ctx.viewer)), {
    ...accessParams(ctx.viewer),
    nameKey,
  })
  return another ? undefined : one?.id
}
