import type { CountryCode } from 'libphonenumber-js'
import { fold } from '../../src/lib/text.ts'
import type { EmailInput, PhoneInput } from '../../src/resources/people/lists.ts'
import { type Culture, cultures, type Name } from './cultures.ts'
import type { Dice } from './dice.ts'
import type { Office } from './office.ts'
import { phoneNumber } from './phones.ts'

/** Names and ways to reach people. */
export interface Identity {
  first: Name
  last: Name
  country: CountryCode
}

const deck = cultures.flatMap((culture) => Array<Culture>(culture.weight).fill(culture))
const none: Name = { text: '', latin: '' }

/** From here on two people may share a name; until then nobody does. */
const mostDistinct = 2000

export function makeIdentity(office: Pick<Office, 'dice' | 'takenNames'>): Identity {
  for (let tries = 0; ; tries++) {
    const identity = drawIdentity(office.dice)
    const name = `${identity.first.text} ${identity.last.text}`
    if (office.takenNames.size < mostDistinct && office.takenNames.has(name) && tries < 50) continue
    if (office.takenNames.size < mostDistinct) office.takenNames.add(name)
    return identity
  }
}

function drawIdentity(dice: Dice): Identity {
  const culture = dice.pick(deck)
  const family = dice.chance(0.08) ? dice.pick(deck) : culture
  const [one, other] = [dice.pick(family.last), dice.pick(family.last)]
  const both = { text: `${one.text}-${other.text}`, latin: `${one.latin} ${other.latin}` }
  const double =
    one !== other && !one.text.includes('-') && !other.text.includes('-') && dice.chance(0.03)
  return {
    first: dice.pick(culture.first),
    last: dice.chance(0.02) ? none : double ? both : one,
    country: culture.country,
  }
}

/** Domains that are nobody's (RFC 2606). */
const domains = [
  'example.com',
  'example.org',
  'example.net',
  'mail.example',
  'post.example',
  'inbox.example',
]

const addressPart = (name: Name) =>
  fold(name.latin)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** `first.last`, the name of a mailbox; with the number where names repeat. */
export function mailbox({ first, last }: Pick<Identity, 'first' | 'last'>, number: number): string {
  const name = [addressPart(first), addressPart(last)].filter(Boolean).join('.')
  return number < mostDistinct ? name : `${name}.${number.toString(36)}`
}

export function makeEmails(dice: Dice, identity: Identity, number: number): EmailInput[] {
  if (dice.chance(0.06)) return []
  const name = mailbox(identity, number)
  const emails: EmailInput[] = [
    {
      value: `${name}@${dice.pick(domains)}`,
      type: dice.chance(0.75) ? 'home' : 'work',
      isPrimary: true,
    },
  ]
  if (dice.chance(0.2))
    emails.push({
      value: `${name}@${addressPart(identity.last) || 'office'}-${dice.pick(['design', 'law', 'bau', 'foods', 'clinic', 'studio'])}.example`,
      type: 'work',
    })
  return emails
}

/**
 * Most people have an American number, whatever their name; no two have the same while numbers
 * last.
 */
export function makePhones(
  office: Pick<Office, 'dice' | 'phonesGiven'>,
  country: CountryCode,
): PhoneInput[] {
  const { dice } = office
  const take = (from: CountryCode) => {
    const index = office.phonesGiven.get(from) ?? 0
    office.phonesGiven.set(from, index + 1)
    return phoneNumber(from, index)
  }
  if (dice.chance(0.08)) return []
  const phones: PhoneInput[] = [
    {
      value: take(dice.chance(0.5) ? 'US' : country),
      type: dice.chance(0.8) ? 'mobile' : 'home',
      isPrimary: true,
    },
  ]
  if (dice.chance(0.2))
    phones.push({
      value: take('US'),
      type: dice.pick(['work', 'home', 'fax', 'other'] as const),
      isBad: dice.chance(0.15),
    })
  return phones
}
