import type { Card } from './vcard-cells.ts'
import { textOf } from './vcard-details.ts'

/**
 * Groups of contacts, which are separate cards: the name of a group becomes a tag of its members in
 * the file.
 */
export interface Group {
  name: string
  members: readonly string[]
}

export interface Groups {
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
export function groupOf(card: Card): Group | undefined {
  const kinds = textsOf(card, /^(KIND|X-ADDRESSBOOKSERVER-KIND)$/)
  if (!kinds.some((kind) => /^group$/i.test(kind))) return undefined
  const [name = ''] = textsOf(card, /^FN$/)
  return {
    name: name || textsOf(card, /^N$/).join(' ').replaceAll(';', ' ').trim(),
    members: textsOf(card, /^(MEMBER|X-ADDRESSBOOKSERVER-MEMBER)$/).map(keyOf),
  }
}

export const tagsOf = (card: Card, { byMember }: Groups): string[] =>
  byMember.size === 0 ? [] : contactKeys(card).flatMap((key) => byMember.get(key) ?? [])

/** Whether a line marks its card as a group. */
export const isGroupLine = (line: string): boolean =>
  line.length < 200 && /^([\w-]+\.)?(X-ADDRESSBOOKSERVER-)?KIND\b[^:]*:\s*group\s*$/i.test(line)

export async function readGroups(
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
