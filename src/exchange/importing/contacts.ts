import { normalizePhone } from '../../resources/people/contact.ts'
import { listOf } from './common.ts'
import { type Piece, textOf, valuesOf } from './draft.ts'
import type { Reader } from './run.ts'

/**
 * Emails and phones of a row: one in a cell or several, with what they are used for beside them.
 */
interface Contact {
  value: string
  type?: string | undefined
  isBad?: boolean
}

/** In a phone a comma may be a pause, and `;ext=` begins the extension. */
const separators = { email: /\s*:::\s*|[;,\n]/, phone: /\s*:::\s*|;(?!ext=)|\n/i } as const
type What = keyof typeof separators

const uses: Record<What, [RegExp, string][]> = {
  email: [
    [/work|business|office|company|arbeit/i, 'work'],
    [/home|personal|private|privat/i, 'home'],
    [/\w/, 'other'],
  ],
  phone: [
    [/fax/i, 'fax'],
    [/mobil|cell|iphone|handy/i, 'mobile'],
    [/work|business|office|company|main|arbeit/i, 'work'],
    [/home|personal|private|privat/i, 'home'],
    [/\w/, 'other'],
  ],
}

/**
 * What a label of another program means; none: the usual. `INTERNET`, `VOICE` and the like say
 * nothing.
 */
function useOf(what: What, label: string): string | undefined {
  const said = label
    .replaceAll(/\b(internet|voice|pref|text|x-internet)\b/gi, '')
    .replaceAll(/[*]/g, '')
  return uses[what].find(([word]) => word.test(said))?.[1]
}

export function readContacts(reader: Reader): void {
  for (const what of ['email', 'phone'] as const) {
    const { row } = reader
    const list = what === 'email' ? 'emails' : 'phones'
    const found = marked(reader, [
      ...ownList(reader, what),
      ...row.finer(what).flatMap((piece) => inCell(reader, what, piece)),
    ])
    for (const [index, { heading }] of found.entries())
      row.draft.headings.set(`${list}[${index}]`, heading)
    if (what === 'phone') for (const phone of found) remarkWords(reader, phone)
    const [first] = found
    if (first)
      row.put(
        list,
        found.map(({ heading: _, ...contact }) => contact),
        first.heading,
      )
    else if (row.clears(list) ?? row.clears(what))
      row.put(list, [], row.clears(list) ?? row.clears(what) ?? '')
  }
}

type Found = Contact & { heading: string }

/** Reports words beside a number, such as `(ask for Bob)`, which are not stored. */
function remarkWords({ ctx, row }: Reader, { value, heading }: Found): void {
  if (!/\p{L}{2}/u.test(value.replaceAll(/\b(ext(ension|n)?|phone|tel)\b/gi, ''))) return
  const phone = normalizePhone(value, ctx.viewer.region)
  if (phone.status !== 'Valid') return
  const message = `to ${phone.value}: the words beside the number were left out`
  row.draft.remarks.push({ heading, action: 'changed', message, value })
}

/** Phones that are known not to reach the person stand once more in a column of their own. */
function marked(reader: Reader, found: Found[]): Found[] {
  const [bad] = reader.row.pieces('badPhones')
  const values = bad ? listOf(reader, bad) : []
  return found.map((each) => (values.includes(each.value) ? { ...each, isBad: true } : each))
}

/**
 * The columns of our own export: `emails`, and at the same places of `emailTypes` what they are.
 */
function ownList(reader: Reader, what: What): Found[] {
  const { row } = reader
  const [values, types] = [`${what}s`, `${what}Types`].map((field) => row.pieces(field)[0])
  const kinds = types ? listOf(reader, types) : []
  if (!values) return []
  return valuesOf(values, reader.run.vendor, separators[what]).map((value, index) => ({
    value,
    type: kinds[index] && useOf(what, kinds[index]),
    heading: values.heading,
  }))
}

function inCell({ row, run }: Reader, what: What, piece: Piece): Found[] {
  const beside = row.pieces(`${what}Type`).find(({ number }) => number === piece.number)
  const type = piece.field.split('.')[1] ?? (beside && useOf(what, textOf(beside.cell)))
  return valuesOf(piece, run.vendor === 'dealgraph' ? 'plain' : run.vendor, separators[what]).map(
    (text) => ({
      value: bare(what, text),
      type,
      heading: piece.heading,
    }),
  )
}

/** `Ann Lee <ann@example.com>` is an address with a name. */
const bare = (what: What, text: string): string =>
  what === 'email' ? (/<([^<>]+@[^<>]+)>/.exec(text)?.[1] ?? text) : text
