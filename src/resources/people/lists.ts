/** Reads and replaces the lists of people: emails, phones, tags and collaborators. */
import { sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js'
import type { Context } from '../../context.ts'
import { createListLoader } from '../../crud/record-reads.ts'
import { changesBetween } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { loadPhoneNumbers } from '../../lib/phone-numbers.ts'
import { type IdsParams, type Query, query } from '../../store/query.ts'
import type { Schema } from '../../store/schema.ts'
import { isIn } from '../../store/sql.ts'
import { findOrCreateTags } from '../tags/operations.ts'
import type { EmailRow, PhoneRow } from './table.ts'

export type PersonEmail = Omit<EmailRow, 'companyId' | 'personId' | 'position' | 'valueKey'>
export type PersonPhone = Omit<PhoneRow, 'companyId' | 'personId' | 'position'>
type OfPerson<R> = R & { personId: string }

const emailsOfPeople = query(
  (_, p: IdsParams) =>
    sql<OfPerson<PersonEmail>>`select "personId", "value", "type", "isPrimary" from "personEmails"
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)} order by "personId", "position"`,
)

const phonesOfPeople = query(
  (_, p: IdsParams) =>
    sql<OfPerson<PersonPhone>>`select "personId", "value", "type", "status", "isPrimary", "isBad"
      from "personPhones"
      where "companyId" = ${p.companyId} and ${isIn('personId', p.ids)} order by "personId", "position"`,
)

/** Creates a query that selects columns of people's tags. */
const createTagQuery = <R>(columns: string) =>
  query(
    (_, p: IdsParams) =>
      sql<OfPerson<R>>`select ${sql.raw(columns)}, "personTags"."personId" from "personTags"
        inner join "tags" on "tags"."companyId" = "personTags"."companyId" and "tags"."id" = "personTags"."tagId"
        where "personTags"."companyId" = ${p.companyId} and ${isIn('personTags.personId', p.ids)}
        order by "personTags"."personId", "personTags"."position"`,
  )

type Tag = Schema['tags']
const tagsOfPeople = createTagQuery<Tag & { position: number }>('"tags".*, "personTags"."position"')
const tagSummariesOfPeople = createTagQuery<Omit<Tag, 'companyId' | 'nameKey'>>(
  '"tags"."id", "tags"."name", "tags"."version", "tags"."createdBy", "tags"."createdAt", "tags"."updatedAt"',
)
const tagNamesOfPeople = createTagQuery<Pick<Tag, 'name'>>('"tags"."name"')

const collaboratorsOfPeople = query(
  (_, p: IdsParams) =>
    sql<OfPerson<Schema['users']>>`select "users".*, "collaborators"."personId" from "collaborators"
      inner join "users" on "users"."companyId" = "collaborators"."companyId" and "users"."id" = "collaborators"."userId"
      where "collaborators"."companyId" = ${p.companyId} and ${isIn('collaborators.personId', p.ids)}
      order by "collaborators"."personId", "users"."id"`,
)

export const loadEmails = createListLoader(emailsOfPeople, 'personId')
export const loadPhones = createListLoader(phonesOfPeople, 'personId')
export const loadTags = createListLoader(tagSummariesOfPeople, 'personId')
/** Reads fewer columns than `loadTags`, for lists of people. */
export const loadTagNames = createListLoader(tagNamesOfPeople, 'personId')
export const loadCollaborators = createListLoader(collaboratorsOfPeople, 'personId')

/** Reads a person's tags without the loaders, as `readListsOfPeople` does. */
export const readTagsOfPerson = (ctx: Context, id: string) =>
  ctx.db.allByIds(tagsOfPeople, ctx.viewer.companyId, [id])

/** A person's lists, in the format in which events record changes. */
export interface PersonLists {
  emails: EmailInput[]
  phones: PhoneInput[]
  collaboratorIds: string[]
  tags: string[]
}

type PersonListsInput = { [F in keyof PersonLists]?: Readonly<PersonLists[F]> | null }

/** Reads lists without the loaders, which may return values from before the last write. */
export async function readListsOfPeople(ctx: Context, ids: readonly string[]) {
  const loadRows = async <R extends { personId: string }>(query: Query<IdsParams, R>) =>
    Map.groupBy(await ctx.db.allByIds(query, ctx.viewer.companyId, ids), ({ personId }) => personId)
  const emails = await loadRows(emailsOfPeople)
  const phones = await loadRows(phonesOfPeople)
  const collaborators = await loadRows(collaboratorsOfPeople)
  const tags = await loadRows(tagNamesOfPeople)
  const toPersonLists = (id: string): PersonLists => ({
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
  return new Map(ids.map((id) => [id, toPersonLists(id)]))
}

export const readListsOfPerson = async (ctx: Context, id: string): Promise<PersonLists> =>
  (await readListsOfPeople(ctx, [id])).get(id) as PersonLists

/** Replaces the lists that the input contains. @returns the changes */
export async function replaceLists(
  ctx: Context,
  personId: string,
  currentLists: PersonLists,
  input: PersonListsInput,
): Promise<Change[]> {
  const { companyId, company } = ctx.viewer
  const key = { companyId, personId }
  if (input.emails !== undefined) {
    await ctx.db.delete('personEmails', key)
    for (const email of toEmailRows(input.emails ?? []))
      await ctx.db.insert('personEmails', { ...key, ...email })
  }
  if (input.phones !== undefined) {
    await ctx.db.delete('personPhones', key)
    for (const phone of toPhoneRows(input.phones ?? [], company.region))
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
  return fields.length > 0
    ? changesBetween(currentLists, await readListsOfPerson(ctx, personId), fields)
    : []
}

export interface EmailInput {
  value: string
  type?: EmailRow['type'] | null
  isPrimary?: boolean | null
}

export interface PhoneInput {
  value: string
  type?: PhoneRow['type'] | null
  isPrimary?: boolean | null
  isBad?: boolean | null
}

type NewRow<Row> = Omit<Row, 'companyId' | 'personId'>

/** Keeps only the first item per key. */
export const keepFirstOfEach = <T>(items: readonly T[], toKey: (item: T) => string): T[] =>
  [...Map.groupBy(items, toKey).values()].map(([item]) => item as T)

/** Removes duplicates and makes one row primary: the first marked row, or else the first row. */
function withOnePrimary<Row extends { value: string; isPrimary: number; position: number }>(
  rows: Row[],
  key: (row: Row) => string,
): Row[] {
  const distinctRows = keepFirstOfEach(rows, key)
  const primaryRow = distinctRows.find((row) => row.isPrimary === 1) ?? distinctRows[0]
  return distinctRows.map((row, position) => ({
    ...row,
    position,
    isPrimary: Number(row === primaryRow),
  }))
}

/** The maximum number of characters compared. No stored email address is longer. */
const maxEmailKeyLength = 1000
export const toEmailKey = (address: string): string =>
  address.trim().slice(0, maxEmailKeyLength).normalize('NFC').toLowerCase()

export function toEmailRows(emails: readonly EmailInput[]): NewRow<EmailRow>[] {
  const rows = emails.map(({ value, type, isPrimary }) => ({
    position: 0,
    value,
    valueKey: toEmailKey(value),
    type: type ?? ('home' as const),
    isPrimary: Number(isPrimary ?? false),
  }))
  return withOnePrimary(rows, (row) => row.valueKey)
}

/**
 * Normalizes a phone number to E.164, followed by its extension if any (`+14155550100 x33`). A
 * number without a country prefix is read as a number in the company's country. Text that is not a
 * number, such as `555-HOME`, is stored as entered, with status `Invalid`.
 */
export function normalizePhone(text: string, region: string): Pick<PhoneRow, 'value' | 'status'> {
  // The library parses at most nine extension digits after `x`, but twenty after `;ext=`.
  const spelling = text.replace(/ x(\d+)$/, ';ext=$1')
  const localNumber = loadPhoneNumbers().parsePhoneNumberFromString(spelling, region as CountryCode)
  // Many people write 00 for +, even in countries with another international prefix.
  const phoneNumber = localNumber?.isValid()
    ? localNumber
    : (parseIfValid(spelling.replace(/^\D*00/, '+')) ?? localNumber)
  if (!phoneNumber || (!phoneNumber.isValid() && !phoneNumber.ext && /\p{L}/u.test(text)))
    return { value: text, status: 'Invalid' }
  return {
    value: phoneNumber.ext ? `${phoneNumber.number} x${phoneNumber.ext}` : phoneNumber.number,
    status: phoneNumber.isValid() ? 'Valid' : 'Invalid',
  }
}

function parseIfValid(text: string) {
  const phoneNumber = text.startsWith('+')
    ? loadPhoneNumbers().parsePhoneNumberFromString(text)
    : undefined
  return phoneNumber?.isValid() ? phoneNumber : undefined
}

export function toPhoneRows(phones: readonly PhoneInput[], region: string): NewRow<PhoneRow>[] {
  const rows = phones.map(({ value, type, isPrimary, isBad }) => ({
    position: 0,
    ...normalizePhone(value, region),
    type: type ?? ('mobile' as const),
    isPrimary: Number(isPrimary ?? false),
    isBad: Number(isBad ?? false),
  }))
  return withOnePrimary(rows, (row) => row.value)
}
