import { truncateText } from '../errors.ts'

/** A path of argument names, field names and list indexes. */
export type InputPath = readonly (string | number)[]

/** Returns the path of an argument for error details, such as `input.tags[3]`. */
export const formatArgumentPath = (path: InputPath): string => {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return truncateText(steps.join('').replace(/^\./, ''), 200)
}

/** Returns a path without the argument `input`, such as `tags[3]` or `emails[0].value`. */
export const formatInputPath = (path: InputPath): string =>
  formatArgumentPath(path[0] === 'input' && typeof path[1] === 'string' ? path.slice(1) : path)
