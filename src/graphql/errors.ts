import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Deps } from '../context.ts'
import { ApiError, badRequest, internalError } from '../errors.ts'

/** The error behind a GraphQL error: ours as it was thrown; anything unforeseen goes to the log and becomes INTERNAL_ERROR. */
export function apiErrorOf(error: unknown, deps: Pick<Deps, 'log'>, requestId: string): ApiError {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  if (cause instanceof ApiError) {
    if (cause.status >= 500) deps.log.error({ requestId, err: cause.cause ?? cause }, 'unavailable')
    return cause
  }
  if (cause instanceof GraphQLError) return badRequest(cause.message)
  deps.log.error({ requestId, err: cause }, 'unexpected error')
  return internalError()
}

/** One of our errors as GraphQL shows it: the same code and details as on REST, in `extensions`. */
export function formatted(error: ApiError, requestId: string, at?: Pick<GraphQLError, 'path' | 'locations'>): GraphQLFormattedError {
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
