import { columnsOf, type ExchangeKind, exchangeKinds } from '../columns.ts'
import type { Headings, Vendor } from './vendor.ts'

/**
 * What `export` writes. An activity's time is part of what it tells; of all other records such
 * times are their own.
 */
const kept: Partial<Record<ExchangeKind, Headings>> = { activities: { createdAt: 'createdAt' } }

const headings = (kind: ExchangeKind): Headings => ({
  ...Object.fromEntries(columnsOf(kind).map(({ name, readOnly }) => [name, readOnly ? '' : name])),
  id: 'id',
  ...kept[kind],
})

export const own: Vendor = {
  name: 'Dealgraph',
  kinds: Object.fromEntries(exchangeKinds.map((kind) => [kind, headings(kind)])),
}
