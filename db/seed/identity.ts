import type { CountryCode } from 'libphonenumber-js'
import { fold } from '../../src/lib/text.ts'
import type { EmailInput, PhoneInput } from '../../src/resources/people/lists.ts'
import { type Culture, cultures, type Name } from './cultures.ts'
import { createPhoneNumber } from './phones.ts'
import type { Random } from './random.ts'
import type { SeedContext } from './seed-context.ts'

/** The name and country of a person. */
export interface Identity {
  first: Name
  last: Name
  country: CountryCode
}

const weightedCultures = cultures.flatMap((culture) => Array<Culture>(culture.weight).fill(culture))
const emptyName: Name = { text: '', latin: '' }

/**
 * The number of people who receive distinct names, unless 50 attempts to find a new name fail. The
 * names of further people can repeat.
 */
const maxDistinctNames = 2000

export function makeIdentity(seedContext: Pick<SeedContext, 'random' | 'usedNames'>): Identity {
  for (let attempt = 0; ; attempt++) {
    const identity = pickIdentity(seedContext.random)
    const name = `${identity.first.text} ${identity.last.text}`
    if (
      seedContext.usedNames.size < maxDistinctNames &&
      seedContext.usedNames.has(name) &&
      attempt < 50
    )
      continue
    if (seedContext.usedNames.size < maxDistinctNames) seedContext.usedNames.add(name)
    return identity
  }
}

function pickIdentity(random: Random): Identity {
  const culture = random.pick(weightedCultures)
  const familyCulture = random.chance(0.08) ? random.pick(weightedCultures) : culture
  const [lastName, secondLastName] = [
    random.pick(familyCulture.last),
    random.pick(familyCulture.last),
  ]
  const doubleName = {
    text: `${lastName.text}-${secondLastName.text}`,
    latin: `${lastName.latin} ${secondLastName.latin}`,
  }
  const isDoubleName =
    lastName !== secondLastName &&
    !lastName.text.includes('-') &&
    !secondLastName.text.includes('-') &&
    random.chance(0.03)
  return {
    first: random.pick(culture.first),
    last: random.chance(0.02) ? emptyName : isDoubleName ? doubleName : lastName,
    country: culture.country,
  }
}

/** Domains that are reserved for examples (RFC 2606). */
const domains = [
  'example.com',
  'example.org',
  'example.net',
  'mail.example',
  'post.example',
  'inbox.example',
]

const toAddressPart = (name: Name) =>
  fold(name.latin)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Returns the local part of an email address, `first.last`, followed by a number if names can
 * repeat.
 */
export function toMailbox(
  { first, last }: Pick<Identity, 'first' | 'last'>,
  personNumber: number,
): string {
  const name = [toAddressPart(first), toAddressPart(last)].filter(Boolean).join('.')
  return personNumber < maxDistinctNames ? name : `${name}.${personNumber.toString(36)}`
}

export function makeEmails(random: Random, identity: Identity, personNumber: number): EmailInput[] {
  if (random.chance(0.06)) return []
  const name = toMailbox(identity, personNumber)
  const emails: EmailInput[] = [
    {
      value: `${name}@${random.pick(domains)}`,
      type: random.chance(0.75) ? 'home' : 'work',
      isPrimary: true,
    },
  ]
  if (random.chance(0.2))
    emails.push({
      value: `${name}@${toAddressPart(identity.last) || 'office'}-${random.pick(['design', 'law', 'bau', 'foods', 'clinic', 'studio'])}.example`,
      type: 'work',
    })
  return emails
}

/**
 * Makes up to two phone numbers, most of which are American. Numbers are distinct until the
 * country's ranges are exhausted.
 */
export function makePhones(
  seedContext: Pick<SeedContext, 'random' | 'usedNumberCounts'>,
  country: CountryCode,
): PhoneInput[] {
  const { random } = seedContext
  const createNextNumber = (numberCountry: CountryCode) => {
    const index = seedContext.usedNumberCounts.get(numberCountry) ?? 0
    seedContext.usedNumberCounts.set(numberCountry, index + 1)
    return createPhoneNumber(numberCountry, index)
  }
  if (random.chance(0.08)) return []
  const phones: PhoneInput[] = [
    {
      value: createNextNumber(random.chance(0.5) ? 'US' : country),
      type: random.chance(0.8) ? 'mobile' : 'home',
      isPrimary: true,
    },
  ]
  if (random.chance(0.2))
    phones.push({
      value: createNextNumber('US'),
      type: random.pick(['work', 'home', 'fax', 'other'] as const),
      isBad: random.chance(0.15),
    })
  return phones
}
