/** Reads a row's emails and phones with their types. A cell can contain several values. */
import { normalizePhone } from '../../../resources/people/lists.ts'
import { type FieldCell, type RowReader, splitCell } from '../row-reader.ts'
import { getText } from '../values.ts'
import type { FieldReader, RowContext } from './importer.ts'

type Contact = { value: string; type?: string | undefined; isBad?: boolean; heading: string }

/** Value separators. In a phone number, a comma can be a pause, and `;ext=` begins an extension. */
const separators = { email: /\s*:::\s*|[;,\n]/, phone: /\s*:::\s*|;(?!ext=)|\n/i } as const
type Medium = keyof typeof separators

const typePatterns: Record<Medium, [RegExp, string][]> = {
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

/** Maps a label to a contact type. Words that name no type, such as `VOICE`, are ignored. */
function toContactType(medium: Medium, label: string): string | undefined {
  const labelWords = label
    .replaceAll(/\b(internet|voice|pref|text|x-internet)\b/gi, '')
    .replaceAll(/[*]/g, '')
  return typePatterns[medium].find(([pattern]) => pattern.test(labelWords))?.[1]
}

export const readEmails: FieldReader = (context) =>
  setContacts(context.row, 'email', readContacts(context, 'email'))

export const readPhones: FieldReader = (context) => {
  const { row } = context
  const badCell = row.getCell('badPhones')
  const badPhones = badCell ? row.splitList(badCell) : []
  const phones = readContacts(context, 'phone').map((phone) =>
    badPhones.includes(phone.value) ? { ...phone, isBad: true } : phone,
  )
  setContacts(row, 'phone', phones)
  for (const phone of phones) addRemarkOnWords(context, phone)
}

const readContacts = (context: RowContext, medium: Medium): Contact[] => [
  ...readList(context, medium),
  ...context.row.getVariantCells(medium).flatMap((cell) => parseContacts(context, medium, cell)),
]

function setContacts(row: RowReader, medium: Medium, contacts: Contact[]): void {
  const listField = `${medium}s`
  for (const [index, { heading }] of contacts.entries())
    row.draft.headings.set(`${listField}[${index}]`, heading)
  if (contacts[0]) {
    const contactInputs = contacts.map(({ heading: _, ...contact }) => contact)
    row.setValue(listField, contactInputs, contacts[0].heading)
  } else if (!row.clearField(listField, listField, [])) row.clearField(medium, listField, [])
}

function addRemarkOnWords({ ctx, row }: RowContext, { value, heading }: Contact): void {
  if (!/\p{L}{2}/u.test(value.replaceAll(/\b(ext(ension|n)?|phone|tel)\b/gi, ''))) return
  const phone = normalizePhone(value, ctx.viewer.company.region)
  if (phone.status !== 'Valid') return
  const remarkText = `the words next to the number were removed; the number is ${phone.value}`
  row.draft.remarks.push({ heading, action: 'changed', message: remarkText, value })
}

function readList({ row, plan }: RowContext, medium: Medium): Contact[] {
  const valuesCell = row.getCell(`${medium}s`)
  if (!valuesCell) return []
  const typeCell = row.getCell(`${medium}Types`)
  const contactTypes = typeCell ? row.splitList(typeCell) : []
  return splitCell(valuesCell, plan.vendor, separators[medium]).map((value, index) => ({
    value,
    type: contactTypes[index] && toContactType(medium, contactTypes[index]),
    heading: valuesCell.heading,
  }))
}

function parseContacts({ row, plan }: RowContext, medium: Medium, cell: FieldCell): Contact[] {
  const label = row.getCells(`${medium}Type`).find(({ number }) => number === cell.number)
  const type = cell.field.split('.')[1] ?? (label && toContactType(medium, getText(label.cell)))
  const vendor = plan.vendor === 'dealgraph' ? 'plain' : plan.vendor
  return splitCell(cell, vendor, separators[medium]).map((text) => ({
    value: medium === 'email' ? extractAddress(text) : text,
    type,
    heading: cell.heading,
  }))
}

/** Returns the address in `Ann Lee <ann@example.com>`, or the whole text if it has no brackets. */
const extractAddress = (text: string): string => /<([^<>]+@[^<>]+)>/.exec(text)?.[1] ?? text
