/** Checks single values and lists against their types and limits. */
import type { DetailCode } from '../errors.ts'
import { findTextProblem } from './schema/scalar-parsers.ts'
import type { JsonSchema } from './schema/scalars.ts'

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const textTypes = new Set(['ID', 'String', 'EventPattern', 'EventType'])

/** Text without spaces, such as ids: each character is one code point. */
const visibleAscii = /^[!-~]*$/

/** Returns the problem of a value of a built-in scalar, before it is coerced. */
export function findScalarProblem(
  value: unknown,
  typeName: string,
  { anyText, jsonSchema }: { anyText?: boolean; jsonSchema?: JsonSchema },
): [DetailCode, string] | undefined {
  if (textTypes.has(typeName)) {
    if (typeof value !== 'string') return ['INVALID_FORMAT', 'must be a string']
    if (anyText) return undefined
    const isVisibleAscii = visibleAscii.test(value)
    if (!isVisibleAscii && (!value.isWellFormed() || controlCharacters.test(value)))
      return ['INVALID_FORMAT', 'must not contain control characters or lone surrogates']
    const maxLength = jsonSchema?.maxLength ?? 1000
    if (value.length > Math.max(maxLength, 1000))
      return ['TOO_LONG', `must have at most ${maxLength} characters`]
    const problem = isVisibleAscii ? undefined : findTextProblem(value)
    if (problem) return ['INVALID_FORMAT', problem]
  }
  if (typeName === 'Int' || typeName === 'Float') {
    if (typeof value !== 'number')
      return ['INVALID_FORMAT', `must be a ${typeName === 'Int' ? 'whole number' : 'number'}`]
    if (!Number.isFinite(value)) return ['OUT_OF_RANGE', 'must be a finite number']
    if (typeName === 'Int' && !Number.isInteger(value))
      return ['INVALID_FORMAT', 'must be a whole number']
  }
  if (typeName === 'Boolean' && typeof value !== 'boolean')
    return ['INVALID_FORMAT', 'must be true or false']
  return undefined
}

/** Maximum elements that are checked in a list; the limits of lists are far lower. */
export const maxElements = 1000

export function checkLimits(
  value: unknown,
  limits: JsonSchema | undefined,
  report: (code: DetailCode, message: string) => void,
): void {
  if (!limits) return
  const { minItems = 0, maxItems = maxElements, minLength = 0, maxLength = Infinity } = limits
  const { minimum = -Infinity, maximum = Infinity, pattern } = limits
  if (Array.isArray(value)) {
    const elements = `element${minItems === 1 ? '' : 's'}`
    if (value.length < minItems) report('TOO_SHORT', `must have at least ${minItems} ${elements}`)
    if (value.length > maxItems) report('TOO_LONG', `must have at most ${maxItems} elements`)
  } else if (typeof value === 'number') {
    if (value < minimum || value > maximum)
      report('OUT_OF_RANGE', `must be from ${minimum} to ${maximum}`)
  } else if (typeof value === 'string') {
    const { length } = visibleAscii.test(value) ? value : [...value.normalize('NFC').trim()]
    if (length < minLength) report('TOO_SHORT', `must have at least ${minLength} characters`)
    else if (length > maxLength) report('TOO_LONG', `must have at most ${maxLength} characters`)
    else if (pattern && !new RegExp(pattern, 'u').test(value))
      report('INVALID_FORMAT', `must match ${pattern}`)
  }
}
