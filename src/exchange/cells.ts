/** The format of values in the cells of CSV files. */
import type { Value } from './fields.ts'

const listSeparator = '; '

/** Text that a spreadsheet would run as a formula, with any apostrophes that defuse it. */
const formula = /^'*[=+\-@\t\r]/
const defusedFormula = /^'+[=+\-@\t\r]/

/** Adds an apostrophe to text that a spreadsheet would run as a formula. */
export const defuse = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Reverses `defuse`. */
export const undefuse = (cell: string): string => (defusedFormula.test(cell) ? cell.slice(1) : cell)

/** Joins values, with a backslash before their semicolons and backslashes. */
const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join(listSeparator)

/** The trimmed values of a cell, without empty ones; a backslash before other text is kept. */
export function splitList(cell: string): string[] {
  const parts = cell.match(/(?:\\[\\;]|[^;])+/g) ?? []
  return parts
    .map((part) => part.trim().replaceAll(/\\([\\;])/g, '$1'))
    .filter((part) => part !== '')
}

/** Writes a value as a cell. Null is an empty cell; a number is never a formula. */
export function writeCell(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return defuse(value)
  return typeof value === 'object' ? defuse(joinList(value)) : String(value)
}
