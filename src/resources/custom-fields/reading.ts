import type { Detail } from '../../errors.ts'
import type { CustomField } from './operations.ts'
import type { FieldType } from './table.ts'

/** A value as it is shown: null where there is none, an empty list for a multiple choice. */
export type CustomValue = string | number | boolean | string[] | null

/** A row of a value, without what says whose it is. */
export interface Kept {
  text: string | null
  textKey: string | null
  number: number | null
}

export const longestKey = 100
const most = 1e15

/**
 * What filters compare of a text: without case; a long one is cut, and marked so that it equals no
 * short one.
 */
export function textKeyOf(text: string): string {
  const points = [...text.toLowerCase()]
  return points.length > longestKey ? `${points.slice(0, longestKey).join('')}…` : points.join('')
}

const calendarDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$/

/**
 * A calendar date, 1900 to 9999; of a date and time, the date as it is written. Nothing where it is
 * none.
 */
export function readDate(given: unknown): string | undefined {
  const parts = typeof given === 'string' ? calendarDate.exec(given) : null
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const real =
    year >= 1900 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return real ? (given as string).slice(0, 10) : undefined
}

type Problem = Pick<Detail, 'code' | 'message'>
type Read = { kept: Kept[] } | { problem: Problem; at?: number }

const wrong = (message: string, code: Problem['code'] = 'INVALID_FORMAT'): Read => ({
  problem: { code, message },
})
const text = (value: string, textKey = value): Kept => ({ text: value, textKey, number: null })
const number = (value: number): Kept => ({
  text: null,
  textKey: null,
  number: value === 0 ? 0 : value,
})

function readChoice(given: unknown, { options }: CustomField): Read {
  if (typeof given !== 'string') return wrong('must be the value of an option, as a string')
  if (options.some((option) => option.value === given)) return { kept: [text(given)] }
  return wrong(
    `must be one of ${options.map((option) => option.value).join(', ')}`.slice(0, 1000),
    'INVALID_VALUE',
  )
}

function readChoices(given: unknown, field: CustomField): Read {
  if (!Array.isArray(given)) return wrong('must be a list of values of options')
  if (given.length > 100) return wrong('must have at most 100 elements', 'TOO_LONG')
  for (const [at, each] of given.entries()) {
    const read = readChoice(each, field)
    if ('problem' in read) return { ...read, at }
  }
  return {
    kept: field.options
      .filter((option) => given.includes(option.value))
      .map((option) => text(option.value)),
  }
}

const readers: Record<FieldType, (given: unknown, field: CustomField) => Read> = {
  text: (given) =>
    typeof given !== 'string'
      ? wrong('must be a string')
      : { kept: given === '' ? [] : [text(given, textKeyOf(given))] },
  number(given) {
    if (typeof given !== 'number') return wrong('must be a number')
    return Math.abs(given) <= most
      ? { kept: [number(given)] }
      : wrong('must be from -1e15 to 1e15', 'OUT_OF_RANGE')
  },
  date(given) {
    const date = readDate(given)
    return date
      ? { kept: [text(date)] }
      : wrong('must be a date such as 2026-05-17, in 1900 to 9999')
  },
  boolean: (given) =>
    typeof given !== 'boolean' ? wrong('must be true or false') : { kept: [number(Number(given))] },
  singleChoice: readChoice,
  multipleChoice: readChoices,
}

/**
 * What is kept of a value that was given for a field (its strings are text as everywhere); no row
 * where it is empty.
 */
export const readValue = (field: CustomField, given: unknown): Read =>
  given === null ? { kept: [] } : readers[field.type](given, field)

/** The value that these rows are. Choices are listed in the order of the options. */
export function shownValue(
  { type, options }: CustomField,
  rows: readonly Pick<Kept, 'text' | 'number'>[],
): CustomValue {
  if (type === 'multipleChoice')
    return options
      .filter((option) => rows.some((row) => row.text === option.value))
      .map((option) => option.value)
  const [row] = rows
  if (!row) return null
  if (type === 'boolean') return row.number === 1
  // What a merge has kept and brings back may be an option that is gone by then.
  if (type === 'singleChoice')
    return options.find((option) => option.value === row.text)?.value ?? null
  return type === 'number' ? row.number : row.text
}
