import { hasName, type Name, namesAgree, namesEqual } from './names-agree.ts'

/**
 * Which existing person is meant by somebody's name, emails and phones. An external id, which is
 * looked up before, identifies; then an email; a phone only if the names agree, or if the row or
 * the person has neither name nor email to contradict it. Otherwise nobody is, and people with the
 * phone are possible duplicates.
 */
export interface Candidate extends Name {
  id: string
  hasEmail: boolean
}

/** Somebody with an email or a phone that was looked for. */
export interface Holder extends Candidate {
  by: 'email' | 'phone'
  value: string
}

/** Somebody to be matched. */
export type Subject = Name & { hasEmail: boolean }

export interface PersonMatch {
  person?: Holder
  /** Others who may be the same person: each once, the oldest first. */
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

/** The first whose name is equal, or else the only one whose name agrees. */
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

/** @param holders of an email or phone of the subject, the oldest first */
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
  // An address or a number that the person shares with others already says nothing new.
  const known = new Set(holders.filter(({ id }) => id === person.id).map(({ value }) => value))
  const others = holders.filter(({ by, value }) => !known.has(value) || (by === 'email' && !named))
  return { person, possibleDuplicates: eachOnce(others, person.id) }
}
