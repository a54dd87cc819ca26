/**
 * The programs whose exports are recognized by their headings, from `vendors.json`. Each field
 * lists its headings, separated by commas; `#` stands for a number (`E-mail # - Value`), and
 * `ignored` headings are known but not imported. Headings that are not listed are reported with a
 * suggestion. `plain` is any table; the headings of `vcard` are those of `reading/vcard-cells.ts`.
 * If several programs recognize equally many headings of a file, the first one is used.
 */
import type { ExchangeKind } from './kinds.ts'
import vendorTable from './vendors.json' with { type: 'json' }

type HeadingsByField = Readonly<Record<string, string>>

interface Vendor extends Partial<Record<ExchangeKind, HeadingsByField>> {
  name: string
  /** Prefixes that headings of a kind can have, such as `Person` in `Person - Name`. */
  prefixes?: Readonly<Record<ExchangeKind, string>>
}

export type VendorId = keyof typeof vendorTable
export const vendors: Readonly<Record<VendorId, Vendor>> = vendorTable
export const vendorIds = Object.keys(vendors) as VendorId[]

/** Returns pairs of a heading and its field; the field of an ignored heading is empty. */
export function listVendorHeadings(
  id: VendorId,
  kind: ExchangeKind,
): [heading: string, field: string][] {
  const { [kind]: headingsByField = {}, prefixes } = vendors[id]
  return Object.entries(headingsByField).flatMap(([field, headings]) =>
    headings
      .split(', ')
      .flatMap((heading) => (prefixes ? [heading, `${prefixes[kind]} - ${heading}`] : [heading]))
      .map((heading): [string, string] => [heading, field === 'ignored' ? '' : field]),
  )
}
