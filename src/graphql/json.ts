import { type InnerProblem, InputError } from './input-error.ts'
import { readText } from './text.ts'

const deepestJson = 20

/**
 * Any JSON value, whose strings are text as everywhere: well-formed, and without control
 * characters.
 */
export function readJson(value: unknown): unknown {
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
    return told(() => readText(value, { min: 0, max: 5000, lines: true }))
  if (typeof value === 'number' && !Number.isFinite(value))
    return void problems.push({ place, detail: 'OUT_OF_RANGE', message: 'must be a finite number' })
  if (Array.isArray(value))
    return value.map((each, index) => readJsonAt(each, [...place, index], problems))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      told(() => readText(name, { min: 0, max: 200 })) ?? '',
      readJsonAt(each, [...place, name], problems),
    ]),
  )
}
