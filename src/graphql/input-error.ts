import { GraphQLError } from 'graphql'
import type { DetailCode } from '../errors.ts'

/** Thrown by a scalar that refuses a value: says why, and what would be right. */
export class InputError extends GraphQLError {
  readonly detail: DetailCode
  constructor(detail: DetailCode, message: string) {
    super(message)
    this.detail = detail
  }
}
