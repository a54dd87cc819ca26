/** Converts a vCard to cells with headings such as `First name`, `Email 1` and `Email 1 type`. */
import { capitalize } from '../../lib/text.ts'
import { listColumns } from '../fields.ts'
import { splitList, unescapeCell } from '../formats.ts'
import type { Remark } from './source.ts'
import {
  getAddress,
  getComponents,
  getDate,
  getPhone,
  getRank,
  getText,
  getTypes,
  listValues,
  type Property,
} from './vcard-properties.ts'

const joinComponents = (property: Property): string => getComponents(property).flat().join(', ')

const getKind = (property: Property): string =>
  getText(property)
    .replace(/^individual$/i, '')
    .replace(/^org$/i, 'organization')

type TextCell = [heading: string, read: (property: Property) => string, otherLabel?: string]

/** Headings of text properties. Further values become lines, or details labelled `otherLabel`. */
const textProperties: Readonly<Record<string, TextCell>> = {
  FN: ['Full name', getText, 'Other name'],
  BDAY: ['Birthday', getDate, 'Other birthday'],
  NOTE: ['Note', getText],
  TITLE: ['Job title', getText],
  ROLE: ['Role', getText],
  ORG: ['Organization', joinComponents],
  NICKNAME: ['Nickname', (property) => listValues(property).join(', ')],
  KIND: ['Kind', getKind],
  UID: ['UID', getText],
  'X-ERROR': ['error', getText],
}

/** The order of headings in the field `background`. */
export const headingOrder = [
  ...['Note', 'Name prefix', 'Name suffix', 'Display name', 'Nickname', 'Organization'],
  ...['Job title', 'Role', 'Birthday', 'Website', 'Address #', 'Kind', 'Other details'],
]

/** Properties that describe the vCard instead of the person, such as versions and programs. */
const technicalNames = new Set(
  `VERSION PRODID REV SOURCE NAME MAILER PROFILE CLIENTPIDMAP CREATED X-ABLABEL X-ABADR
  X-ABUID X-ABSHOWAS X-ABCROP-RECTANGLE X-ADDRESSBOOKSERVER-KIND X-IMAGETYPE X-IMAGEHASH
  X-SHARED-PHOTO-DISPLAY-PREF X-EVOLUTION-FILE-AS X-EVOLUTION-WEBDAV-ETAG X-MOZILLA-HTML
  X-MS-OL-DEFAULT-POSTAL-ADDRESS X-RADICALE-NAME`.split(/\s+/),
)

/** Labels for `Other details`, by property name without a prefix such as `X-EVOLUTION-`. */
const detailNames: Readonly<Record<string, string>> = {
  IMPP: 'Instant messaging',
  IMADDRESS: 'Instant messaging',
  LANG: 'Language',
  GEO: 'Position',
  TZ: 'Time zone',
  SOCIALPROFILE: 'Social profile',
  LABEL: 'Address label',
  ABDATE: 'Date',
  ABRELATEDNAMES: 'Related',
  'BLOG-URL': 'Blog',
  SPOUSENAME: 'Spouse',
  MANAGERSNAME: 'Manager',
  ASSISTANTSNAME: 'Assistant',
}

/** Converts a property name to a label: `X-PHONETIC-FIRST-NAME` → `Phonetic first name`. */
function toReadableName(name: string): string {
  const baseName = name.replace(/^(X-KADDRESSBOOK-X-|X-MS-OL-|X-MS-|X-EVOLUTION-|X-)/, '')
  return detailNames[baseName] ?? capitalize(baseName.replaceAll('-', ' ').toLowerCase())
}

/** Formats an Android property: `vnd.android.cursor.item/nickname;Bob;1;;` → `Nickname: Bob`. */
function formatAndroidProperty(property: Property): string {
  const [[kind = ''] = [], ...values] = getComponents(property)
  const text = values.flat().filter((value, index) => index === 0 || !/^\d$/.test(value))
  const name = capitalize(kind.replace(/^.*[/.]/, '').replaceAll('_', ' '))
  return text.length > 0 ? `${name}: ${text.join(', ')}` : ''
}

/** Formats a line of `Other details`, such as `Spouse: Jane`. @param label the property's label */
function formatDetail(property: Property, label?: string): string {
  const { name, parameters } = property
  if (name === 'X-ANDROID-CUSTOM') return formatAndroidProperty(property)
  const isStructured = /^(GENDER|X-SOCIALPROFILE|RELATED|IMPP)$/.test(name)
  const detailValue = isStructured ? joinComponents(property) : getDate(property)
  const text = detailValue || (parameters.get('X-USER')?.[0] ?? parameters.get('LABEL')?.[0])
  const types = getTypes(property).filter((type) => !/^(home|work|other)$/i.test(type))
  const suffix = types.length > 0 ? ` (${types.join(', ')})` : ''
  return text ? `${label || toReadableName(name)}${suffix}: ${text}` : ''
}

/** Matches labels that only repeat a type of email or phone. */
const usualLabelPattern =
  /^(work|home|mobile|cell|iphone|apple watch|main|fax|work fax|home fax|other|other fax|pager|private|personal|school|arbeit|privat|handy)$/i

const exportColumnTypes = new Map(listColumns('people').map(({ name, type }) => [name, type]))

export type CardCells = Record<string, string | string[]>

export class CardReader {
  readonly cells: CardCells = {}
  readonly remarks: Remark[] = []
  readonly #countsByHeading = new Map<string, number>()
  /** Maps property groups, such as `item1`, to labels. */
  readonly #labels: ReadonlyMap<string, string>

  constructor(properties: readonly Property[]) {
    this.#labels = new Map(
      properties
        .filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
        .map((property) => [property.group, getText(property).replace(/^_\$!<(.*)>!\$_$/, '$1')]),
    )
    // Preferred properties come first, so that the preferred email becomes `Email 1`.
    for (const property of properties.toSorted((a, b) => getRank(a) - getRank(b)))
      if (property.value !== '' && !technicalNames.has(property.name)) this.#addProperty(property)
  }

  #addProperty(property: Property): void {
    const { name } = property
    if (property.isBinary) this.#addBinary(property)
    else if (name === 'N') this.#addName(property)
    else if (name === 'EMAIL' || name === 'TEL') this.#addContact(property)
    else if (name === 'CATEGORIES')
      this.cells['Categories'] = [this.cells['Categories'] ?? [], listValues(property)].flat()
    else if (name === 'X-DEALGRAPH-FIELD') this.#addOwnField(property)
    else if (name === 'ADR') this.#addPostalAddress(property)
    else if (name === 'URL') this.#addWebsite(property)
    else if (textProperties[name]) this.#addText(property, ...textProperties[name])
    else if (name !== 'CLASS' || !/^public$/i.test(property.value))
      this.#append('Other details', formatDetail(property, this.#labels.get(property.group)))
  }

  #append(heading: string, text: string): void {
    const existingText = this.cells[heading]
    if (text !== '') this.cells[heading] = existingText ? `${String(existingText)}\n${text}` : text
  }

  #addText(property: Property, ...[heading, read, otherLabel]: TextCell): void {
    const text = read(property)
    const existingText = this.cells[heading]
    if (!otherLabel || existingText === undefined) this.#append(heading, text)
    else if (existingText !== text) this.#append('Other details', `${otherLabel}: ${text}`)
  }

  #getNumberedHeading(heading: string): string {
    const headingNumber = (this.#countsByHeading.get(heading) ?? 0) + 1
    this.#countsByHeading.set(heading, headingNumber)
    return `${heading} ${headingNumber}`
  }

  #addName(property: Property): void {
    const nameParts = getComponents(property).map((part) => part.join(' '))
    if (this.cells['Last name'] !== undefined)
      return this.#append('Other details', `Other name: ${nameParts.filter(Boolean).join(' ')}`)
    const [last = '', first = '', middle = '', prefix = '', ...suffixes] = nameParts
    Object.assign(this.cells, { 'First name': first, 'Middle name': middle, 'Last name': last })
    this.#append('Name prefix', prefix)
    this.#append('Name suffix', suffixes.filter(Boolean).join(' '))
  }

  #addContact(property: Property): void {
    const isEmail = property.name === 'EMAIL'
    const heading = this.#getNumberedHeading(isEmail ? 'Email' : 'Phone')
    const value = isEmail ? getText(property).replace(/^mailto:/i, '') : getPhone(property)
    const types = getTypes(property)
    const customType = types.find((type) => /^x-/i.test(type))?.slice(2)
    const label = this.#labels.get(property.group) ?? customType
    // The value is a list, because text would be split at separators within the email or phone.
    this.cells[heading] = [value]
    this.cells[`${heading} type`] = [label, ...types].filter(Boolean).join(' ') || 'other'
    if (label && !usualLabelPattern.test(label)) this.#append('Other details', `${label}: ${value}`)
  }

  #addPostalAddress(property: Property): void {
    const text = getAddress(property)
    const types = [this.#labels.get(property.group), ...getTypes(property)].filter(Boolean)
    const suffix = types.length > 0 ? ` (${types.join(', ').toLowerCase()})` : ''
    if (text !== '') this.cells[this.#getNumberedHeading('Address')] = text + suffix
  }

  #addWebsite(property: Property): void {
    const label = this.#labels.get(property.group)
    const suffix = label && !/^homepage$/i.test(label) ? ` (${label})` : ''
    this.#append('Website', getText(property) + suffix)
  }

  /** Adds a field that has no vCard property and that Dealgraph exports as a CSV cell. */
  #addOwnField(property: Property): void {
    const name = property.parameters.get('X-NAME')?.[0] ?? ''
    const text = unescapeCell(getText(property))
    this.cells[name] = exportColumnTypes.get(name) === 'list' ? splitList(text) : text
  }

  #addBinary(property: Property): void {
    const { name, value } = property
    if (/^https?:/i.test(value)) return this.#append('Other details', formatDetail(property))
    this.remarks.push({
      heading: capitalize(name.toLowerCase()),
      action: 'left out',
      message: 'people have no such field',
      value: value.length > 200 ? `${Math.ceil(value.length / 1024)} kB` : value,
    })
  }
}
