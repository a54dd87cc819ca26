/** Formats errors, the same on both interfaces. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, Kind } from 'graphql'
import type { Logger } from 'pino'
import { ApiError, badRequest, internalError } from '../errors.ts'
import { InputError } from './schema/scalar-parsers.ts'

/** Errors of an operation that had no effect, since it was rolled back or did not run. */
export class OperationFailed extends Error {
  readonly errors: readonly GraphQLError[]
  /** The result, whose `data` is null if the operation ran. */
  readonly result: ExecutionResult
  constructor({ errors = [], data }: ExecutionResult) {
    super('The operation failed')
    this.errors = errors
    this.result = { errors, ...(data !== undefined && { data: null }) }
  }
}

export type ErrorLog = { log: Pick<Logger, 'error'> }

/** Returns the error that a resolver threw. */
export function unwrapError(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

/** Converts an error for the response, and logs server faults; unknown ones are INTERNAL_ERROR. */
export function toApiError(error: unknown, { log }: ErrorLog, requestId: string): ApiError {
  const cause = unwrapError(error)
  if (cause instanceof ApiError) {
    if (cause.status >= 500) log.error({ requestId, err: cause.cause ?? cause }, 'unavailable')
    return cause
  }
  if (cause instanceof GraphQLError || cause instanceof InputError) return badRequest(cause.message)
  log.error({ requestId, err: cause }, 'unexpected error')
  return internalError()
}

const maxErrors = 100

/** Formats up to 100 errors; the first determines the status of the response. */
export function formatErrors(errors: readonly unknown[], log: ErrorLog, requestId: string) {
  const listedErrors = errors.slice(0, maxErrors).map((error) => ({
    error: toApiError(error, log, requestId),
    at: error instanceof GraphQLError ? error : undefined,
  }))
  const all = listedErrors.map(({ error, at }) => formatError(error, requestId, at))
  const surplus = errors.length - listedErrors.length
  if (surplus > 0) all.push(formatError(badRequest(`Further errors: ${surplus}`), requestId))
  return { first: listedErrors[0]?.error ?? internalError(), all }
}

export const formatError = (
  { message, code, details, retryAfter }: ApiError,
  requestId: string,
  at?: GraphQLError,
): GraphQLFormattedError => ({
  message,
  ...(at?.locations && { locations: at.locations }),
  ...(at?.path && { path: at.path }),
  extensions: {
    code,
    ...(details && {
      details: details.map((detail) => ({ ...detail, field: toArgumentPath(detail.field, at) })),
    }),
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
  },
})

/** Returns the path of an input in the arguments: operations leave out the argument `input`. */
function toArgumentPath(field: string, at: GraphQLError | undefined): string {
  const [node] = at?.nodes ?? []
  if (node?.kind !== Kind.FIELD) return field
  const names = node.arguments?.map(({ name }) => name.value) ?? []
  const [head = ''] = /^\w+/.exec(field) ?? []
  return names.includes('input') && !names.includes(head) ? `input.${field}` : field
}
