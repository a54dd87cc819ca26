import type { DetailCode } from '../../errors.ts'
import { isVisible } from '../../lib/visible-text.ts'

/** What a text may be. */
export interface TextRule {
  about: string
  min: number
  max: number
  /** Tab and line breaks are allowed. */
  lines?: true
  pattern?: { matches: RegExp; otherwise: string }
}

/**
 * As in Unicode's Stream-Safe Text Format (UAX 15): to put more of them in order would take as long
 * as their number squared.
 */
const mostMarks = 30
const marks = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')

/**
 * What is wrong with a text whatever it is for, if anything: what is read on is well-formed, and
 * quick to normalise.
 */
export function textProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must be well-formed Unicode (it has a lone surrogate)'
  return marks.test(text)
    ? `must not have more than ${mostMarks} combining marks in a row`
    : undefined
}

/** Control characters, including all line separators of Unicode. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const controlsInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Each character is one code point, and its own normal form. */
const plain = /^[\u0000-\u007f]*$/

/** Text as it is kept: NFC and trimmed, measured in Unicode code points. */
export function parseText(
  value: unknown,
  { min, max, lines, pattern }: Omit<TextRule, 'about'>,
): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  const ascii = plain.test(value)
  const wrong = ascii ? undefined : textProblem(value)
  if (wrong) throw new InputError('INVALID_FORMAT', wrong)
  const text = (ascii ? value : value.normalize('NFC')).trim()
  if ((lines ? controlsInLines : controls).test(text))
    throw new InputError(
      'INVALID_FORMAT',
      `must not contain control characters${lines ? ' other than tabs and line breaks' : ' or line breaks'}`,
    )
  const length = ascii || text.length > max * 2 ? text.length : [...text].length
  if (length < min)
    throw new InputError(
      'TOO_SHORT',
      min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    )
  if (length > max) throw new InputError('TOO_LONG', `must have at most ${max} characters`)
  if (min > 0 && !ascii && !isVisible(text))
    throw new InputError('INVALID_FORMAT', 'must have at least one visible character')
  if (pattern && !pattern.matches.test(text))
    throw new InputError('INVALID_FORMAT', pattern.otherwise)
  return text
}

/** What is wrong inside a value, and where. */
export interface InnerProblem {
  place: readonly (string | number)[]
  detail: DetailCode
  message: string
}

/** Thrown by a scalar that refuses a value: says why, and what would be right. */
export class InputError extends Error {
  readonly detail: DetailCode
  /** Where the value has parts: all that is wrong with them. */
  readonly inside: readonly InnerProblem[]
  constructor(detail: DetailCode, message: string, inside: readonly InnerProblem[] = []) {
    // Nobody asks where it was thrown, and to find that out for thousands of bad values would take
    // half a second.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.detail = detail
    this.inside = inside
  }
}
