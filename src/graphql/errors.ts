import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'
import { ApiError, badRequest, internalError } from '../errors.ts'
import { InputError } from './schema/text.ts'

/** Where it is told what is our fault. */
export interface ErrorLog {
  log: Pick<Logger, 'error'>
}

/**
 * The error behind a GraphQL error: ours as it was thrown; anything unforeseen goes to the log and
 * becomes INTERNAL_ERROR.
 */
export function toApiError(error: unknown, deps: ErrorLog, requestId: string): ApiError {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  if (cause instanceof ApiError) {
    if (cause.status >= 500) deps.log.error({ requestId, err: cause.cause ?? cause }, 'unavailable')
    return cause
  }
  if (cause instanceof GraphQLError || cause instanceof InputError) return badRequest(cause.message)
  deps.log.error({ requestId, err: cause }, 'unexpected error')
  return internalError()
}

/** So many errors are told of in an answer. */
const maxErrors = 100

/**
 * What a client is told of errors, however many there are; and the first, by which the status goes.
 */
export function formatErrors(
  errors: readonly unknown[],
  deps: ErrorLog,
  requestId: string,
): { first: ApiError | undefined; all: GraphQLFormattedError[] } {
  const found = errors.slice(0, maxErrors).map((error) => ({
    api: toApiError(error, deps, requestId),
    at: error instanceof GraphQLError ? error : undefined,
  }))
  const more = errors.length - found.length
  const rest = more > 0 ? [formatError(badRequest(`There are ${more} more errors`), requestId)] : []
  return {
    first: found[0]?.api,
    all: [...found.map(({ api, at }) => formatError(api, requestId, at)), ...rest],
  }
}

/** One of our errors as GraphQL shows it: the same code and details as on REST, in `extensions`. */
export function formatError(
  error: ApiError,
  requestId: string,
  at?: Pick<GraphQLError, 'path' | 'locations'>,
): GraphQLFormattedError {
  return {
    message: error.message,
    ...(at?.locations && { locations: at.locations }),
    ...(at?.path && { path: at.path }),
    extensions: {
      code: error.code,
      ...(error.details && { details: error.details }),
      requestId,
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    },
  }
}
