/** Finds the records to which rows refer, by name, email, phone, Dealgraph id or external id. */
import { getAccessParams, getAccessScope } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { fold } from '../../lib/text.ts'
import { type CustomField, listFields } from '../../resources/custom-fields/operations.ts'
import {
  type ExternalId,
  findByExternalId,
  listExternalIds,
  normalizeSource,
  uniteIds,
} from '../../resources/external-ids/operations.ts'
import { namesakes, teamsOfCompany, usersOfCompany } from '../../resources/imports/operations.ts'
import { findByContact } from '../../resources/people/duplicates.ts'
import { normalizePhone, toEmailKey } from '../../resources/people/lists.ts'
import { findMatch } from '../../resources/people/match.ts'
import { loadPerson } from '../../resources/people/operations.ts'
import { listPipelineStages, listPipelines } from '../../resources/pipelines/operations.ts'
import { listStages } from '../../resources/stages/operations.ts'
import { formatFullName } from '../../resources/users/operations.ts'
import { type ExchangeKind, nouns } from '../kinds.ts'

type NamedEntry = { id: string; name: string }

export interface ReferenceData {
  users: (NamedEntry & { email: string })[]
  teams: NamedEntry[]
  stages: NamedEntry[]
  pipelines: readonly NamedEntry[]
  pipelineStages: readonly (NamedEntry & { pipelineId: string; type: string })[]
  customFields: readonly CustomField[]
}

export async function loadReferenceData(ctx: Context): Promise<ReferenceData> {
  const company = { companyId: ctx.viewer.companyId }
  const users = await ctx.db.all(usersOfCompany, company)
  return {
    users: users.map((user) => ({ id: user.id, email: user.emailKey, name: formatFullName(user) })),
    teams: await ctx.db.all(teamsOfCompany, company),
    stages: (await listStages(ctx)).filter((stage) => !stage.isTrash),
    pipelines: await listPipelines(ctx),
    pipelineStages: await listPipelineStages(ctx),
    customFields: await listFields(ctx),
  }
}

/** Reduces a name to lower-case letters and digits for comparison: `Closed Won` → `closedwon`. */
export const toNameKey = (name: string): string => fold(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Finds entries with exactly this name or id, or else entries with the same `toNameKey`. */
export function findNamed<N extends NamedEntry>(entries: readonly N[], name: string): N[] {
  const exactMatches = entries.filter((entry) => entry.name === name || entry.id === name)
  if (exactMatches.length > 0) return exactMatches
  const key = toNameKey(name)
  return key === '' ? [] : entries.filter((entry) => toNameKey(entry.name) === key)
}

const maxChoices = 12

export function formatChoices(list: readonly NamedEntry[]): string {
  const choiceNames = list.slice(0, maxChoices).map(({ name }) => name)
  return choiceNames.join(', ') + (list.length > maxChoices ? ' …' : '')
}

/** The id of a record, or the reason why a cell does not identify exactly one record. */
export type Reference = string | { problem: string }

export function resolveUser({ users }: ReferenceData, text: string): Reference {
  const email = /[^\s<>()]+@[^\s<>()]+/.exec(text)?.[0]?.toLowerCase()
  const matches = email ? users.filter((user) => user.email === email) : findNamed(users, text)
  const [user, anotherUser] = matches
  if (user && !anotherUser) return user.id
  const problem = user
    ? `is the name of several users (${matches.map(({ email }) => email).join(', ')}): use an email instead`
    : `matches no user ("${text.slice(0, 100)}"): use an email, or assign all records with --assign-to`
  return { problem }
}

const dealgraphIdPattern = /^person_\w+$/

export async function resolvePerson(ctx: Context, text: string, source: string) {
  const problem = `does not match exactly one person ("${text.slice(0, 100)}"): import people first, and use an id, an email, a phone or a full name`
  const personId = dealgraphIdPattern.test(text) ? (await loadPerson(ctx, text))?.id : undefined
  return (
    personId ??
    (await findPersonByExternalId(ctx, text, source)) ??
    (await findPersonByContact(ctx, text)) ??
    (await findPersonByName(ctx, text)) ?? { problem }
  )
}

async function findPersonByExternalId(ctx: Context, text: string, source: string) {
  const id = await findByExternalId(ctx, 'person', {
    source: dealgraphIdPattern.test(text) ? ownSource : normalizeSource(source),
    externalId: text,
  })
  return id && (await loadPerson(ctx, id))?.id
}

/** Finds a person by email or phone; if people share the phone, only one without name and email. */
async function findPersonByContact(ctx: Context, text: string): Promise<string | undefined> {
  const email = /[^\s<>();,]+@[^\s<>();,]+/.exec(text)?.[0]
  if (email)
    return (await findByContact(ctx, { emails: [toEmailKey(email)], phones: [] }))[0]?.personId
  const hasWord = /\p{L}{3}/u.test(text.replace(/ext(ension)?/i, ''))
  if (hasWord || (text.match(/\d/g) ?? []).length < 7) return undefined
  const phones = [normalizePhone(text, ctx.viewer.company.region).value]
  const namelessSubject = { firstName: '', lastName: '', hasEmail: false }
  return (await findMatch(ctx, namelessSubject, { emails: [], phones })).person?.id
}

async function findPersonByName(ctx: Context, text: string): Promise<string | undefined> {
  const nameKey = fold(text)
  if (nameKey === '' || text.includes('@')) return undefined
  const [person, anotherPerson] = await ctx.db.all(namesakes(getAccessScope(ctx.viewer)), {
    ...getAccessParams(ctx.viewer),
    nameKey,
  })
  return anotherPerson ? undefined : person?.id
}

/** The source of external ids that are Dealgraph ids, as in the column `id` of an export. */
export const ownSource = 'dealgraph'

/** Reads a record that the user can view. Each importer implements this interface. */
type RecordReader = { kind: ExchangeKind; get(ctx: Context, id: string): MaybePromise<object> }

/** Returns false for hidden and for missing records, so that hidden records are not disclosed. */
async function canView(ctx: Context, reader: RecordReader, id: string): Promise<boolean> {
  try {
    await reader.get(ctx, id)
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN'))
      return false
    throw error
  }
}

/** Returns the external id if it is the Dealgraph id of a record that the user can view. */
const findOwnId = async (ctx: Context, reader: RecordReader, { source, externalId }: ExternalId) =>
  source === ownSource &&
  externalId.startsWith(`${nouns[reader.kind]}_`) &&
  (await canView(ctx, reader, externalId))
    ? externalId
    : undefined

export async function findByIds(ctx: Context, reader: RecordReader, ids: readonly ExternalId[]) {
  for (const id of ids) {
    const record =
      (await findOwnId(ctx, reader, id)) ?? (await findByExternalId(ctx, nouns[reader.kind], id))
    if (record !== undefined && (await canView(ctx, reader, record))) return record
  }
  return undefined
}

export async function findUnusedIds(
  ctx: Context,
  reader: RecordReader,
  ids: readonly ExternalId[],
) {
  const unusedIds: ExternalId[] = []
  for (const id of ids) {
    const record =
      (await findByExternalId(ctx, nouns[reader.kind], id)) ?? (await findOwnId(ctx, reader, id))
    if (record === undefined) unusedIds.push(id)
  }
  return unusedIds
}

/** Returns the external ids before and after adding `ids`, or undefined if all exist already. */
export async function mergeIds(
  ctx: Context,
  reader: RecordReader,
  recordId: string,
  ids: readonly ExternalId[],
): Promise<{ before: ExternalId[]; after: ExternalId[] } | undefined> {
  const addedIds = ids.filter(
    ({ source, externalId }) => source !== ownSource || externalId !== recordId,
  )
  if (addedIds.length === 0) return undefined
  const before = await listExternalIds(ctx, nouns[reader.kind], recordId)
  const after = uniteIds(before, addedIds)
  return after.length > before.length ? { before, after } : undefined
}
