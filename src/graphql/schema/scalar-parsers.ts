/** Parsers of the constrained scalars; each throws an `InputError` that names the problem. */
import type { DetailCode } from '../../errors.ts'
import { isCalendarDate, isVisible } from '../../lib/text.ts'

/** A problem inside a structured value, such as a JSON object. */
type InnerProblem = { path: readonly (string | number)[]; code: DetailCode; message: string }

export class InputError extends Error {
  readonly code: DetailCode
  /** The problems inside the value; empty if the value as a whole is invalid. */
  readonly problems: readonly InnerProblem[]
  constructor(code: DetailCode, message: string, problems: readonly InnerProblem[] = []) {
    // Capturing stack traces for thousands of invalid values would take half a second.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.problems = problems
  }
}

export interface TextForm {
  /** Whether tabs and line breaks are allowed. */
  isMultiline?: true
  pattern?: RegExp
  /** The error message for text that does not match the pattern. */
  message?: string
}

interface TextRule extends TextForm {
  /** Length in Unicode code points, after trimming. */
  min: number
  max: number
}

/** The limit of Unicode's Stream-Safe Text Format (UAX #15): sorting marks takes quadratic time. */
const maxCombiningMarks = 30
const excessMarksPattern = new RegExp(`\\p{M}{${maxCombiningMarks + 1}}`, 'u')

/** Returns the problem if a text is malformed Unicode or slow to normalize. */
export function findTextProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must be well-formed Unicode: it contains a lone surrogate'
  return excessMarksPattern.test(text)
    ? `must not have more than ${maxCombiningMarks} combining marks in a row`
    : undefined
}

/** Matches control characters and the Unicode line and paragraph separators. */
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const multilineControlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Matches ASCII text, which needs no normalization; each UTF-16 code unit is a code point. */
const asciiPattern = /^[\u0000-\u007f]*$/

/** Returns the trimmed text in Unicode Normalization Form C (NFC). */
function parseText(value: unknown, rule: TextRule): string {
  const { min, max, isMultiline, pattern, message = '' } = rule
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  const isAscii = asciiPattern.test(value)
  const problem = isAscii ? undefined : findTextProblem(value)
  if (problem) throw new InputError('INVALID_FORMAT', problem)
  const text = (isAscii ? value : value.normalize('NFC')).trim()
  if ((isMultiline ? multilineControlCharacters : controlCharacters).test(text))
    throw new InputError(
      'INVALID_FORMAT',
      `must not contain control characters${isMultiline ? ' other than tabs and line breaks' : ' or line breaks'}`,
    )
  const length = isAscii || text.length > max * 2 ? text.length : [...text].length
  if (length < min)
    throw new InputError(
      'TOO_SHORT',
      min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    )
  if (length > max) throw new InputError('TOO_LONG', `must have at most ${max} characters`)
  if (min > 0 && !isAscii && !isVisible(text))
    throw new InputError('INVALID_FORMAT', 'must have at least one visible character')
  if (pattern && !pattern.test(text)) throw new InputError('INVALID_FORMAT', message)
  return text
}

export const createTextParser = (rule: TextRule) => (value: unknown) => parseText(value, rule)

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/

/** Parses an RFC 3339 time from 1900 to 9999, and returns the time in UTC with milliseconds. */
export function parseDateTime(value: unknown): string {
  const reject = (): never => {
    throw new InputError(
      'INVALID_FORMAT',
      'must be a date and time with an offset, such as 2026-05-17T09:30:00Z',
    )
  }
  const match = typeof value === 'string' ? rfc3339.exec(value) : null
  if (!match) return reject()
  const fraction = match[7] ?? ''
  const zone = match[8] ?? ''
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number)
  const [zoneHour = 0, zoneMinute = 0] = /\d/.test(zone) ? zone.slice(1).split(':').map(Number) : []
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59
  if (!isCalendarDate(year, month, day) || !isTime) reject()
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const offsetMinutes = (zoneHour * 60 + zoneMinute) * (zone[0] === '-' ? -1 : 1)
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute - offsetMinutes, second, ms))
  if (year < 1900 || time.getUTCFullYear() < 1900 || time.getUTCFullYear() > 9999) reject()
  return time.toISOString()
}

/** Parses a calendar date from the year 1900 to 9999. */
export function parseDate(value: unknown): string {
  const match = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null
  const [year = 0, month = 0, day = 0] = match?.slice(1).map(Number) ?? []
  if (year < 1900 || !isCalendarDate(year, month, day))
    throw new InputError('INVALID_FORMAT', 'must be a date from 1900 to 9999, such as 2026-05-17')
  return value as string
}

/** Matches IANA time zone names; `Intl` would also accept offsets such as +02:00. */
export const timeZonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
export const maxTimeZoneLength = 64

/** Returns a time zone name in its canonical capitalization; returns an alias unchanged. */
export function parseTimeZone(value: unknown): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  const name = value.trim()
  const isValidName = name.length <= maxTimeZoneLength && timeZonePattern.test(name)
  const canonicalName = isValidName ? findCanonicalName(name) : undefined
  if (!canonicalName)
    throw new InputError(
      'INVALID_VALUE',
      'must be the IANA name of a time zone, such as Europe/Berlin or UTC',
    )
  return canonicalName.toLowerCase() === name.toLowerCase() ? canonicalName : name
}

function findCanonicalName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const maxJsonDepth = 20

export function parseJsonScalar(value: unknown): unknown {
  const problems: InnerProblem[] = []
  const parsedValue = parseJsonAt(value, [], problems)
  if (problems[0]) throw new InputError(problems[0].code, problems[0].message, problems)
  return parsedValue
}

function parseJsonAt(
  value: unknown,
  path: InnerProblem['path'],
  problems: InnerProblem[],
): unknown {
  const report = (code: DetailCode, message: string, problemPath = path) =>
    void problems.push({ path: problemPath, code, message })
  const parse = (text: string, rule: TextRule): string | undefined => {
    try {
      return parseText(text, rule)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return report(error.code, error.message)
    }
  }
  if (path.length > maxJsonDepth)
    return report('INVALID_FORMAT', `must not nest deeper than ${maxJsonDepth} levels`, [])
  if (typeof value === 'string') return parse(value, { min: 0, max: 5000, isMultiline: true })
  if (typeof value === 'number' && !Number.isFinite(value))
    return report('OUT_OF_RANGE', 'must be a finite number')
  if (Array.isArray(value))
    return value.map((element, index) => parseJsonAt(element, [...path, index], problems))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [
      parse(name, { min: 0, max: 200 }) ?? '',
      parseJsonAt(property, [...path, name], problems),
    ]),
  )
}
