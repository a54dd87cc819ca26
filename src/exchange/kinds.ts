/** The record kinds, file formats and source systems of exports and imports. */
import { formatCountOf } from '../lib/text.ts'
import vendorTable from './vendors.json' with { type: 'json' }

export const exchangeKinds = ['people', 'deals', 'tasks', 'activities'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** The kinds that can be exported, listed here so that `--help` does not load the schema. */
export const exportKinds: readonly string[] = exchangeKinds.toSorted()

/** The singular noun of each kind, which is also the prefix of record ids. */
export const nouns = {
  people: 'person',
  deals: 'deal',
  tasks: 'task',
  activities: 'activity',
} as const satisfies Record<ExchangeKind, string>

export const formatTotal = (count: number, kind: ExchangeKind): string =>
  formatCountOf(count, nouns[kind], kind)

export const formats = ['csv', 'jsonl', 'vcard'] as const
export type Format = (typeof formats)[number]

/** Modes of matching existing people: by email, phone, both or not at all. */
export const matchModes = ['both', 'email', 'phone', 'none'] as const
export type Match = (typeof matchModes)[number]

/** Actions on a matched record. `create` creates another record despite the match. */
export const matchActions = ['update', 'skip', 'create'] as const
export type OnMatch = (typeof matchActions)[number]

interface Vendor extends Partial<Record<ExchangeKind, Readonly<Record<string, string>>>> {
  name: string
  /** The prefix of headings for each kind, such as `Person` in `Person - Name`. */
  prefixes?: Readonly<Record<ExchangeKind, string>>
}

export type VendorId = keyof typeof vendorTable

/**
 * The systems in `vendors.json`, whose exports are recognized by headings. Each field lists its
 * headings, separated by commas. `#` means a number (`E-mail # - Value`), and `ignored` headings
 * are known, but not imported. An import reports all other headings, with a suggestion if there is
 * one. `plain` is any other table, and `vcard` has the headings of `reading/vcard-cells.ts`. Of
 * several systems that match the headings equally well, the import uses the first.
 */
export const vendors: Readonly<Record<VendorId, Vendor>> = vendorTable
export const vendorIds = Object.keys(vendors) as VendorId[]

/** Pairs of a heading and a field. The field of an ignored heading is an empty string. */
export type HeadingFields = [heading: string, field: string][]

export function listVendorHeadings(id: VendorId, kind: ExchangeKind): HeadingFields {
  const { [kind]: headingsByField = {}, prefixes } = vendors[id]
  return Object.entries(headingsByField).flatMap(([field, headings]) =>
    headings
      .split(', ')
      .flatMap((heading) => (prefixes ? [heading, `${prefixes[kind]} - ${heading}`] : [heading]))
      .map((heading): HeadingFields[number] => [heading, field === 'ignored' ? '' : field]),
  )
}
