import type { Cell } from '../reading/source.ts'

/**
 * What the texts of cells mean. Each answers `undefined` where a cell holds nothing of the sort.
 */

/** In which order a date like 5/6/2026 is written. */
export type DateOrder = 'mdy' | 'dmy'

export interface Reading {
  dates: DateOrder
  /** The zone in which times without an offset are. */
  timeZone: string
  decimalComma: boolean
}

const words = {
  yes: ['true', 'yes', 'y', '1', 'x', 'done', 'completed', 'complete', 'closed'],
  no: ['false', 'no', 'n', '0', ''],
}

export function readBoolean(cell: Cell): boolean | undefined {
  if (typeof cell === 'boolean') return cell
  const word = String(cell).trim().toLowerCase()
  return words.yes.includes(word) ? true : words.no.includes(word) ? false : undefined
}

/** 1234.5, 1,234.50, $1,234, €1.234,50, 1 234,50, (500). */
export function readNumber(cell: Cell, decimalComma: boolean): number | undefined {
  if (typeof cell === 'number') return cell
  const text = String(cell).trim()
  if (
    /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) &&
    !(decimalComma && /^-?\d{1,3}(\.\d{3})+$/.test(text))
  )
    return Number(text)
  const negative = /^\(.*\)$|^[^\d]*[-−]/.test(text)
  const amount = text.replaceAll(/[^\d.,]/g, '')
  if (!/\d/.test(amount) || /[\p{L}]{4,}/u.test(text)) return undefined
  const last = Math.max(amount.lastIndexOf(','), amount.lastIndexOf('.'))
  const grouped =
    last < 0 ||
    (amount.length - last - 1 === 3 &&
      !(
        amount[last] === '.' &&
        !decimalComma &&
        amount.indexOf('.') === last &&
        !amount.includes(',')
      ))
  const twice = last >= 0 && amount.indexOf(amount[last] as string) !== last
  const [whole, part] =
    grouped || twice ? [amount, ''] : [amount.slice(0, last), amount.slice(last + 1)]
  const value = Number(`${whole.replaceAll(/[.,]/g, '') || '0'}.${part || '0'}`)
  return Number.isFinite(value) ? (negative ? -value : value) : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Day = [year: number, month: number, day: number]

function readDay(text: string, dates: DateOrder): Day | undefined {
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (iso) return real(iso.slice(1).map(Number))
  const worded =
    /^(?:\p{L}+,? )?(?:(\d{1,2})\.?[ -](\p{L}{3})\p{L}*\.?[ -]|(\p{L}{3})\p{L}*\.? (\d{1,2}),? )(\d{4})$/u.exec(
      text,
    )
  if (worded)
    return real([
      Number(worded[5]),
      months.indexOf((worded[2] ?? worded[3] ?? '').toLowerCase()) + 1,
      Number(worded[1] ?? worded[4]),
    ])
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/.exec(text)
  if (!numbers) return undefined
  const [first, second] = [Number(numbers[1]), Number(numbers[3])]
  const year = numbers[4]?.length === 2 ? 2000 + Number(numbers[4]) : Number(numbers[4])
  return real(dates === 'dmy' || numbers[2] === '.' ? [year, second, first] : [year, first, second])
}

function real([year = 0, month = 0, day = 0]: number[]): Day | undefined {
  return month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
    ? [year, month, day]
    : undefined
}

const clock = /^(.*?\d)(?:[T ,]+(?:at )?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?([AP]\.?M\.?)?)?$/i

/** A moment as the API takes it: in UTC. A date alone is its beginning. */
export function readTime(cell: Cell, { dates, timeZone }: Reading): string | undefined {
  const text = String(cell).trim()
  const exact = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/i.exec(
    text,
  )
  if (exact)
    return `${exact[1]}T${exact[2]}${exact[3] ?? ':00'}${exact[4]?.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString()
  const [, date = '', hour = '0', minute = '0', second = '0', half = ''] = clock.exec(text) ?? []
  const day = readDay(date.trim(), dates)
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour)
  return inZone(
    Date.UTC(day[0], day[1] - 1, day[2], hours, Number(minute), Number(second)),
    timeZone,
  )
}

/** A calendar date, YYYY-MM-DD; of a date and time the date as it is written. */
export function readDate(cell: Cell, { dates }: Reading): string | undefined {
  const text = String(cell).trim()
  const day =
    readDay((clock.exec(text)?.[1] ?? text).trim(), dates) ?? readDay(text.slice(0, 10), dates)
  return (
    day &&
    [
      String(day[0]).padStart(4, '0'),
      ...day.slice(1).map((part) => String(part).padStart(2, '0')),
    ].join('-')
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at a moment, as if they showed UTC. */
function shown(at: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    const digits = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      ...digits,
    })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  )
}

/** @param local what the clocks show, as if they showed UTC */
function inZone(local: number, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(local).toISOString()
  const guess = local - (shown(local, timeZone) - local)
  return new Date(guess - (shown(guess, timeZone) - local)).toISOString()
}
