/** Creates people, or returns, updates or rejects duplicates according to `onDuplicate`. */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { forEachRow } from '../../crud/bulk.ts'
import { conflict, createDetail, type Detail } from '../../errors.ts'
import { encodeListParam } from '../../store/query.ts'
import {
  findByExternalId,
  listExternalIds,
  toExternalId,
  uniteIds,
} from '../external-ids/operations.ts'
import type { PersonInput } from './input.ts'
import { normalizePhone, readListsOfPerson, toEmailKey } from './lists.ts'
import { type ContactMatch, compareIdentity, contactMatches } from './match.ts'
import { insertPerson, loadPerson, requireVisiblePerson, updatePerson } from './operations.ts'

export type NewPerson = PersonInput & { onDuplicate?: 'create' | 'return' | 'update' | 'error' }

/**
 * Creates a person, or returns, updates or rejects a duplicate according to `onDuplicate`.
 * @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT if a duplicate exists and `onDuplicate` is `error`,
 * or if another person has the external id
 */
export async function createPerson(ctx: Context, { onDuplicate = 'create', ...input }: NewPerson) {
  requireScope(ctx.viewer, 'people.edit')
  if (onDuplicate === 'create') return insertPerson(ctx, input)
  requireScope(ctx.viewer, 'people.view')
  const idByExternalId = await findVisibleByExternalId(ctx, input)
  const keys = toContactKeys(ctx, input)
  const matches = await findByContact(ctx, keys)
  const duplicateId = idByExternalId ?? matches[0]?.personId
  if (duplicateId === undefined) return insertPerson(ctx, input)
  if (onDuplicate === 'error')
    throw conflict(`A contact with this external id, email or phone exists: ${duplicateId}`, {
      details: describeDuplicates(keys, matches, idByExternalId),
    })
  const isUpdate = onDuplicate === 'update'
  if (isUpdate && !idByExternalId && !(await isSamePerson(ctx, input, duplicateId, matches)))
    return insertPerson(ctx, input)
  ctx.returnsExisting = true
  return isUpdate
    ? updatePerson(ctx, duplicateId, await toAdditiveUpdate(ctx, duplicateId, input))
    : requireVisiblePerson(ctx, duplicateId)
}

export function createPeople(ctx: Context, inputs: readonly NewPerson[]) {
  requireScope(ctx.viewer, 'people.edit')
  return forEachRow(ctx, inputs, (input) => createPerson(ctx, input))
}

/** Returns the id of the visible person outside Trash with the external id in the input. */
async function findVisibleByExternalId(ctx: Context, input: PersonInput) {
  const externalId = toExternalId(input)
  const id = externalId && (await findByExternalId(ctx, 'person', externalId))
  const person = id === undefined ? undefined : await loadPerson(ctx, id)
  return person?.trashedAt === null ? person.id : undefined
}

/**
 * Returns whether an email matches, the names agree, or either person has neither name nor email. A
 * phone alone does not identify a person who has a name or email.
 */
async function isSamePerson(
  ctx: Context,
  { firstName, lastName, emails }: PersonInput,
  id: string,
  matches: readonly ContactMatch[],
): Promise<boolean> {
  if (matches.some(({ list, personId }) => list === 'emails' && personId === id)) return true
  const subject = {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    hasEmail: (emails ?? []).length > 0,
  }
  const person = await requireVisiblePerson(ctx, id)
  const hasEmail = (await readListsOfPerson(ctx, id)).emails.length > 0
  return compareIdentity(subject, { ...person, hasEmail }) !== 'differs'
}

/** Returns the emails and phones of an input, normalized for comparison with stored values. */
export const toContactKeys = ({ viewer }: Context, { emails, phones }: PersonInput) => ({
  emails: (emails ?? []).map((email) => toEmailKey(email.value)),
  phones: (phones ?? []).map((phone) => normalizePhone(phone.value, viewer.company.region).value),
})

/** Finds the best matching visible person for each email and phone, best match first. */
export async function findByContact(
  ctx: Context,
  { emails, phones }: { emails: string[]; phones: string[] },
): Promise<ContactMatch[]> {
  if (emails.length + phones.length === 0) return []
  return contactMatches(ctx, { emails: encodeListParam(emails), phones: encodeListParam(phones) })
}

function describeDuplicates(
  keys: ReturnType<typeof toContactKeys>,
  matches: ContactMatch[],
  idByExternalId: string | undefined,
): Detail[] {
  const toDetail = (field: string, personId: string) =>
    createDetail(field, 'INVALID_VALUE', `belongs to the contact ${personId}`)
  const contactDetails = (['emails', 'phones'] as const).flatMap((list) =>
    keys[list].flatMap((value, index) => {
      const match = matches.find(
        (candidate) => candidate.list === list && candidate.value === value,
      )
      return match ? [toDetail(`${list}[${index}].value`, match.personId)] : []
    }),
  )
  return [...(idByExternalId ? [toDetail('externalId', idByExternalId)] : []), ...contactDetails]
}

/** Converts an input to an update that adds to lists; existing items stay first and primary. */
export async function toAdditiveUpdate(
  ctx: Context,
  id: string,
  input: PersonInput,
): Promise<PersonInput> {
  const lists = await readListsOfPerson(ctx, id)
  const extendedLists = (['emails', 'phones', 'tags', 'collaboratorIds'] as const).map((field) => [
    field,
    input[field] ? [...lists[field], ...input[field]] : undefined,
  ])
  const externalIds = await findAddedExternalIds(ctx, id, input)
  return { ...input, ...Object.fromEntries(extendedLists), ...externalIds }
}

async function findAddedExternalIds(
  ctx: Context,
  id: string,
  input: PersonInput,
): Promise<PersonInput> {
  const externalId = toExternalId(input)
  const addedIds = [...(input.externalIds ?? []), ...(externalId ? [externalId] : [])]
  if (addedIds.length === 0) return {}
  const externalIds = uniteIds(await listExternalIds(ctx, 'person', id), addedIds)
  return { externalId: undefined, externalSource: undefined, externalIds }
}
