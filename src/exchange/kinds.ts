/** The record kinds, file formats and programs of exports and imports. */
import { formatCountOf } from '../lib/text.ts'
import vendorTable from './vendors.json' with { type: 'json' }

export const exchangeKinds = ['people', 'deals', 'tasks', 'activities'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** The kinds that declare an export, listed here so that the help needs no schema. */
export const exportKinds: readonly string[] = exchangeKinds.toSorted()

/** The singular of each kind, which is also the prefix of its ids. */
export const nounOf = {
  people: 'person',
  deals: 'deal',
  tasks: 'task',
  activities: 'activity',
} as const satisfies Record<ExchangeKind, string>

export const countOfKind = (count: number, kind: ExchangeKind): string =>
  formatCountOf(count, nounOf[kind], kind)

export const formats = ['csv', 'jsonl', 'vcard'] as const
export type Format = (typeof formats)[number]

/** The values by which existing people are matched. */
export const matches = ['both', 'email', 'phone', 'none'] as const
export type Match = (typeof matches)[number]

/** The actions on a matched record; `create` creates another record. */
export const onMatches = ['update', 'skip', 'create'] as const
export type OnMatch = (typeof onMatches)[number]

interface Vendor extends Partial<Record<ExchangeKind, Readonly<Record<string, string>>>> {
  name: string
  /** Prefixes that headings of a kind can have, such as `Person` in `Person - Name`. */
  prefixes?: Readonly<Record<ExchangeKind, string>>
}

export type VendorId = keyof typeof vendorTable

/**
 * The programs whose exports are recognized by their headings, from `vendors.json`. Each field
 * lists its headings, separated by commas; `#` stands for a number (`E-mail # - Value`), and
 * `ignored` headings are known but not imported. Headings that are not listed are reported with a
 * suggestion. `plain` is any table; the headings of `vcard` are those of `reading/vcard-cells.ts`.
 * If several programs recognize equally many headings of a file, the first one is used.
 */
export const vendors: Readonly<Record<VendorId, Vendor>> = vendorTable
export const vendorIds = Object.keys(vendors) as VendorId[]

/** Pairs of a heading and its field; the field of an ignored heading is empty. */
export type Headings = [heading: string, field: string][]

export function listVendorHeadings(id: VendorId, kind: ExchangeKind): Headings {
  const { [kind]: headingsByField = {}, prefixes } = vendors[id]
  return Object.entries(headingsByField).flatMap(([field, headings]) =>
    headings
      .split(', ')
      .flatMap((heading) => (prefixes ? [heading, `${prefixes[kind]} - ${heading}`] : [heading]))
      .map((heading): Headings[number] => [heading, field === 'ignored' ? '' : field]),
  )
}
