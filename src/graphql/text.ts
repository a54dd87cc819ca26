import { InputError } from './input-error.ts'

/** What a text may be. */
export interface Text {
  about: string
  min: number
  max: number
  /** Tab and line breaks are allowed. */
  lines?: true
  pattern?: { matches: RegExp; otherwise: string }
}

const controls = /[\u0000-\u001f\u007f-\u009f]/
const controlsInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Text as it is kept: NFC and trimmed, measured in Unicode code points. */
export function readText(value: unknown, { min, max, lines, pattern }: Omit<Text, 'about'>): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  if (!value.isWellFormed()) throw new InputError('INVALID_FORMAT', 'must be well-formed Unicode (it has a lone surrogate)')
  const text = value.normalize('NFC').trim()
  if ((lines ? controlsInLines : controls).test(text))
    throw new InputError('INVALID_FORMAT', `must not contain control characters${lines ? ' other than tabs and line breaks' : ''}`)
  const length = text.length > max * 2 ? text.length : [...text].length
  if (length < min) throw new InputError('TOO_SHORT', min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
  if (length > max) throw new InputError('TOO_LONG', `must have at most ${max} characters`)
  if (pattern && !pattern.matches.test(text)) throw new InputError('INVALID_FORMAT', pattern.otherwise)
  return text
}
