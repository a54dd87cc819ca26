import { type InnerProblem, InputError, parseText } from './text.ts'

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/

/**
 * RFC 3339 date-time with an offset, a real calendar date in 1900 to 9999; kept in UTC with
 * milliseconds.
 */
export function parseDateTime(value: unknown): string {
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

const deepestJson = 20

/**
 * Any JSON value, whose strings are text as everywhere: well-formed, and without control
 * characters.
 */
export function parseJsonScalar(value: unknown): unknown {
  const problems: InnerProblem[] = []
  const read = readJsonAt(value, [], problems)
  if (problems[0]) throw new InputError(problems[0].detail, problems[0].message, problems)
  return read
}

function readJsonAt(
  value: unknown,
  place: InnerProblem['place'],
  problems: InnerProblem[],
): unknown {
  const told = <T>(read: () => T) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return void problems.push({ place, detail: error.detail, message: error.message })
    }
  }
  if (place.length > deepestJson)
    return void problems.push({
      place: [],
      detail: 'INVALID_FORMAT',
      message: `must not nest deeper than ${deepestJson} levels`,
    })
  if (typeof value === 'string')
    return told(() => parseText(value, { min: 0, max: 5000, lines: true }))
  if (typeof value === 'number' && !Number.isFinite(value))
    return void problems.push({ place, detail: 'OUT_OF_RANGE', message: 'must be a finite number' })
  if (Array.isArray(value))
    return value.map((each, index) => readJsonAt(each, [...place, index], problems))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      told(() => parseText(name, { min: 0, max: 200 })) ?? '',
      readJsonAt(each, [...place, name], problems),
    ]),
  )
}

/** Names as in the IANA database; Intl takes offsets such as +02:00 besides, which are no zones. */
export const timeZonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
export const maxTimeZoneLength = 64

const wrong = () =>
  new InputError(
    'INVALID_VALUE',
    'must be the IANA name of a time zone, such as Europe/Berlin or UTC',
  )

/**
 * A time zone that this machine knows, in the database's own spelling; of two names for one zone
 * the one that was given.
 */
export function parseTimeZone(value: unknown): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  const name = value.trim()
  if (name.length > maxTimeZoneLength || !timeZonePattern.test(name)) throw wrong()
  const known = canonical(name)
  return known.toLowerCase() === name.toLowerCase() ? known : name
}

function canonical(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw wrong()
  }
}
