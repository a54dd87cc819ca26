import { splitList, undefuse } from '../cells.ts'
import { columnsOf } from '../fields.ts'
import type { Cells, Remark } from './source.ts'
import {
  addressOf,
  dateOf,
  detailLine,
  headings,
  isTechnical,
  listOf,
  partsOf,
  textOf,
  typesOf,
} from './vcard-details.ts'
import type { Property } from './vcard-lines.ts'

/** A card as cells under headings: `First name`, `Email 1`, `Email 1 type` … */
type Values = Record<string, string | string[]>

/** A card whose properties have been read. */
export interface Card {
  properties: readonly Property[]
}

class CardReader {
  readonly cells: Values = {}
  readonly remarks: Remark[] = []
  private readonly counts = new Map<string, number>()
  private readonly labels: ReadonlyMap<string, string>
  private readonly card: Card

  constructor(card: Card) {
    this.card = card
    this.labels = new Map(
      card.properties
        .filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
        .map((property) => [property.group, labelOf(property)]),
    )
  }

  read(): { cells: Cells; remarks: Remark[] } {
    // Preferred properties come first.
    const sorted = this.card.properties.toSorted((one, other) => rankOf(one) - rankOf(other))
    for (const property of sorted) this.add(property)
    const organization = this.card.properties.find(({ name }) => name === 'ORG')
    const organizationName = organization ? (partsOf(organization).flat()[0] ?? '') : ''
    return {
      cells: named(this.cells, organizationName, isOrganization(this.card)),
      remarks: this.remarks,
    }
  }

  private add(property: Property): void {
    const { name } = property
    if (property.value === '' || isTechnical(property)) return
    if (property.isBinary) this.addBinary(property)
    else if (name === 'N') this.addName(property)
    else if (name === 'CATEGORIES')
      this.cells['Categories'] = [this.cells['Categories'] ?? [], listOf(property)].flat()
    else if (name === 'EMAIL' || name === 'TEL') this.addAddress(property)
    else if (name === 'X-DEALGRAPH-FIELD') Object.assign(this.cells, ownField(property))
    else this.addText(property)
  }

  private addText(property: Property): void {
    const { name } = property
    const heading = headings[name]
    if (name === 'FN') this.addOnce('Full name', textOf(property), 'Other name')
    else if (name === 'ORG') this.append('Organization', partsOf(property).flat().join(', '))
    else if (name === 'BDAY') this.addOnce('Birthday', dateOf(property), 'Other birthday')
    else if (name === 'ADR') this.addPostalAddress(property)
    else if (name === 'KIND') this.addKind(textOf(property))
    else if (name === 'NICKNAME') this.append('Nickname', listOf(property).join(', '))
    else if (name === 'URL') this.addWebsite(property)
    else if (heading) this.append(heading, textOf(property))
    else this.append('Other details', detailLine(property, this.labelFor(property)))
  }

  private append(heading: string, text: string): void {
    const before = this.cells[heading]
    if (text !== '') this.cells[heading] = before ? `${String(before)}\n${text}` : text
  }

  /** @param otherwise label of a second value, which a card should not have */
  private addOnce(heading: string, text: string, otherwise: string): void {
    if (this.cells[heading] === undefined) this.append(heading, text)
    else if (this.cells[heading] !== text) this.append('Other details', `${otherwise}: ${text}`)
  }

  private numbered(heading: string): string {
    const count = (this.counts.get(heading) ?? 0) + 1
    this.counts.set(heading, count)
    return `${heading} ${count}`
  }

  private labelFor = ({ group }: Property): string | undefined => this.labels.get(group)

  private addName(property: Property): void {
    const parts = partsOf(property).map((part) => part.join(' '))
    if (this.cells['Last name'] !== undefined)
      return this.append('Other details', `Other name: ${parts.filter(Boolean).join(' ')}`)
    const [last = '', first = '', middle = '', prefix = '', suffix = '', ...others] = parts
    Object.assign(this.cells, { 'First name': first, 'Middle name': middle, 'Last name': last })
    this.append('Name prefix', prefix)
    this.append('Name suffix', [suffix, ...others].filter(Boolean).join(' '))
  }

  private addAddress(property: Property): void {
    const isEmail = property.name === 'EMAIL'
    const heading = this.numbered(isEmail ? 'Email' : 'Phone')
    const value = isEmail ? textOf(property).replace(/^mailto:/i, '') : phoneOf(textOf(property))
    const types = typesOf(property)
    const label =
      this.labelFor(property) ?? types.find((type) => /^x-/i.test(type))?.replace(/^x-/i, '')
    // A list, so that the address is not split at separators.
    this.cells[heading] = [value]
    this.cells[`${heading} type`] = [label, ...types].filter(Boolean).join(' ') || 'other'
    if (label && !usualLabel.test(label)) this.append('Other details', `${label}: ${value}`)
  }

  private addPostalAddress(property: Property): void {
    const text = addressOf(property)
    if (text === '') return
    const kind = [this.labelFor(property), ...typesOf(property)].filter(Boolean).join(', ')
    this.cells[this.numbered('Address')] = kind ? `${text} (${kind.toLowerCase()})` : text
  }

  private addWebsite(property: Property): void {
    const label = this.labelFor(property)
    const kind = label && !/^homepage$/i.test(label) ? ` (${label})` : ''
    this.append('Website', `${textOf(property)}${kind}`)
  }

  private addKind(kind: string): void {
    if (!/^individual$/i.test(kind))
      this.append('Kind', /^org$/i.test(kind) ? 'organization' : kind)
  }

  /** Binary values such as pictures: a URL is kept, embedded bytes are left out. */
  private addBinary(property: Property): void {
    const { name, value } = property
    if (/^https?:/i.test(value))
      return this.append('Other details', detailLine({ ...property, isBinary: false }, undefined))
    const heading = name.charAt(0) + name.slice(1).toLowerCase()
    this.remarks.push({
      heading,
      action: 'left out',
      message: 'contacts have no field for it',
      value: value.length > 200 ? `${Math.ceil(value.length / 1024)} kB` : value,
    })
  }
}

export const cellsOfCard = (card: Card): { cells: Cells; remarks: Remark[] } =>
  new CardReader(card).read()

/** Labels that are equivalent to a type of email or phone. */
const usualLabel =
  /^(work|home|mobile|cell|iphone|apple watch|main|fax|work fax|home fax|other|other fax|pager|private|personal|school|arbeit|privat|handy)$/i

const labelOf = (property: Property) => textOf(property).replace(/^_\$!<(.*)>!\$_$/, '$1')

/** `tel:+1-555;ext=33` → `+1-555 ext. 33`; adds the `phone-context` to a local number. */
function phoneOf(text: string): string {
  if (!/^tel:/i.test(text)) return text.replace(/;ext=/i, ' ext. ')
  const [number = '', ...parameters] = text.slice(4).split(';')
  const of = (name: string) =>
    parameters.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const [extension, context] = [of('ext'), of('phone-context')]
  const whole = context?.startsWith('+') && !number.startsWith('+') ? context + number : number
  return `${whole}${extension ? ` ext. ${extension}` : ''}`
}

export const isOrganization = ({ properties }: Card): boolean =>
  properties.some(
    (property) =>
      (/^(KIND|X-ADDRESSBOOKSERVER-KIND)$/.test(property.name) && /^org/i.test(textOf(property))) ||
      (property.name === 'X-ABSHOWAS' && /^company$/i.test(textOf(property))),
  )

const ownColumns = new Map(columnsOf('people').map(({ name, type }) => [name, type]))

/**
 * What our own export writes of what no property of the standard holds: as in a cell of a CSV file.
 */
function ownField(property: Property): Values {
  const name = property.parameters.get('X-NAME')?.[0] ?? ''
  const text = undefuse(textOf(property))
  return { [name]: ownColumns.get(name) === 'list' ? splitList(text) : text }
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a full name has letters beyond its parts, which may be written without spaces. */
function saysMore(full: string, parts: string): boolean {
  let rest = words(full).join(' ')
  for (const word of words(parts).sort((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, ' ')
  return rest.trim() !== ''
}

const nameHeadings = ['First name', 'Middle name', 'Last name', 'Name prefix', 'Name suffix']

/**
 * The names of a card: an organization has no first name, a card without a name takes its nickname
 * or organization, and a full name with words beyond the parts is kept.
 */
function named(
  { 'Full name': full, UID: uid, ...cells }: Values,
  organization: string,
  isOrganization: boolean,
): Values {
  const own = typeof uid === 'string' && /^person_\w+$/.test(uid)
  const id: Values = uid ? { [own ? 'id' : 'UID']: uid } : {}
  const parts = nameHeadings.map((heading) => String(cells[heading] ?? '')).join(' ')
  const addresses = Object.values(cells)
    .filter((cell) => Array.isArray(cell))
    .flat()
  const text = full && !addresses.includes(String(full)) ? String(full) : ''
  const hasName = String(cells['First name'] ?? '') + String(cells['Last name'] ?? '') !== ''
  if (!hasName) {
    const person = text || String(cells['Nickname'] ?? '')
    const heading = isOrganization || !person ? 'Last name' : 'Full name'
    const name = person || organization
    return { ...cells, ...id, ...(name && { [heading]: name }) }
  }
  return { ...cells, ...id, ...(saysMore(text, parts) && { 'Display name': text }) }
}

function rankOf({ parameters }: Property): number {
  const preferred = parameters.get('PREF')?.[0]
  if (preferred !== undefined) return Number.isFinite(Number(preferred)) ? Number(preferred) : 101
  return parameters.get('TYPE')?.some((type) => /^pref$/i.test(type)) ? 1 : 101
}
