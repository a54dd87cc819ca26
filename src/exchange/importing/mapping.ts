/** Maps the headings of a file to fields and recognizes the system that exported the file. */
import { createCache } from '../../lib/cache.ts'
import { OperatorError } from '../../store/faults.ts'
import { customFieldKinds, customPrefix, listColumns } from '../fields.ts'
import {
  type ExchangeKind,
  exchangeKinds,
  type HeadingFields,
  listVendorHeadings,
  type VendorId,
  vendorIds,
} from '../kinds.ts'

export interface ColumnMapping {
  heading: string
  /** The field to which the column is imported; empty if the column is not imported. */
  field: string
  /** The number in the heading, which relates `Phone 2 - Label` to `Phone 2 - Value`. */
  number: string
  /** Whether the heading is known, names a custom field, or is mapped by `--map`. */
  known: boolean
  suggestion?: string | undefined
}

export type Mapping = { kind: ExchangeKind; vendor: VendorId; columns: ColumnMapping[] }

type CustomFields = readonly { recordKind: string; key: string; name: string }[]

interface MappingOptions {
  kind?: ExchangeKind | undefined
  vendor?: VendorId | undefined
  /** `Heading=field` maps a column, `Heading=` ignores it, and `*=field` maps unknown headings. */
  map: readonly string[]
  customFields: CustomFields
}

const requiredFields: Record<ExchangeKind, { pattern: RegExp; names: string }> = {
  people: {
    pattern: /^(firstName|lastName|fullName|(email|phone)s?(\.\w+)?)$/,
    names: 'a name, an email or a phone',
  },
  deals: { pattern: /^title$/, names: 'a title' },
  tasks: { pattern: /^title$/, names: 'a title' },
  activities: { pattern: /^person$/, names: 'a person' },
}

const normalizeName = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Chooses the system and kind with the most known headings. Imported headings count triple. */
function recognizeVendor(headings: readonly string[], { kind, vendor }: MappingOptions) {
  const candidates = (vendor ? [vendor] : vendorIds).flatMap((vendor) =>
    (kind ? [kind] : exchangeKinds).map((kind) => ({ kind, vendor })),
  )
  const scores = candidates.map((candidate) => {
    const lookup = getLookup(candidate.vendor, candidate.kind)
    const fields = headings.flatMap((heading) => lookup(heading)?.field ?? [])
    const { pattern } = requiredFields[candidate.kind]
    const isPossible = fields.some((field) => pattern.test(field))
    const importedFields = fields.filter((field) => field !== '')
    return { ...candidate, score: isPossible ? fields.length + importedFields.length * 2 : 0 }
  })
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  if (best.score > 0) return best
  if (kind) return { kind, vendor: vendor ?? 'plain' }
  throw new OperatorError(
    `The headings (${formatHeadings(headings)}) do not indicate the kind of record; add --kind people, deals, tasks or activities.`,
  )
}

const maxListedHeadings = 30

const formatHeadings = (headings: readonly string[]) =>
  headings.slice(0, maxListedHeadings).join(', ') +
  (headings.length > maxListedHeadings ? ' …' : '')

export function mapHeadings(headings: readonly string[], options: MappingOptions): Mapping {
  const { kind, vendor } = recognizeVendor(headings, options)
  const customFields = options.customFields.filter(
    ({ recordKind }) => recordKind === customFieldKinds[kind],
  )
  const optionFields = parseMapOptions(kind, headings, options.map, customFields)
  const mapHeading = (heading: string): ColumnMapping => {
    const number = findNumber(heading)
    const optionField = optionFields.get(heading)
    if (optionField !== undefined) return { heading, field: optionField, number, known: true }
    const entry = getLookup(vendor, kind)(heading)
    const customField = findCustomField(heading, customFields)
    if (customField && !entry?.field) return { heading, field: customField, number, known: true }
    const knownMatch = entry ?? getLookup('plain', kind)(heading)
    if (knownMatch) return { heading, ...knownMatch, known: true }
    const fallbackField = optionFields.get('*')
    return fallbackField === undefined
      ? { heading, field: '', number, known: false, suggestion: suggestField(kind, heading) }
      : { heading, field: fallbackField, number, known: true }
  }
  const columns = headings.map(mapHeading)
  const { pattern, names: requiredNames } = requiredFields[kind]
  if (!columns.some(({ field }) => pattern.test(field)))
    throw new OperatorError(
      `No heading is mapped to ${requiredNames}, which ${kind} require; the headings are ${formatHeadings(headings)}. Map a heading, such as --map "${headings[0]}=${listImportFields(kind).find((field) => pattern.test(field))}".`,
    )
  return { kind, vendor, columns }
}

function findCustomField(heading: string, customFields: CustomFields): string | undefined {
  const name = heading.startsWith(customPrefix) ? heading.slice(customPrefix.length) : heading
  const normalizedName = normalizeName(name)
  const field =
    customFields.find(({ key }) => key === name) ??
    customFields.find((item) => [item.name, item.key].map(normalizeName).includes(normalizedName))
  return field && `${customPrefix}${field.key}`
}

function parseMapOptions(
  kind: ExchangeKind,
  headings: readonly string[],
  options: readonly string[],
  customFields: CustomFields,
) {
  const fieldsByHeading = new Map<string, string>()
  for (const option of options) {
    const index = option.lastIndexOf('=')
    const [name, field] = [option.slice(0, index).trim(), option.slice(index + 1).trim()]
    const heading =
      name === '*'
        ? '*'
        : headings.find((candidate) => normalizeHeading(candidate) === normalizeHeading(name))
    if (index < 1 || heading === undefined)
      throw new OperatorError(
        `--map "${option}" does not name a heading in the file; the headings are ${formatHeadings(headings)}.`,
      )
    fieldsByHeading.set(heading, parseField(kind, field, option, customFields))
  }
  return fieldsByHeading
}

function parseField(kind: ExchangeKind, field: string, option: string, customFields: CustomFields) {
  if (field === '' || listImportFields(kind).includes(field)) return field
  const target = field.startsWith(customPrefix) ? findCustomField(field, customFields) : undefined
  if (target) return target
  const customNames = customFields.map(({ key }) => `${customPrefix}${key}`)
  throw new OperatorError(
    `--map "${option}" does not name a field of ${kind}; the fields are ${[...listImportFields(kind), ...customNames].join(', ')}.`,
  )
}

const additionalFields: Record<ExchangeKind, string> = {
  people: `middleName fullName email email.work email.home email.other emailType
    phone phone.mobile phone.work phone.home phone.fax phone.other phoneType`,
  deals: 'status',
  tasks: 'dueTime status',
  activities: 'subject createdAt',
}

const listWritableColumns = (kind: ExchangeKind): string[] =>
  listColumns(kind).flatMap(({ name, isReadOnly }) => (isReadOnly ? [] : [name]))

export const listImportFields = (kind: ExchangeKind): string[] => [
  ...['id', 'externalId', 'externalSource'],
  ...listWritableColumns(kind),
  ...additionalFields[kind].split(/\s+/),
]

const normalizeHeading = (heading: string) => heading.toLowerCase().replaceAll(/\s+/g, ' ').trim()
const findNumber = (text: string) => /\d+/.exec(text)?.[0] ?? ''

const splitWords = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)

/** Returns the headings of Dealgraph exports. `createdAt` is imported only for activities. */
function listDealgraphHeadings(kind: ExchangeKind): HeadingFields {
  const importedNames = kind === 'activities' ? ['id', 'createdAt'] : ['id']
  return listColumns(kind).map(({ name, isReadOnly }) => [
    name,
    isReadOnly && !importedNames.includes(name) ? '' : name,
  ])
}

/** Returns the column names, as one word or as several words, and the heading of error messages. */
function listColumnHeadings(kind: ExchangeKind): HeadingFields {
  const names = ['externalId', 'externalSource', ...listWritableColumns(kind)]
  const spellings = names.flatMap((name) => [name, splitWords(name)].map((text) => [text, name]))
  return [...(spellings as HeadingFields), ['error', '']]
}

function listAllHeadings(vendor: VendorId, kind: ExchangeKind): HeadingFields {
  if (vendor === 'dealgraph') return listDealgraphHeadings(kind)
  const headings = listVendorHeadings(vendor, kind)
  if (vendor === 'plain') return [...listColumnHeadings(kind), ...headings]
  if (vendor === 'vcard' && kind === 'people')
    return [...listDealgraphHeadings(kind), ['error', ''], ...headings]
  return headings
}

type Lookup = (heading: string) => { field: string; number: string } | undefined

const lookupCache = createCache<string, Lookup>('import_headings', { maxEntries: 100 })

const getLookup = (vendor: VendorId, kind: ExchangeKind): Lookup =>
  lookupCache.getOrCreate(`${vendor} ${kind}`, () => createLookup(vendor, kind))

function createLookup(vendor: VendorId, kind: ExchangeKind): Lookup {
  const fields = new Map(
    listAllHeadings(vendor, kind).map(([heading, field]) => [normalizeHeading(heading), field]),
  )
  return (heading) => {
    const name = normalizeHeading(heading)
    const number = findNumber(name)
    const field = fields.get(name) ?? (number ? fields.get(name.replace(/\d+/, '#')) : undefined)
    return field === undefined ? undefined : { field, number }
  }
}

/** The field for text that matches no other field. Deals have no such field. */
const noteFields: Partial<Record<ExchangeKind, string>> = {
  people: 'background',
  tasks: 'description',
  activities: 'content',
}

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

function suggestField(kind: ExchangeKind, heading: string): string | undefined {
  const fields = listImportFields(kind)
  const match = suggestions.find(([word, field]) => word.test(heading) && fields.includes(field))
  return match?.[1] ?? noteFields[kind]
}
