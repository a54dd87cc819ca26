/** Reads cells as typed values. The `read…` functions return undefined for invalid text. */
import { isCalendarDate } from '../../lib/text.ts'
import { toUtc } from '../../lib/time-zones.ts'
import type { ValueType } from '../fields.ts'
import type { Cell } from '../reading/source.ts'

export type DateOrder = 'mdy' | 'dmy'

export type ValueFormat = { dates: DateOrder; timeZone: string; decimalComma: boolean }

type CellType = Exclude<ValueType, 'list'>

export function readValue(type: CellType, cell: Cell, format: ValueFormat) {
  if (type === 'number') return readNumber(cell, format.decimalComma)
  if (type === 'boolean') return readBoolean(cell)
  if (type === 'time') return readTime(cell, format)
  return type === 'date' ? readDate(cell, format) : getText(cell)
}

export function getAdvice(type: CellType, { dates }: ValueFormat): string {
  if (type === 'number') return 'must be a number, such as 1234.50'
  if (type === 'boolean') return 'must be yes or no'
  const order =
    dates === 'mdy'
      ? 'month, day, year; with --dates dmy: day, month, year'
      : 'day, month, year; with --dates mdy: month, day, year'
  return `must be a date, such as 2026-05-17, or a date and time, such as 2026-05-17 09:30 (dates such as 5/6/2026 are read as ${order})`
}

export const getText = (cell: Cell): string =>
  (Array.isArray(cell) ? cell.join('\n') : String(cell)).trim()

const trueWords = ['true', 'yes', 'y', '1', 'x', 'done', 'completed', 'complete', 'closed']
const falseWords = ['false', 'no', 'n', '0', '']

export function readBoolean(cell: Cell): boolean | undefined {
  if (typeof cell === 'boolean') return cell
  const word = String(cell).trim().toLowerCase()
  return trueWords.includes(word) ? true : falseWords.includes(word) ? false : undefined
}

/** Parses numbers and amounts: 1234.5, 1,234.50, $1,234, €1.234,50, 1 234,50 and (500). */
export function readNumber(cell: Cell, decimalComma: boolean): number | undefined {
  if (typeof cell === 'number') return cell
  const text = String(cell).trim()
  const isPlain = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)
  if (isPlain && !(decimalComma && /^-?\d{1,3}(\.\d{3})+$/.test(text))) return Number(text)
  const isNegative = /^\(.*\)$|^[^\d]*[-−]/.test(text)
  const digits = text.replaceAll(/[^\d.,]/g, '')
  if (!/\d/.test(digits) || /[\p{L}]{4,}/u.test(text)) return undefined
  const separatorIndex = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const [wholePart, fraction] = isGroupSeparator(digits, separatorIndex, decimalComma)
    ? [digits, '']
    : [digits.slice(0, separatorIndex), digits.slice(separatorIndex + 1)]
  const absoluteValue = Number(`${wholePart.replaceAll(/[.,]/g, '') || '0'}.${fraction || '0'}`)
  return Number.isFinite(absoluteValue) ? (isNegative ? -absoluteValue : absoluteValue) : undefined
}

function isGroupSeparator(amount: string, index: number, decimalComma: boolean): boolean {
  if (index < 0 || amount.indexOf(amount[index] as string) !== index) return true
  const isDecimalPoint = amount[index] === '.' && !decimalComma && !amount.includes(',')
  return amount.length - index - 1 === 3 && !isDecimalPoint
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type CalendarDay = [year: number, month: number, day: number]

const isoDayPattern = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const compactDayPattern = /^(\d{4})(\d\d)(\d\d)$/
const wordedDayPattern =
  /^(?:\p{L}+,? )?(?:(\d{1,2})\.?[ -](\p{L}{3})\p{L}*\.?[ -]|(\p{L}{3})\p{L}*\.? (\d{1,2}),? )(\d{4})$/u
const numericDayPattern = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/

function readDay(text: string, dates: DateOrder): CalendarDay | undefined {
  const isoMatch = isoDayPattern.exec(text) ?? compactDayPattern.exec(text)
  if (isoMatch) return toValidDay(isoMatch.slice(1).map(Number))
  const wordedMatch = wordedDayPattern.exec(text)
  if (wordedMatch) {
    const month = months.indexOf((wordedMatch[2] ?? wordedMatch[3] ?? '').toLowerCase()) + 1
    return toValidDay([Number(wordedMatch[5]), month, Number(wordedMatch[1] ?? wordedMatch[4])])
  }
  const match = numericDayPattern.exec(text)
  if (!match) return undefined
  const [first, second] = [Number(match[1]), Number(match[3])]
  const year = match[4]?.length === 2 ? 2000 + Number(match[4]) : Number(match[4])
  const isDayFirst = dates === 'dmy' || match[2] === '.'
  return toValidDay(isDayFirst ? [year, second, first] : [year, first, second])
}

const toValidDay = ([year = 0, month = 0, day = 0]: number[]): CalendarDay | undefined =>
  isCalendarDate(year, month, day) ? [year, month, day] : undefined

const exactTimePattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/i
const dateAndTimePattern =
  /^(.*?\d)(?:[T ,]+(?:at )?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?([AP]\.?M\.?)?)?$/i

/** Converts a time to the API's format. A date without a time means the start of the day. */
export function readTime(cell: Cell, { dates, timeZone }: ValueFormat): string | undefined {
  const text = String(cell).trim()
  const exactMatch = exactTimePattern.exec(text)
  if (exactMatch)
    return `${exactMatch[1]}T${exactMatch[2]}${exactMatch[3] ?? ':00'}${exactMatch[4]?.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString()
  const [, date = '', hour = '0', minute = '0', second = '0', meridiem = ''] =
    dateAndTimePattern.exec(text) ?? []
  const day = readDay(date.trim(), dates)
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const hours = meridiem ? (Number(hour) % 12) + (/^p/i.test(meridiem) ? 12 : 0) : Number(hour)
  const localMs = Date.UTC(day[0], day[1] - 1, day[2], hours, Number(minute), Number(second))
  return new Date(toUtc(localMs, timeZone)).toISOString()
}

/** Converts a calendar date to YYYY-MM-DD. Ignores the time of day. */
export function readDate(cell: Cell, { dates }: ValueFormat): string | undefined {
  const text = String(cell).trim()
  const day =
    readDay((dateAndTimePattern.exec(text)?.[1] ?? text).trim(), dates) ??
    readDay(text.slice(0, 10), dates)
  if (!day) return undefined
  const [year, month, date] = day.map((part) => String(part).padStart(2, '0'))
  return `${year?.padStart(4, '0')}-${month}-${date}`
}
