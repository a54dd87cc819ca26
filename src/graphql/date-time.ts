import { InputError } from './input-error.ts'

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/

/**
 * RFC 3339 date-time with an offset, a real calendar date in 1900 to 9999; kept in UTC with
 * milliseconds.
 */
export function readDateTime(value: unknown): string {
  const wrong = () =>
    new InputError(
      'INVALID_FORMAT',
      'must be a date and time with an offset, such as 2026-05-17T09:30:00Z',
    )
  if (typeof value !== 'string') throw wrong()
  const parts = dateTime.exec(value)
  if (!parts) throw wrong()
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const zone = parts[8] as string
  const [zoneHour, zoneMinute] = /\d/.test(zone)
    ? [Number(zone.slice(1, 3)), Number(zone.slice(4))]
    : [0, 0]
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    zoneHour > 23 ||
    zoneMinute > 59
  )
    throw wrong()
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  const offset = (zoneHour * 60 + zoneMinute) * (zone[0] === '-' ? -1 : 1)
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second, milliseconds))
  if (year < 1900 || time.getUTCFullYear() < 1900 || time.getUTCFullYear() > 9999) throw wrong()
  return time.toISOString()
}
