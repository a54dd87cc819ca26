import type { DetailCode } from '../errors.ts'

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
