/**
 * Matches a name, emails and phones to an existing person. The importer looks up external ids
 * first, so an external id takes precedence over an email. A phone matches only if the names agree,
 * or either person has no name and no email; else people with the phone are possible duplicates.
 */
import { sql } from 'kysely'
import { type AccessParams, scopedQuery } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { fold } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import { isIn, orderedJoin } from '../../store/sql.ts'
import { formatFullName } from '../users/operations.ts'
import { keepFirstOfEach } from './lists.ts'
import { areNamesCompatible, areNamesEqual, hasName, type Name } from './names.ts'
import { personPolicy } from './policy.ts'

/** A person who has one of the emails or phones of a lookup. */
export type ContactMatch = { list: 'emails' | 'phones'; value: string; personId: string }

/**
 * Selects the best match for each email and phone: the visible person outside Trash with the most
 * matches, then the oldest. The first row is the best match overall.
 */
export const contactMatches = scopedQuery(
  (p: AccessParams & { emails: string; phones: string }, scope) => sql<ContactMatch>`
    with "hits" as (
      select 'emails' as "list", "valueKey" as "value", "personId" from "personEmails" where "companyId" = ${p.companyId} and ${isIn('valueKey', p.emails)}
      union all select 'phones', "value", "personId" from "personPhones" where "companyId" = ${p.companyId} and ${isIn('value', p.phones)}
    ), "visible" as (
      select "hits".*, count(*) over (partition by "hits"."personId") as "score" from "hits" cross join "people"
      where "people"."companyId" = ${p.companyId} and "people"."id" = "hits"."personId" and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
    ), "ranked" as (
      select *, row_number() over (partition by "list", "value" order by "score" desc, "personId") as "place" from "visible"
    )
    select "list", "value", "personId" from "ranked" where "place" = 1 order by "score" desc, "personId", "list", "value"`,
)

type HolderRow = Name & { id: string; hasEmail: number }

const holderColumns = (p: { companyId: string }) =>
  sql`"people"."id", "people"."firstName", "people"."lastName", case when exists (select 1 from "personEmails" where "companyId" = ${p.companyId} and "personId" = "people"."id") then 1 else 0 end as "hasEmail"`

/** Creates a query for people outside Trash who have a given email or phone, oldest first. */
const createHoldersQuery = (table: string, column: string) =>
  scopedQuery(
    (p: AccessParams & { value: string; limit: number }, scope) =>
      sql<HolderRow>`select ${holderColumns(p)} from ${sql.table(table)} as "held" ${orderedJoin} "people" on "people"."companyId" = ${p.companyId} and "people"."id" = "held"."personId"
      where "held"."companyId" = ${p.companyId} and ${sql.ref(`held.${column}`)} = ${p.value} and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
      order by "held"."personId" limit ${p.limit}`,
  )

const holderQueries = {
  email: createHoldersQuery('personEmails', 'valueKey'),
  phone: createHoldersQuery('personPhones', 'value'),
}

/** Selects the oldest person outside Trash with a phone and a folded full name in `nameKeys`. */
const namesakeWithPhone = scopedQuery(
  (p: AccessParams & { value: string; nameKeys: string }, scope) =>
    sql<HolderRow>`select ${holderColumns(p)} from "people"
    where "people"."companyId" = ${p.companyId} and ${isIn('people.nameKey', p.nameKeys)} and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
      and exists (select 1 from "personPhones" where "companyId" = ${p.companyId} and "personId" = "people"."id" and "value" = ${p.value})
    order by "people"."id" limit 1`,
)

export type Subject = Name & { hasEmail: boolean }

export type Candidate = Subject & { id: string }

/** A person who has an email or phone of the subject. */
export type Holder = Candidate & { by: 'email' | 'phone'; value: string }

export interface PersonMatch {
  person?: Holder
  /** Other people who may be the same person, without repetition, oldest first. */
  possibleDuplicates: Holder[]
}

const isAnonymous = (subject: Subject): boolean => !hasName(subject) && !subject.hasEmail

/** Compares the identities of two people who share an email or phone. */
export function compareIdentity(subject: Subject, holder: Subject): 'equal' | 'agrees' | 'differs' {
  if (isAnonymous(subject) || isAnonymous(holder))
    return isAnonymous(subject) && isAnonymous(holder) ? 'equal' : 'agrees'
  if (!hasName(subject) || !hasName(holder)) return 'differs'
  if (areNamesEqual(subject, holder)) return 'equal'
  return areNamesCompatible(subject, holder) ? 'agrees' : 'differs'
}

/** Returns the first holder with an equal identity, or else the only one whose identity agrees. */
function findBestHolder(subject: Subject, holders: readonly Holder[]): Holder | undefined {
  const holdersByFit = Map.groupBy(holders, (holder) => compareIdentity(subject, holder))
  const agreeingHolders = holdersByFit.get('agrees') ?? []
  const isOnePerson = agreeingHolders.every(({ id }) => id === agreeingHolders[0]?.id)
  return holdersByFit.get('equal')?.[0] ?? (isOnePerson ? agreeingHolders[0] : undefined)
}

const keepDistinctHolders = (holders: readonly Holder[], exceptId?: string): Holder[] =>
  keepFirstOfEach(holders, ({ id }) => id).filter(({ id }) => id !== exceptId)

/** Finds the holder who is the subject, and possible duplicates. @param holders oldest first */
function matchPerson(subject: Subject, holders: readonly Holder[]): PersonMatch {
  const emailHolders = holders.filter(({ by }) => by === 'email')
  const phoneHolders = holders.filter(({ by }) => by === 'phone')
  const namedHolder = findBestHolder(subject, emailHolders)
  const person = namedHolder ?? emailHolders[0]
  if (!person) {
    const identifiedHolder = findBestHolder(subject, phoneHolders)
    const otherHolders = identifiedHolder
      ? phoneHolders.filter((holder) => compareIdentity(subject, holder) === 'equal')
      : phoneHolders
    return {
      ...(identifiedHolder && { person: identifiedHolder }),
      possibleDuplicates: keepDistinctHolders(otherHolders, identifiedHolder?.id),
    }
  }
  // An email or phone that the matched person also has does not indicate another duplicate.
  const ownValues = new Set(holders.filter(({ id }) => id === person.id).map(({ value }) => value))
  const otherHolders = holders.filter(
    ({ by, value }) => !ownValues.has(value) || (by === 'email' && !namedHolder),
  )
  return { person, possibleDuplicates: keepDistinctHolders(otherHolders, person.id) }
}

/** The maximum number of people read per email or phone: a switchboard may have thousands. */
const maxHolders = 50

/** People who are not in the database, because a dry run only simulates their creation. */
export interface OtherPeople {
  /** @param name the name of a holder to include even if many people share the number */
  listHolders(by: Holder['by'], value: string, name: Name): Candidate[]
  /** Returns the id that a dry run uses for a person in the database. */
  toDryRunId(id: string): string
}

/** Matches the subject to a visible person. @param keys emails and phones in their stored form */
export async function findMatch(
  ctx: Context,
  subject: Subject,
  keys: { emails: readonly string[]; phones: readonly string[] },
  otherPeople?: OtherPeople,
): Promise<PersonMatch> {
  const holders: Holder[] = []
  const addHolders = (by: Holder['by'], value: string, candidates: readonly Candidate[]) => {
    const storedCandidates = candidates.map((candidate) => ({
      ...candidate,
      id: otherPeople?.toDryRunId(candidate.id) ?? candidate.id,
    }))
    const ids = new Set(storedCandidates.map(({ id }) => id))
    const otherCandidates = otherPeople?.listHolders(by, value, subject) ?? []
    const newCandidates = otherCandidates.filter(({ id }) => !ids.has(id))
    for (const candidate of [...storedCandidates, ...newCandidates])
      holders.push({ ...candidate, by, value })
  }
  for (const email of new Set(keys.emails))
    addHolders('email', email, await findHolders(ctx, 'email', email))
  const hasEmailHolder = holders.length > 0
  for (const phone of new Set(keys.phones)) {
    const phoneHolders = await findHolders(ctx, 'phone', phone)
    if (phoneHolders.length < maxHolders) addHolders('phone', phone, phoneHolders)
    // A widely shared number adds no evidence once an email identifies the person.
    else if (!hasEmailHolder)
      addHolders('phone', phone, [...(await findNamesakes(ctx, subject, phone)), ...phoneHolders])
  }
  return matchPerson(subject, holders)
}

const toCandidates = (rows: HolderRow[]): Candidate[] =>
  rows.map((row) => ({ ...row, hasEmail: row.hasEmail === 1 }))

const findHolders = async (ctx: Context, by: Holder['by'], value: string) =>
  toCandidates(await holderQueries[by](ctx, { value, limit: maxHolders }))

async function findNamesakes(ctx: Context, { firstName, lastName }: Name, value: string) {
  const swappedName = { firstName: lastName, lastName: firstName }
  const nameKeys = [{ firstName, lastName }, swappedName].map((name) => fold(formatFullName(name)))
  return toCandidates(await namesakeWithPhone(ctx, { value, nameKeys: encodeListParam(nameKeys) }))
}
