import type { DuplicateRow, RenamedRow, Review } from '../exchange/importing/review.ts'

/** Formats the rows that change an existing record, or may duplicate one, for a terminal. */
const maxWidth = 100
const maxLines = 20

const cut = (text: string, width: number): string => {
  const letters = [...text]
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : text
}

/** One indented line, cut to `maxWidth`. */
const lineOf = (indent: number, text: string): string =>
  ' '.repeat(indent) + cut(text.replaceAll(/\s+/g, ' '), maxWidth - indent)

interface Contact {
  value: string
  type?: string
  isPrimary?: boolean
  isBad?: boolean
}

/** A value in one line: `ann@example.com (work, primary)`. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)'
  if (Array.isArray(value)) return value.length > 0 ? value.map(shown).join(', ') : '(none)'
  if (typeof value !== 'object') return String(value)
  if ('externalId' in value) return Object.values(value).join(':')
  const { value: contact, type, isPrimary, isBad } = value as Contact
  const about = [type, isPrimary && 'primary', isBad && 'bad'].filter(Boolean)
  return `${contact} (${about.join(', ')})`
}

const heading = ({ line, title, id }: { line: number; title: string; id: string }): string =>
  lineOf(2, `line ${line}: ${[title, id].filter(Boolean).join(', ')}`)

/** All changes that a dry run found, field by field. */
export function changeLines({ changes }: Review): string[] {
  const fields = changes.map((row) => [
    heading(row),
    ...row.fields.map(({ field, from, to }) => {
      const width = Math.floor((maxWidth - 4 - field.length - 5) / 2)
      return lineOf(4, `${field}: ${cut(shown(from), width)} → ${cut(shown(to), width)}`)
    }),
  ])
  return changes.length > 0 ? ['Changes of existing records:', ...fields.flat()] : []
}

function named({ line, id, from, to, kept }: RenamedRow): string {
  const become = kept ? `keeps the name "${from}"; the file has "${to}"` : `"${from}" → "${to}"`
  return lineOf(2, `line ${line}: ${id} ${become}`)
}

function duplicate({ line, id, title, people, total }: DuplicateRow): string[] {
  const others = people.map((each) =>
    lineOf(4, `${each.by} ${each.value}: ${[each.title, each.id].filter(Boolean).join(', ')}`),
  )
  const more = total > people.length ? [`    … and ${total - people.length} more`] : []
  return [heading({ line, id, title }), ...others, ...more]
}

/** @param max rows of each list */
export function reviewLines({ names, possibleDuplicates }: Review, max = maxLines): string[] {
  const more = (total: number) =>
    total > max ? [`  … and ${total - max} more; --json lists all of them`] : []
  const kept = names.filter((row) => row.kept)
  const changed = names.filter((row) => !row.kept)
  const list = (title: string, rows: readonly RenamedRow[]) =>
    rows.length > 0
      ? [`${title}: ${rows.length}`, ...rows.slice(0, max).map(named), ...more(rows.length)]
      : []
  return [
    ...list('Names kept (--overwrite-names replaces them)', kept),
    ...list('Names changed', changed),
    ...(possibleDuplicates.length > 0
      ? [
          `Possible duplicates: ${possibleDuplicates.length}`,
          ...possibleDuplicates.slice(0, max).flatMap(duplicate),
          ...more(possibleDuplicates.length),
        ]
      : []),
  ]
}
