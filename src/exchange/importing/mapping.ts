import { OperatorError } from '../../store/faults.ts'
import { customKinds, customPrefix, type ExchangeKind, exchangeKinds } from '../columns.ts'
import { type VendorId, vendorIds, vendors } from '../vendors/index.ts'
import { fields, required, suggested } from './fields.ts'

/** What becomes of a column. */
export interface Use {
  heading: string
  /** The field; empty: it is left out. */
  field: string
  /**
   * The number in the heading, by which the parts of one thing belong together: `Phone 2 - Label`,
   * `Phone 2 - Value`.
   */
  number: string
  /** Whether anybody knew it: a table of headings, a custom field, or `--map`. */
  known: boolean
  /** What it could be mapped to, where nobody knew it. */
  suggestion?: string | undefined
}

export interface Mapping {
  kind: ExchangeKind
  vendor: VendorId
  columns: Use[]
}

export interface Wishes {
  kind?: ExchangeKind | undefined
  vendor?: VendorId | undefined
  /** `Heading=field`, `Heading=` to leave it out, `*=field` for all that nobody knows. */
  map: readonly string[]
  /** The company's custom fields. */
  custom: readonly { recordKind: string; key: string; name: string }[]
}

const plainly = (heading: string) => heading.toLowerCase().replaceAll(/\s+/g, ' ').trim()
const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

type Find = (heading: string) => { field: string; number: string } | undefined

const tables = new Map<string, Find>()

/** Looks a heading up in a program's table, as it is and with `#` for its number. */
function tableOf(vendor: VendorId, kind: ExchangeKind): Find {
  const key = `${vendor} ${kind}`
  let found = tables.get(key)
  if (!found) {
    const kinds: Partial<Record<ExchangeKind, Readonly<Record<string, string>>>> =
      vendors[vendor].kinds
    const table = new Map(
      Object.entries(kinds[kind] ?? {}).map(([heading, field]) => [plainly(heading), field]),
    )
    found = (heading) => {
      const name = plainly(heading)
      const number = /\d+/.exec(name)?.[0] ?? ''
      const field = table.get(name) ?? (number ? table.get(name.replace(/\d+/, '#')) : undefined)
      return field === undefined ? undefined : { field, number }
    }
    tables.set(key, found)
  }
  return found
}

/**
 * The program and the kind of record whose table knows most of the headings, those that are kept
 * before all.
 */
function guess(
  headings: readonly string[],
  { kind, vendor }: Wishes,
): { kind: ExchangeKind; vendor: VendorId } {
  const candidates = (vendor ? [vendor] : vendorIds).flatMap((each) =>
    (kind ? [kind] : exchangeKinds).map((one) => ({ kind: one, vendor: each })),
  )
  const scored = candidates.map((each) => {
    const found = headings.map(tableOf(each.vendor, each.kind)).filter((one) => one !== undefined)
    const enough = found.some(({ field }) => required[each.kind].test(field))
    return {
      ...each,
      score: enough ? found.length + found.filter(({ field }) => field !== '').length * 2 : 0,
    }
  })
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  if (best.score > 0) return best
  if (kind) return { kind, vendor: vendor ?? 'plain' }
  throw new OperatorError(
    `What the file holds cannot be told from its headings (${listed(headings)}); add --kind people, deals, tasks or activities.`,
  )
}

const listed = (headings: readonly string[]) =>
  headings.slice(0, 30).join(', ') + (headings.length > 30 ? ' …' : '')

/**
 * What each heading is imported as. @throws OperatorError for a wish that cannot be met, and where
 * what is required is missing
 */
export function mappingOf(headings: readonly string[], wishes: Wishes): Mapping {
  const { kind, vendor } = guess(headings, { ...wishes, kind: wishes.kind })
  const wished = wishesOf(kind, headings, wishes)
  const use = (heading: string): Use => {
    const number = /\d+/.exec(heading)?.[0] ?? ''
    const wish = wished.get(heading)
    if (wish !== undefined) return { heading, field: wish, number, known: true }
    const found = tableOf(vendor, kind)(heading)
    const own = customOf(kind, heading, wishes)
    if (own && !found?.field) return { heading, field: own, number, known: true }
    const known = found ?? tableOf('plain', kind)(heading)
    if (known) return { heading, ...known, known: true }
    const rest = wished.get('*')
    return rest === undefined
      ? { heading, field: '', number, known: false, suggestion: suggested(kind, heading) }
      : { heading, field: rest, number, known: true }
  }
  const columns = headings.map(use)
  if (!columns.some(({ field }) => required[kind].test(field)))
    throw new OperatorError(
      `No heading is known to be ${needed[kind]}, without which there are no ${kind}; the headings are ${listed(headings)}. Say which it is, such as --map "${headings[0]}=${fields[kind].find((field) => required[kind].test(field))}".`,
    )
  return { kind, vendor, columns }
}

const needed: Record<ExchangeKind, string> = {
  people: 'a name, an email or a phone',
  deals: 'the title',
  tasks: 'the title',
  activities: 'the person',
}

/** A custom field that is called like the heading, by its key or its name. */
function customOf(kind: ExchangeKind, heading: string, { custom }: Wishes): string | undefined {
  const name = heading.startsWith(customPrefix) ? heading.slice(customPrefix.length) : heading
  const own = custom.filter(({ recordKind }) => recordKind === customKinds[kind])
  const field =
    own.find(({ key }) => key === name) ??
    own.find((each) => letters(each.name) === letters(name) || letters(each.key) === letters(name))
  return field && `${customPrefix}${field.key}`
}

function wishesOf(
  kind: ExchangeKind,
  headings: readonly string[],
  wishes: Wishes,
): Map<string, string> {
  const wished = new Map<string, string>()
  for (const wish of wishes.map) {
    const at = wish.lastIndexOf('=')
    const [heading, field] = [wish.slice(0, at).trim(), wish.slice(at + 1).trim()]
    const named =
      heading === '*' ? '*' : headings.find((each) => plainly(each) === plainly(heading))
    if (at < 1 || named === undefined)
      throw new OperatorError(
        `--map "${wish}" names no heading of the file; they are ${listed(headings)}.`,
      )
    wished.set(named, fieldOf(kind, field, wish, wishes))
  }
  return wished
}

function fieldOf(kind: ExchangeKind, field: string, wish: string, wishes: Wishes): string {
  if (field === '' || fields[kind].includes(field)) return field
  const custom = field.startsWith(customPrefix) ? customOf(kind, field, wishes) : undefined
  if (custom) return custom
  const own = wishes.custom
    .filter(({ recordKind }) => recordKind === customKinds[kind])
    .map(({ key }) => `${customPrefix}${key}`)
  throw new OperatorError(
    `--map "${wish}" names no field of ${kind}; they are ${[...fields[kind], ...own].join(', ')}.`,
  )
}
