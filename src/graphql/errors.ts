/** Turns errors of GraphQL into those of the API, the same on both interfaces. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { ApiError, badRequest, internalError } from '../errors.ts'
import { InputError } from './schema/scalar-parsers.ts'

/** Errors of an operation that had no effect: they rolled it back, or nothing of it ran. */
export class OperationFailed extends Error {
  readonly errors: readonly GraphQLError[]
  constructor(errors: readonly GraphQLError[]) {
    super('The operation failed')
    this.errors = errors
  }
}

export interface ErrorLog {
  log: Pick<Logger, 'error'>
}

/** Logs faults of the server; an unexpected one becomes INTERNAL_ERROR. */
export function toApiError(error: unknown, { log }: ErrorLog, requestId: string): ApiError {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  if (cause instanceof ApiError) {
    if (cause.status >= 500) log.error({ requestId, err: cause.cause ?? cause }, 'unavailable')
    return cause
  }
  if (cause instanceof GraphQLError || cause instanceof InputError) return badRequest(cause.message)
  log.error({ requestId, err: cause }, 'unexpected error')
  return internalError()
}

const maxErrors = 100

/** Formats up to 100 errors of a response, of which the first determines its status. */
export function formatErrors(
  errors: readonly unknown[],
  log: ErrorLog,
  requestId: string,
): { first: ApiError | undefined; all: GraphQLFormattedError[] } {
  const listed = errors.slice(0, maxErrors).map((error) => ({
    error: toApiError(error, log, requestId),
    at: error instanceof GraphQLError ? error : undefined,
  }))
  const all = listed.map(({ error, at }) => formatError(error, requestId, at))
  const more = errors.length - listed.length
  if (more > 0) all.push(formatError(badRequest(`There are ${more} more errors`), requestId))
  return { first: listed[0]?.error, all }
}

export const formatError = (
  { message, code, details, retryAfter }: ApiError,
  requestId: string,
  at?: Pick<GraphQLError, 'path' | 'locations'>,
): GraphQLFormattedError => ({
  message,
  ...(at?.locations && { locations: at.locations }),
  ...(at?.path && { path: at.path }),
  extensions: {
    code,
    ...(details && { details }),
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
  },
})
