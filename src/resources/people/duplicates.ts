import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { conflict, type Detail } from '../../errors.ts'
import { listParam } from '../../store/sql.ts'
import {
  externalIdOf,
  externalIdsOf,
  findByExternalId,
  unionOfIds,
} from '../external-ids/operations.ts'
import { emailKeyOf, normalizePhone } from './contact.ts'
import type { PersonInput } from './input.ts'
import { listsOfPerson } from './lists.ts'
import { compareIdentity } from './match.ts'
import { type ContactMatch, contactMatches } from './match-queries.ts'
import { insertPerson, loadPerson, requireVisiblePerson, updatePerson } from './operations.ts'
import type { PersonRow } from './table.ts'

/** What to do where a person who is to be created is there already. */
export interface NewPerson extends PersonInput {
  onDuplicate?: 'create' | 'return' | 'update' | 'error'
}

/**
 * Creates a person, or answers, updates or names the one who is there already, as `onDuplicate`
 * says.
 * @throws VALIDATION_ERROR, CONFLICT with `error`, FORBIDDEN with `update` for one whom the caller
 * may not change
 */
export async function createPerson(
  ctx: Context,
  { onDuplicate = 'create', ...input }: NewPerson,
): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  if (onDuplicate === 'create') return insertPerson(ctx, input)
  // Who is there is told to those who may look.
  requireScope(ctx.viewer, 'people.view')
  const identified = await findVisibleByExternalId(ctx, input)
  const matches = await findDuplicates(ctx, input)
  const best = identified ?? matches[0]?.personId
  if (best === undefined) return insertPerson(ctx, input)
  if (onDuplicate === 'error')
    throw conflict(`There is a contact with this external id, email or phone: ${best}`, {
      details: duplicateDetails(ctx, input, matches, identified),
    })
  if (onDuplicate === 'update' && !identified && !(await isSamePerson(ctx, input, best, matches)))
    return insertPerson(ctx, input)
  ctx.returnsExisting = true
  return onDuplicate === 'return'
    ? requireVisiblePerson(ctx, best)
    : updatePerson(ctx, best, await toAdditiveUpdate(ctx, best, input))
}

/** The person with the external id of an input, unless hidden from the caller or in Trash. */
async function findVisibleByExternalId(
  ctx: Context,
  input: PersonInput,
): Promise<string | undefined> {
  const given = externalIdOf(input)
  const id = given && (await findByExternalId(ctx, 'person', given))
  const person = id === undefined ? undefined : await loadPerson(ctx, id)
  return person?.trashedAt === null ? person.id : undefined
}

/** Whether more than a phone, which several people may share, identifies the person. */
async function isSamePerson(
  ctx: Context,
  { firstName, lastName, emails }: PersonInput,
  id: string,
  matches: readonly ContactMatch[],
): Promise<boolean> {
  if (matches.some(({ list, personId }) => list === 'emails' && personId === id)) return true
  const name = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const hasEmail = (emails ?? []).length > 0
  const person = await requireVisiblePerson(ctx, id)
  const hasOwnEmail = (await listsOfPerson(ctx, id)).emails.length > 0
  return compareIdentity({ ...name, hasEmail }, { ...person, hasEmail: hasOwnEmail }) !== 'differs'
}

/** Emails and phones as they are kept, by which people are recognised. */
export const contactKeys = ({ viewer }: Context, { emails, phones }: PersonInput) => ({
  emails: (emails ?? []).map((email) => emailKeyOf(email.value)),
  phones: (phones ?? []).map((phone) => normalizePhone(phone.value, viewer.region).value),
})

/**
 * For each of some emails and phones, as they are kept, that somebody has whom the caller sees:
 * who; the best match first.
 */
export async function findByContact(
  ctx: Context,
  { emails, phones }: { emails: string[]; phones: string[] },
): Promise<ContactMatch[]> {
  if (emails.length + phones.length === 0) return []
  return ctx.db.all(contactMatches(accessScopeOf(ctx.viewer)), {
    ...accessParams(ctx.viewer),
    emails: listParam(emails),
    phones: listParam(phones),
  })
}

const findDuplicates = (ctx: Context, input: PersonInput): Promise<ContactMatch[]> =>
  findByContact(ctx, contactKeys(ctx, input))

function duplicateDetails(
  ctx: Context,
  input: PersonInput,
  matches: ContactMatch[],
  identified: string | undefined,
): Detail[] {
  const keys = contactKeys(ctx, input)
  const given = [
    ...keys.emails.map((value, i) => ['emails', value, i] as const),
    ...keys.phones.map((value, i) => ['phones', value, i] as const),
  ]
  const duplicate = (field: string, personId: string): Detail => ({
    field,
    code: 'INVALID_VALUE',
    message: `is that of the contact ${personId}`,
  })
  const contacts = given.flatMap(([list, value, index]) => {
    const match = matches.find((each) => each.list === list && each.value === value)
    return match ? [duplicate(`${list}[${index}].value`, match.personId)] : []
  })
  return [...(identified ? [duplicate('externalId', identified)] : []), ...contacts]
}

/** The input as an update that adds to lists: what is there comes first, and stays primary. */
export async function toAdditiveUpdate(
  ctx: Context,
  id: string,
  input: PersonInput,
): Promise<PersonInput> {
  const there = await listsOfPerson(ctx, id)
  const union = <F extends 'emails' | 'phones' | 'tags' | 'collaboratorIds'>(field: F) => ({
    [field]: input[field] ? [...there[field], ...input[field]] : undefined,
  })
  return {
    ...input,
    ...union('emails'),
    ...union('phones'),
    ...union('tags'),
    ...union('collaboratorIds'),
    ...(await addedExternalIds(ctx, id, input)),
  }
}

async function addedExternalIds(
  ctx: Context,
  id: string,
  input: PersonInput,
): Promise<PersonInput> {
  const given = externalIdOf(input)
  const added = [...(input.externalIds ?? []), ...(given ? [given] : [])]
  if (added.length === 0) return {}
  const externalIds = unionOfIds(await externalIdsOf(ctx, 'person', id), added)
  return { externalId: undefined, externalSource: undefined, externalIds }
}
