import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { listParam } from '../../store/sql.ts'
import { fullNameOf } from '../users/operations.ts'
import { holdersOf, namesakeWithPhone } from './duplicate-queries.ts'
import {
  type Candidate,
  type Holder,
  matchPerson,
  type PersonMatch,
  type Subject,
} from './match-person.ts'
import { fold } from './names.ts'
import type { Name } from './names-agree.ts'

/** Looks up the candidates for `matchPerson`. */

/** Maximum people with the same phone, the oldest first; a switchboard may have thousands. */
const maxHolders = 50

/** People who are not in the database: those that a dry run would have created. */
export interface OtherPeople {
  /** @param name name of a holder who is found even if many share the number */
  holders(by: Holder['by'], value: string, name: Name): Candidate[]
  /** The id in a dry run of a person in the database. */
  idOf(id: string): string
}

/**
 * Finds the existing person who matches a name, emails and phones, among those whom the caller can
 * view.
 * @param keys emails and phones in their stored form
 */
export async function findMatch(
  ctx: Context,
  subject: Subject,
  keys: { emails: readonly string[]; phones: readonly string[] },
  others?: OtherPeople,
): Promise<PersonMatch> {
  const holders: Holder[] = []
  const add = (by: Holder['by'], value: string, found: readonly Candidate[]) => {
    const stored = found.map((each) => ({ ...each, id: others?.idOf(each.id) ?? each.id }))
    const ids = new Set(stored.map(({ id }) => id))
    const more = others?.holders(by, value, subject) ?? []
    for (const each of [...stored, ...more.filter(({ id }) => !ids.has(id))])
      holders.push({ ...each, by, value })
  }
  for (const email of new Set(keys.emails)) add('email', email, await look(ctx, 'email', email))
  const isKnown = holders.length > 0
  for (const phone of new Set(keys.phones)) {
    const found = await look(ctx, 'phone', phone)
    if (found.length < maxHolders) add('phone', phone, found)
    // A widely shared number adds no evidence once an email identifies the person.
    else if (!isKnown) add('phone', phone, [...(await namesakes(ctx, subject, phone)), ...found])
  }
  return matchPerson(subject, holders)
}

type HolderRow = { id: string; firstName: string; lastName: string; hasEmail: number }
const candidate = ({ hasEmail, ...row }: HolderRow): Candidate => ({
  ...row,
  hasEmail: hasEmail === 1,
})

async function look(ctx: Context, by: Holder['by'], value: string): Promise<Candidate[]> {
  const params = { ...accessParams(ctx.viewer), value, limit: maxHolders }
  return (await ctx.db.all(holdersOf({ sight: accessScopeOf(ctx.viewer), by }), params)).map(
    candidate,
  )
}

async function namesakes(
  ctx: Context,
  { firstName, lastName }: Name,
  value: string,
): Promise<Candidate[]> {
  const swapped = { firstName: lastName, lastName: firstName }
  const nameKeys = [{ firstName, lastName }, swapped].map((name) => fold(fullNameOf(name)))
  const params = { ...accessParams(ctx.viewer), value, nameKeys: listParam(nameKeys) }
  return (await ctx.db.all(namesakeWithPhone(accessScopeOf(ctx.viewer)), params)).map(candidate)
}
