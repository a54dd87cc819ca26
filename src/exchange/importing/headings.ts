/** The headings of files and the fields that they stand for. */
import { createCache } from '../../lib/cache.ts'
import { columnsOf } from '../fields.ts'
import type { ExchangeKind } from '../kinds.ts'
import { headingsOf, type VendorId } from '../vendors.ts'

/** Forms in which other programs write a field. */
const alternativeFields: Record<ExchangeKind, readonly string[]> = {
  people: [
    ...['middleName', 'fullName'],
    ...['email', 'email.work', 'email.home', 'email.other', 'emailType'],
    ...['phone', 'phone.mobile', 'phone.work', 'phone.home', 'phone.fax', 'phone.other'],
    'phoneType',
  ],
  deals: ['status'],
  tasks: ['dueTime', 'status'],
  activities: ['subject', 'createdAt'],
}

const writableColumns = (kind: ExchangeKind): string[] =>
  columnsOf(kind).flatMap(({ name, isReadOnly }) => (isReadOnly ? [] : [name]))

export const importFields = (kind: ExchangeKind): string[] => [
  ...['id', 'externalId', 'externalSource'],
  ...writableColumns(kind),
  ...alternativeFields[kind],
]

export const normalizeHeading = (heading: string) =>
  heading.toLowerCase().replaceAll(/\s+/g, ' ').trim()
export const numberIn = (text: string) => /\d+/.exec(text)?.[0] ?? ''

const wordsOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)

/** The headings of our exports, whose files keep the time of an activity. */
function ownHeadings(kind: ExchangeKind): [heading: string, field: string][] {
  const columns = columnsOf(kind).map(({ name, isReadOnly }): [string, string] => [
    name,
    isReadOnly ? '' : name,
  ])
  const time: [string, string][] = kind === 'activities' ? [['createdAt', 'createdAt']] : []
  return [...columns, ['id', 'id'], ...time]
}

/** The names of the columns, as one word or several, and the column of refused rows. */
const columnHeadings = (kind: ExchangeKind): [heading: string, field: string][] => [
  ...['externalId', 'externalSource', ...writableColumns(kind)].flatMap(
    (name): [string, string][] => [
      [name, name],
      [wordsOf(name), name],
    ],
  ),
  ['error', ''],
]

function allHeadings(vendor: VendorId, kind: ExchangeKind): [heading: string, field: string][] {
  if (vendor === 'dealgraph') return ownHeadings(kind)
  const headings = headingsOf(vendor, kind)
  if (vendor === 'plain') return [...columnHeadings(kind), ...headings]
  if (vendor === 'vcard' && kind === 'people')
    return [...ownHeadings(kind), ['error', ''], ...headings]
  return headings
}

type Lookup = (heading: string) => { field: string; number: string } | undefined

const lookupCache = createCache<string, Lookup>({
  name: 'import_headings',
  bound: { maxEntries: 100 },
})

/** Finds headings of a program, as they are or with `#` for their number. */
export const lookupOf = (vendor: VendorId, kind: ExchangeKind): Lookup =>
  lookupCache.getOrCreate(`${vendor} ${kind}`, () => createLookup(vendor, kind))

function createLookup(vendor: VendorId, kind: ExchangeKind): Lookup {
  const fields = new Map(
    allHeadings(vendor, kind).map(([heading, field]) => [normalizeHeading(heading), field]),
  )
  return (heading) => {
    const name = normalizeHeading(heading)
    const number = numberIn(name)
    const field = fields.get(name) ?? (number ? fields.get(name.replace(/\d+/, '#')) : undefined)
    return field === undefined ? undefined : { field, number }
  }
}

/** The field for text that has no field of its own; deals have none. */
const noteFields: Record<ExchangeKind, string | undefined> = {
  people: 'background',
  deals: undefined,
  tasks: 'description',
  activities: 'content',
}

/** Fields that are suggested for unknown headings, by a word in the heading. */
const suggestions: [RegExp, string][] = [
  [/mail/i, 'email'],
  [/mobil|cell|handy/i, 'phone.mobile'],
  [/phone|tel/i, 'phone'],
  [/first|given|vorname/i, 'firstName'],
  [/last|family|surname|nachname/i, 'lastName'],
  [/tag|label|categor/i, 'tags'],
  [/owner|agent|assign/i, 'assignedAgent'],
  [/owner|agent|assign/i, 'assignedTo'],
  [/stage|status/i, 'stage'],
  [/source/i, 'source'],
  [/title|subject|name/i, 'title'],
  [/amount|value|price|budget/i, 'price'],
  [/contact|person|client|customer/i, 'person'],
  [/due/i, 'dueDate'],
  [/close/i, 'closeDate'],
]

export function suggestField(kind: ExchangeKind, heading: string): string | undefined {
  const fields = importFields(kind)
  const match = suggestions.find(([word, field]) => word.test(heading) && fields.includes(field))
  return match?.[1] ?? noteFields[kind]
}
