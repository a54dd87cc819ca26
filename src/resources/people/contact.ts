/** Emails and phones: from inputs to stored rows. */
import type { CountryCode } from 'libphonenumber-js'
import { loadPhoneNumbers } from '../../lib/phone-numbers.ts'
import type { EmailRow, PhoneRow } from './table.ts'

export interface EmailInput {
  value: string
  type?: EmailRow['type'] | null
  isPrimary?: boolean | null
}

export interface PhoneInput {
  value: string
  type?: PhoneRow['type'] | null
  isPrimary?: boolean | null
  isBad?: boolean | null
}

type NewRow<Row> = Omit<Row, 'companyId' | 'personId'>

/** Removes repetitions and makes one row primary: the first that is marked, or else the first. */
function withOnePrimary<Row extends { value: string; isPrimary: number; position: number }>(
  rows: Row[],
  key: (row: Row) => string,
): Row[] {
  const distinct = rows.filter(
    (row, index) => rows.findIndex((other) => key(other) === key(row)) === index,
  )
  const primary = Math.max(
    0,
    distinct.findIndex((row) => row.isPrimary === 1),
  )
  return distinct.map((row, position) => ({
    ...row,
    position,
    isPrimary: Number(position === primary),
  }))
}

/** Exceeds every stored address, so that a longer search term matches nobody. */
const maxEmailKeyLength = 1000
export const emailKeyOf = (address: string): string =>
  address.trim().slice(0, maxEmailKeyLength).normalize('NFC').toLowerCase()

export function toEmailRows(emails: readonly EmailInput[]): NewRow<EmailRow>[] {
  const rows = emails.map(({ value, type, isPrimary }) => ({
    position: 0,
    value,
    valueKey: emailKeyOf(value),
    type: type ?? ('home' as const),
    isPrimary: Number(isPrimary ?? false),
  }))
  return withOnePrimary(rows, (row) => row.valueKey)
}

/**
 * Normalises any spelling of a number to E.164, followed by its extension if it has one
 * (`+14155550100 x33`); a number without a country prefix belongs to the company's country. Text
 * that is not a number, such as `555-HOME`, is stored as entered, with status Invalid.
 */
export function normalizePhone(text: string, region: string): Pick<PhoneRow, 'value' | 'status'> {
  // The library reads at most nine digits after `x`, and twenty after `;ext=`.
  const spelling = text.replace(/ x(\d+)$/, ';ext=$1')
  const local = loadPhoneNumbers().parsePhoneNumberFromString(spelling, region as CountryCode)
  // Many write 00 for +, also where the country dials another prefix.
  const parsed = local?.isValid() ? local : (parseIfValid(spelling.replace(/^\D*00/, '+')) ?? local)
  if (!parsed || (!parsed.isValid() && !parsed.ext && /\p{L}/u.test(text)))
    return { value: text, status: 'Invalid' }
  return {
    value: parsed.ext ? `${parsed.number} x${parsed.ext}` : parsed.number,
    status: parsed.isValid() ? 'Valid' : 'Invalid',
  }
}

function parseIfValid(text: string) {
  const parsed = text.startsWith('+')
    ? loadPhoneNumbers().parsePhoneNumberFromString(text)
    : undefined
  return parsed?.isValid() ? parsed : undefined
}

export function toPhoneRows(phones: readonly PhoneInput[], region: string): NewRow<PhoneRow>[] {
  const rows = phones.map(({ value, type, isPrimary, isBad }) => ({
    position: 0,
    ...normalizePhone(value, region),
    type: type ?? ('mobile' as const),
    isPrimary: Number(isPrimary ?? false),
    isBad: Number(isBad ?? false),
  }))
  return withOnePrimary(rows, (row) => row.value)
}
