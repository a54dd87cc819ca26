/** Reads vCard 2.1, 3.0 and 4.0; groups of contacts become tags of their members. */
import { Buffer } from 'node:buffer'
import { byteOrderMark, type Examined, linesOf } from './bytes.ts'
import type { Remark, Source, SourceRow } from './source.ts'
import { createValueDecoder, type ValueDecoder } from './value-decoder.ts'
import { type Card, cellsOfCard } from './vcard-cells.ts'
import { headingOrder, textOf } from './vcard-details.ts'
import { readProperty, unfold } from './vcard-lines.ts'

/** Lines of a card that is not read on: photos in it can be large. */
const maxLines = 100_000

/** vCard 2.1, 3.0 and 4.0: any number of cards after each other. */
export function vcardSource(path: string, examined: Examined): Source {
  let groups: Promise<Groups> | undefined
  return {
    about: `vCard, ${examined.encodingLabel}`,
    extension: 'vcf',
    decimalComma: false,
    headingOrder,
    head: '',
    refused: ({ raw }, why) => {
      const error = `X-ERROR:${why.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s+/g, ' ')}`
      const bytes = Buffer.from(error).toString('latin1')
      const text = String(raw).replace(
        /(\n|^)END:VCARD/i,
        (_, start) => `${start}${bytes}\r\nEND:VCARD`,
      )
      return Buffer.from(`${text}\r\n`, 'latin1')
    },
    async *rows() {
      groups ??= groupsOf(path, examined)
      const found = await groups
      const decoder = createValueDecoder(examined)
      for await (const raw of cards(path, examined)) yield rowOf(raw, decoder, found)
    },
  }
}

interface RawCard {
  line: number
  lines: readonly string[]
  hasNested: boolean
}

/** The lines of a file as bytes, each a character below 256, for every encoding. */
async function* byteLines(path: string, { encoding }: Examined): AsyncGenerator<string> {
  const isWide = encoding !== 'utf-8' && encoding !== 'bytes'
  for await (const line of linesOf(path, isWide ? encoding : 'bytes')) {
    const bytes = isWide ? Buffer.from(line).toString('latin1') : line
    // Concatenated files have byte order marks in the middle.
    yield bytes.startsWith(byteOrderMark) ? bytes.slice(byteOrderMark.length) : bytes
  }
}

/** The cards of a file, without nested cards such as that of an assistant. */
async function* cards(path: string, examined: Examined): AsyncGenerator<RawCard> {
  let number = 0
  let card: { line: number; lines: string[]; hasNested: boolean } | undefined
  let depth = 0
  for await (const text of byteLines(path, examined)) {
    number++
    const marker = text.length > 40 ? '' : text.trim().toUpperCase()
    if (marker === 'BEGIN:VCARD' && card && /^AGENT\b.*:\s*$/i.test(card.lines.at(-1) ?? '')) {
      card.hasNested = true
      depth++
      continue
    }
    if (depth > 0) {
      if (marker === 'END:VCARD') depth--
      continue
    }
    if (marker === 'BEGIN:VCARD') {
      // One that was never ended is a card all the same.
      if (card) yield { ...card, lines: [...card.lines, 'END:VCARD'] }
      card = { line: number, lines: [], hasNested: false }
    }
    if (!card || card.lines.length > maxLines) continue
    card.lines.push(text)
    if (marker !== 'END:VCARD') continue
    yield card
    card = undefined
  }
  if (card) yield { ...card, lines: [...card.lines, 'END:VCARD'] }
}

const isMarker = /^(BEGIN:VCARD|END:VCARD)\s*$/i

function readCard(lines: readonly string[], decoder: ValueDecoder): Card & { remarks: Remark[] } {
  const remarks: Remark[] = []
  const whole = unfold(lines).filter((line) => !isMarker.test(line))
  const version =
    whole.map((line) => /^VERSION:\s*([\d.]+)/i.exec(line)?.[1]).find(Boolean) ?? '3.0'
  const properties = whole.flatMap((line) => {
    const property = readProperty(line, version, decoder)
    if (!property)
      remarks.push({
        action: 'left out',
        message: 'a line that is not a property',
        value: decoder.decode(line.slice(0, 500)),
      })
    return property ? [property] : []
  })
  return { properties, remarks }
}

const nestedCard: Remark = {
  heading: 'Agent',
  action: 'left out',
  message: 'a card within the card',
}

function rowOf(
  { line, lines, hasNested }: RawCard,
  decoder: ValueDecoder,
  groups: Groups,
): SourceRow {
  const raw = lines.join('\r\n')
  const { remarks, ...card } = readCard(lines, decoder)
  const { cells, remarks: others } = cellsOfCard(card)
  const group = groupOf(card)
  const tags = tagsOf(card, groups)
  return {
    line,
    raw,
    cells: group
      ? {}
      : {
          ...cells,
          ...(tags.length > 0 && {
            Categories: [cells['Categories'] ?? [], tags].flat() as string[],
          }),
        },
    ...(group && { skipped: groups.summary(group) }),
    remarks: [
      ...remarks,
      ...others,
      ...(hasNested ? [nestedCard] : []),
      ...decoder.takeAssumptions(),
    ],
  }
}

/** Reads the groups of a file first, since their cards may follow those of their members. */
function groupsOf(path: string, examined: Examined): Promise<Groups> {
  const decoder = createValueDecoder(examined)
  return readGroups(async function* (wanted) {
    for await (const { lines } of cards(path, examined))
      if (wanted === 'all' || lines.some(isGroupLine)) yield readCard(lines, decoder)
  })
}

/**
 * Groups of contacts, which are separate cards: the name of a group becomes a tag of its members in
 * the file.
 */
interface Group {
  name: string
  members: readonly string[]
}

interface Groups {
  /** Names of groups by a member's key. */
  byMember: ReadonlyMap<string, readonly string[]>
  /** Describes the result for a group. */
  summary(group: Group): string
}

const keyOf = (text: string) => text.toLowerCase().replace(/^urn:uuid:/, '')

const textsOf = (card: Card, names: RegExp): string[] =>
  card.properties.filter(({ name }) => names.test(name)).map(textOf)

/** The keys by which a group can refer to a card: its UID and emails. */
const contactKeys = (card: Card): string[] => [
  ...textsOf(card, /^UID$/).map(keyOf),
  ...textsOf(card, /^EMAIL$/).map((email) => keyOf(`mailto:${email.replace(/^mailto:/i, '')}`)),
]

/** The group of a card; undefined for a contact. */
function groupOf(card: Card): Group | undefined {
  const kinds = textsOf(card, /^(KIND|X-ADDRESSBOOKSERVER-KIND)$/)
  if (!kinds.some((kind) => /^group$/i.test(kind))) return undefined
  const [name = ''] = textsOf(card, /^FN$/)
  return {
    name: name || textsOf(card, /^N$/).join(' ').replaceAll(';', ' ').trim(),
    members: textsOf(card, /^(MEMBER|X-ADDRESSBOOKSERVER-MEMBER)$/).map(keyOf),
  }
}

const tagsOf = (card: Card, { byMember }: Groups): string[] =>
  byMember.size === 0 ? [] : contactKeys(card).flatMap((key) => byMember.get(key) ?? [])

/** Whether a line marks its card as a group. */
const isGroupLine = (line: string): boolean =>
  line.length < 200 && /^([\w-]+\.)?(X-ADDRESSBOOKSERVER-)?KIND\b[^:]*:\s*group\s*$/i.test(line)

async function readGroups(
  cards: (wanted: 'groups' | 'all') => AsyncIterable<Card>,
): Promise<Groups> {
  const byMember = new Map<string, string[]>()
  for await (const card of cards('groups')) {
    const group = groupOf(card)
    for (const member of group?.members ?? [])
      byMember.set(member, [...(byMember.get(member) ?? []), group?.name ?? ''])
  }
  const found = new Set<string>()
  if (byMember.size > 0)
    for await (const card of cards('all')) for (const key of contactKeys(card)) found.add(key)
  return {
    byMember,
    summary({ name, members }) {
      const missing = members.filter((member) => !found.has(member)).length
      const there = members.length - missing
      const rest = missing > 0 ? '; the others are not in this file' : ''
      return `is a group: "${name}" is a tag of ${there} of its ${members.length} members${rest}`
    },
  }
}
