/** Reads vCard 2.1, 3.0 and 4.0. Contact groups become tags of their members. */
import type { Remark, Source, SourceRow } from './source.ts'
import { byteOrderMark, type ExaminedFile, readLines, ValueDecoder } from './text-file.ts'
import { type CardCells, CardReader, headingOrder } from './vcard-cells.ts'
import { getComponents, getText, type Property, parseProperty, unfold } from './vcard-properties.ts'

export function openVcards(path: string, file: ExaminedFile): Source {
  let groups: Groups | undefined
  return {
    description: `vCard, ${file.encodingLabel}`,
    extension: 'vcf',
    decimalComma: false,
    headingOrder,
    errorsHead: '',
    formatError({ raw }, reason) {
      const errorLine = `X-ERROR:${reason.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s+/g, ' ')}`
      const bytes = Buffer.from(errorLine).toString('latin1')
      const cardText = String(raw).replace(/(?<=\n|^)END:VCARD/i, () => `${bytes}\r\nEND:VCARD`)
      return Buffer.from(`${cardText}\r\n`, 'latin1')
    },
    async *rows() {
      groups ??= await Groups.readGroups(path, file)
      const decoder = new ValueDecoder(file)
      for await (const card of readCards(path, file)) yield toRow(card, decoder, groups)
    },
  }
}

type RawCard = { line: number; lines: string[]; hasAgent: boolean }

/** Reads lines as byte strings (characters below 256). Converts UTF-16 and ISO-2022 to UTF-8. */
async function* readByteLines(path: string, { encoding }: ExaminedFile): AsyncGenerator<string> {
  const isConverted = encoding !== 'utf-8' && encoding !== 'bytes'
  for await (const line of readLines(path, isConverted ? encoding : 'bytes')) {
    const bytes = isConverted ? Buffer.from(line).toString('latin1') : line
    // Concatenated files can contain byte order marks in the middle.
    yield bytes.startsWith(byteOrderMark) ? bytes.slice(byteOrderMark.length) : bytes
  }
}

/** Maximum number of lines per vCard, enough for large embedded photos. */
const maxCardLines = 100_000

/** Splits a file into vCards. Omits nested vCards, such as the vCard of an assistant. */
async function* readCards(path: string, file: ExaminedFile): AsyncGenerator<RawCard> {
  let lineNumber = 0
  let depth = 0
  let card: RawCard | undefined
  for await (const lineText of readByteLines(path, file)) {
    lineNumber++
    const upperCaseLine = lineText.length > 40 ? '' : lineText.trim().toUpperCase()
    if (upperCaseLine === 'BEGIN:VCARD') {
      if (card && /^AGENT\b.*:\s*$/i.test(card.lines.at(-1) ?? '')) {
        card.hasAgent = true
        depth++
      } else if (depth === 0) {
        // A vCard without an `END:VCARD` line is accepted.
        if (card) yield { ...card, lines: [...card.lines, 'END:VCARD'] }
        card = { line: lineNumber, lines: [], hasAgent: false }
      }
    }
    if (depth > 0) {
      if (upperCaseLine === 'END:VCARD') depth--
      continue
    }
    if (!card || card.lines.length > maxCardLines) continue
    card.lines.push(lineText)
    if (upperCaseLine !== 'END:VCARD') continue
    yield card
    card = undefined
  }
  if (card) yield { ...card, lines: [...card.lines, 'END:VCARD'] }
}

function parseCard(lines: readonly string[], decoder: ValueDecoder) {
  const remarks: Remark[] = []
  const propertyLines = unfold(lines).filter((line) => !/^(BEGIN:VCARD|END:VCARD)\s*$/i.test(line))
  const versions = propertyLines.map((line) => /^VERSION:\s*([\d.]+)/i.exec(line)?.[1])
  const version = versions.find(Boolean) ?? '3.0'
  const properties = propertyLines.flatMap((line) => {
    const property = parseProperty(line, version, decoder)
    if (property) return [property]
    const value = decoder.decode(line.slice(0, 500))
    remarks.push({ action: 'left out', message: 'the line is not a vCard property', value })
    return []
  })
  return { properties, remarks }
}

function toRow({ line, lines, hasAgent }: RawCard, decoder: ValueDecoder, groups: Groups) {
  const { properties, remarks } = parseCard(lines, decoder)
  const reader = new CardReader(properties)
  remarks.push(...reader.remarks)
  if (hasAgent) remarks.push({ heading: 'Agent', action: 'left out', message: 'a nested vCard' })
  remarks.push(...decoder.takeAssumptions())
  const row: SourceRow = { line, raw: lines.join('\r\n'), cells: {}, remarks }
  const group = parseGroup(properties)
  if (group) return { ...row, skipped: groups.describeGroup(group) }
  const cells = completeNames(reader.cells, properties)
  const tags = groups.getTags(properties)
  if (tags.length > 0) cells['Categories'] = [cells['Categories'] ?? [], tags].flat()
  return { ...row, cells }
}

const kindPattern = /^(KIND|X-ADDRESSBOOKSERVER-KIND)$/

const isOrganization = (properties: readonly Property[]): boolean =>
  properties.some(({ name, value }) =>
    name === 'X-ABSHOWAS'
      ? /^company$/i.test(value)
      : kindPattern.test(name) && /^org/i.test(value),
  )

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns whether a full name contains words that are not in the name parts. */
function hasMoreWords(fullName: string, parts: string): boolean {
  let remainingWords = splitWords(fullName).join(' ')
  for (const word of splitWords(parts).sort((a, b) => b.length - a.length))
    remainingWords = remainingWords.replaceAll(word, ' ')
  return remainingWords.trim() !== ''
}

/**
 * Completes the name of a vCard. Without `N`, uses the full name, the nickname or, as a last name,
 * the organization. Keeps as `Display name` a full name with words that `N` lacks.
 */
function completeNames(values: CardCells, properties: readonly Property[]): CardCells {
  const { 'Full name': fullNameCell = '', UID: uidCell = '', ...cells } = values
  const isDealgraphId = /^person_\w+$/.test(String(uidCell))
  const id: CardCells = uidCell ? { [isDealgraphId ? 'id' : 'UID']: uidCell } : {}
  const contacts = Object.values(cells).filter((cell) => Array.isArray(cell))
  const fullName = contacts.flat().includes(String(fullNameCell)) ? '' : String(fullNameCell)
  if (cells['First name'] || cells['Last name']) {
    const nameHeadings = ['First name', 'Middle name', 'Last name', 'Name prefix', 'Name suffix']
    const parts = nameHeadings.map((heading) => cells[heading] ?? '').join(' ')
    return { ...cells, ...id, ...(hasMoreWords(fullName, parts) && { 'Display name': fullName }) }
  }
  const organization = properties.find(({ name }) => name === 'ORG')
  const personName = fullName || String(cells['Nickname'] ?? '')
  const name = personName || (organization ? (getComponents(organization).flat()[0] ?? '') : '')
  const heading = isOrganization(properties) || !personName ? 'Last name' : 'Full name'
  return { ...cells, ...id, ...(name && { [heading]: name }) }
}

const normalizeKey = (text: string) => text.toLowerCase().replace(/^urn:uuid:/, '')

const getTexts = (properties: readonly Property[], namePattern: RegExp): string[] =>
  properties.filter(({ name }) => namePattern.test(name)).map(getText)

/** Returns the keys by which a group can refer to a vCard: the UID and the emails. */
const listMemberKeys = (properties: readonly Property[]): string[] => [
  ...getTexts(properties, /^UID$/).map(normalizeKey),
  ...getTexts(properties, /^EMAIL$/).map((email) =>
    normalizeKey(`mailto:${email.replace(/^mailto:/i, '')}`),
  ),
]

type Group = NonNullable<ReturnType<typeof parseGroup>>

/** Parses a contact group: a vCard whose name becomes a tag of its members in the file. */
function parseGroup(properties: readonly Property[]) {
  const kinds = getTexts(properties, kindPattern)
  if (!kinds.some((kind) => /^group$/i.test(kind))) return undefined
  const [name] = getTexts(properties, /^FN$/)
  return {
    name: name || getTexts(properties, /^N$/).join(' ').replaceAll(';', ' ').trim(),
    members: getTexts(properties, /^(MEMBER|X-ADDRESSBOOKSERVER-MEMBER)$/).map(normalizeKey),
  }
}

const isGroupLine = (line: string): boolean =>
  line.length < 200 && /^([\w-]+\.)?(X-ADDRESSBOOKSERVER-)?KIND\b[^:]*:\s*group\s*$/i.test(line)

/** The contact groups of a file. They are read first, because members may precede their group. */
class Groups {
  readonly #namesByMember = new Map<string, string[]>()
  readonly #existingMembers = new Set<string>()

  static async readGroups(path: string, file: ExaminedFile): Promise<Groups> {
    const groups = new Groups()
    const decoder = new ValueDecoder(file)
    for await (const { lines } of readCards(path, file))
      if (lines.some(isGroupLine))
        groups.#addGroup(parseGroup(parseCard(lines, decoder).properties))
    if (groups.#namesByMember.size > 0)
      for await (const { lines } of readCards(path, file))
        for (const key of listMemberKeys(parseCard(lines, decoder).properties))
          groups.#existingMembers.add(key)
    return groups
  }

  #addGroup(group: Group | undefined): void {
    for (const member of group?.members ?? [])
      this.#namesByMember.set(member, [
        ...(this.#namesByMember.get(member) ?? []),
        group?.name ?? '',
      ])
  }

  getTags(properties: readonly Property[]): string[] {
    if (this.#namesByMember.size === 0) return []
    return listMemberKeys(properties).flatMap((key) => this.#namesByMember.get(key) ?? [])
  }

  describeGroup({ name, members }: Group): string {
    const memberCount = members.filter((member) => this.#existingMembers.has(member)).length
    const missingText = memberCount < members.length ? '; the others are not in this file' : ''
    return `is a group: "${name}" is a tag of ${memberCount} of its ${members.length} members${missingText}`
  }
}
