import type { Value, ValueType } from './columns.ts'

/** How values stand in the cells of a CSV file. `readCell` reads whatever `writeCell` wrote. */
const separator = '; '

/**
 * A spreadsheet would run it as a formula; apostrophes before that are counted too, so that one can
 * be taken away again.
 */
const formula = /^'*[=+\-@\t\r]/
const defused = /^'+[=+\-@\t\r]/

/** A leading apostrophe makes plain text of what a spreadsheet would run as a formula. */
export const defuse = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** The text as it was before `defuse`. */
export const undefuse = (cell: string): string => (defused.test(cell) ? cell.slice(1) : cell)

/** A semicolon that is no separator, and a backslash, have a backslash before them. */
const joined = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join(separator)

/**
 * The parts of a cell of several values, trimmed, without empty ones; a backslash before anything
 * else is one.
 */
export function splitList(cell: string): string[] {
  const parts = cell.match(/(?:\\[\\;]|[^;])+/g) ?? []
  return parts
    .map((part) => part.trim().replaceAll(/\\([\\;])/g, '$1'))
    .filter((part) => part !== '')
}

/**
 * A value as a cell. Nothing is an empty cell; numbers are never defused, for they are no formulas.
 */
export function writeCell(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string' || typeof value === 'object')
    return defuse(typeof value === 'string' ? value : joined(value))
  return String(value)
}

/** The texts that mean yes and no; case does not matter. */
const yes = ['true', 'yes', 'y', '1', 'x']
const no = ['false', 'no', 'n', '0']

/**
 * The value that a cell holds; `undefined` where it holds none of that type. An empty cell is null,
 * of a list an empty one.
 */
export function readCell(type: ValueType, cell: string): Value | undefined {
  const text = undefuse(cell)
  if (type === 'list') return splitList(text)
  if (text.trim() === '') return null
  if (type === 'boolean') {
    const word = text.trim().toLowerCase()
    return yes.includes(word) ? true : no.includes(word) ? false : undefined
  }
  if (type !== 'number') return text
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
