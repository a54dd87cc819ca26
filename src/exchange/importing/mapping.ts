/** Maps the headings of a file to fields, and recognizes the program that wrote the file. */
import { OperatorError } from '../../store/faults.ts'
import { customFieldKinds, customPrefix } from '../fields.ts'
import { type ExchangeKind, exchangeKinds } from '../kinds.ts'
import { type VendorId, vendorIds } from '../vendors.ts'
import { importFields, lookupOf, normalizeHeading, numberIn, suggestField } from './headings.ts'

export interface ColumnMapping {
  heading: string
  /** Empty if the column is left out. */
  field: string
  /** The number in the heading, which connects `Phone 2 - Label` with `Phone 2 - Value`. */
  number: string
  /** Whether the heading is in a table of headings, a custom field, or in `--map`. */
  known: boolean
  /** The field of an unknown heading that is proposed. */
  suggestion?: string | undefined
}

export interface Mapping {
  kind: ExchangeKind
  vendor: VendorId
  columns: ColumnMapping[]
}

export interface MappingOptions {
  kind?: ExchangeKind | undefined
  vendor?: VendorId | undefined
  /** `Heading=field`, `Heading=` to leave it out, `*=field` for all unknown headings. */
  map: readonly string[]
  /** The custom fields of the company. */
  customFields: readonly { recordKind: string; key: string; name: string }[]
}

/** The fields of which a file needs at least one. */
const requiredFields: Record<ExchangeKind, { pattern: RegExp; names: string }> = {
  people: {
    pattern: /^(firstName|lastName|fullName|(email|phone)s?(\.\w+)?)$/,
    names: 'a name, an email or a phone',
  },
  deals: { pattern: /^title$/, names: 'a title' },
  tasks: { pattern: /^title$/, names: 'a title' },
  activities: { pattern: /^person$/, names: 'a person' },
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The program and kind of record that recognize most headings; imported ones count threefold. */
function recognize(headings: readonly string[], { kind, vendor }: MappingOptions) {
  const candidates = (vendor ? [vendor] : vendorIds).flatMap((vendor) =>
    (kind ? [kind] : exchangeKinds).map((kind) => ({ kind, vendor })),
  )
  const scored = candidates.map((candidate) => {
    const found = headings
      .map(lookupOf(candidate.vendor, candidate.kind))
      .filter((each) => each !== undefined)
    const { pattern } = requiredFields[candidate.kind]
    const isPossible = found.some(({ field }) => pattern.test(field))
    const imported = found.filter(({ field }) => field !== '')
    return { ...candidate, score: isPossible ? found.length + imported.length * 2 : 0 }
  })
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  if (best.score > 0) return best
  if (kind) return { kind, vendor: vendor ?? 'plain' }
  throw new OperatorError(
    `The headings (${listHeadings(headings)}) do not show what the file contains; add --kind people, deals, tasks or activities.`,
  )
}

const maxListedHeadings = 30

const listHeadings = (headings: readonly string[]) =>
  headings.slice(0, maxListedHeadings).join(', ') +
  (headings.length > maxListedHeadings ? ' …' : '')

/** @throws OperatorError for an invalid option, or if a required field is missing */
export function mapHeadings(headings: readonly string[], options: MappingOptions): Mapping {
  const { kind, vendor } = recognize(headings, options)
  const optionFields = parseMapOptions(kind, headings, options)
  const mapHeading = (heading: string): ColumnMapping => {
    const number = numberIn(heading)
    const optionField = optionFields.get(heading)
    if (optionField !== undefined) return { heading, field: optionField, number, known: true }
    const found = lookupOf(vendor, kind)(heading)
    const custom = findCustomField(kind, heading, options)
    if (custom && !found?.field) return { heading, field: custom, number, known: true }
    const known = found ?? lookupOf('plain', kind)(heading)
    if (known) return { heading, ...known, known: true }
    const otherField = optionFields.get('*')
    return otherField === undefined
      ? { heading, field: '', number, known: false, suggestion: suggestField(kind, heading) }
      : { heading, field: otherField, number, known: true }
  }
  const columns = headings.map(mapHeading)
  const { pattern, names } = requiredFields[kind]
  if (!columns.some(({ field }) => pattern.test(field)))
    throw new OperatorError(
      `No heading is known as ${names}, which ${kind} require; the headings are ${listHeadings(headings)}. Map one, such as --map "${headings[0]}=${importFields(kind).find((field) => pattern.test(field))}".`,
    )
  return { kind, vendor, columns }
}

function findCustomField(kind: ExchangeKind, heading: string, { customFields }: MappingOptions) {
  const name = heading.startsWith(customPrefix) ? heading.slice(customPrefix.length) : heading
  const letters = lettersOf(name)
  const candidates = customFields.filter(({ recordKind }) => recordKind === customFieldKinds[kind])
  const field =
    candidates.find(({ key }) => key === name) ??
    candidates.find((each) => lettersOf(each.name) === letters || lettersOf(each.key) === letters)
  return field && `${customPrefix}${field.key}`
}

function parseMapOptions(kind: ExchangeKind, headings: readonly string[], options: MappingOptions) {
  const fields = new Map<string, string>()
  for (const option of options.map) {
    const at = option.lastIndexOf('=')
    const [name, field] = [option.slice(0, at).trim(), option.slice(at + 1).trim()]
    const heading =
      name === '*'
        ? '*'
        : headings.find((each) => normalizeHeading(each) === normalizeHeading(name))
    if (at < 1 || heading === undefined)
      throw new OperatorError(
        `--map "${option}" names no heading of the file; they are ${listHeadings(headings)}.`,
      )
    fields.set(heading, parseField(kind, field, option, options))
  }
  return fields
}

function parseField(kind: ExchangeKind, field: string, option: string, options: MappingOptions) {
  if (field === '' || importFields(kind).includes(field)) return field
  const custom = field.startsWith(customPrefix) ? findCustomField(kind, field, options) : undefined
  if (custom) return custom
  const customNames = options.customFields
    .filter(({ recordKind }) => recordKind === customFieldKinds[kind])
    .map(({ key }) => `${customPrefix}${key}`)
  throw new OperatorError(
    `--map "${option}" names no field of ${kind}; they are ${[...importFields(kind), ...customNames].join(', ')}.`,
  )
}
