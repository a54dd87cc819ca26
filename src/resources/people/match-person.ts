import { hasName, type Name, namesAgree, namesEqual } from './names-agree.ts'

/**
 * Matches a name, emails and phones to an existing person. An external id, looked up before, takes
 * precedence, then an email. A phone matches only if the names agree, or if either side has neither
 * name nor email; otherwise people with the phone are possible duplicates.
 */
export interface Candidate extends Name {
  id: string
  hasEmail: boolean
}

/** A person with one of the given emails or phones. */
export interface Holder extends Candidate {
  by: 'email' | 'phone'
  value: string
}

/** The person to be matched. */
export type Subject = Name & { hasEmail: boolean }

export interface PersonMatch {
  person?: Holder
  /** Other people who may be the same person, without repetition, the oldest first. */
  possibleDuplicates: Holder[]
}

const isAnonymous = (one: Subject): boolean => !hasName(one) && !one.hasEmail

/** How well a holder of the same email or phone fits. */
export function fitOf(subject: Subject, holder: Subject): 'equal' | 'agrees' | 'differs' {
  if (isAnonymous(subject) || isAnonymous(holder))
    return isAnonymous(subject) && isAnonymous(holder) ? 'equal' : 'agrees'
  if (!hasName(subject) || !hasName(holder)) return 'differs'
  if (namesEqual(subject, holder)) return 'equal'
  return namesAgree(subject, holder) ? 'agrees' : 'differs'
}

/** The first holder with an equal name, or else the only one with an agreeing name. */
function bestOf(subject: Subject, holders: readonly Holder[]): Holder | undefined {
  const fits = Map.groupBy(holders, (holder) => fitOf(subject, holder))
  const agreeing = fits.get('agrees') ?? []
  const isOnly = agreeing.every(({ id }) => id === agreeing[0]?.id)
  return fits.get('equal')?.[0] ?? (isOnly ? agreeing[0] : undefined)
}

const eachOnce = (holders: readonly Holder[], except?: string): Holder[] =>
  holders.filter(
    ({ id }, index) => id !== except && holders.findIndex((each) => each.id === id) === index,
  )

/** @param holders people with an email or phone of the subject, the oldest first */
export function matchPerson(subject: Subject, holders: readonly Holder[]): PersonMatch {
  const byEmail = holders.filter(({ by }) => by === 'email')
  const byPhone = holders.filter(({ by }) => by === 'phone')
  const named = bestOf(subject, byEmail)
  const person = named ?? byEmail[0]
  if (!person) {
    const identified = bestOf(subject, byPhone)
    const others = identified
      ? byPhone.filter((holder) => fitOf(subject, holder) === 'equal')
      : byPhone
    return {
      ...(identified && { person: identified }),
      possibleDuplicates: eachOnce(others, identified?.id),
    }
  }
  // Holders of a value that the person already has are not reported again.
  const known = new Set(holders.filter(({ id }) => id === person.id).map(({ value }) => value))
  const others = holders.filter(({ by, value }) => !known.has(value) || (by === 'email' && !named))
  return { person, possibleDuplicates: eachOnce(others, person.id) }
}
