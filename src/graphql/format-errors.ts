/** Formats errors, in the same way for GraphQL and REST. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, Kind } from 'graphql'
import type { Logger } from 'pino'
import { ApiError, badRequest, internalError } from '../errors.ts'
import { InputError } from './schema/scalar-parsers.ts'

/** Thrown for an operation that had no effect because it was rejected or rolled back. */
export class OperationFailed extends Error {
  readonly errors: readonly GraphQLError[]
  /** The GraphQL result: `data` is null if the operation ran, and absent if it did not run. */
  readonly result: ExecutionResult
  constructor({ errors = [], data }: ExecutionResult) {
    super('The operation failed')
    this.errors = errors
    this.result = { errors, ...(data !== undefined && { data: null }) }
  }
}

export type ErrorLog = { log: Pick<Logger, 'error'> }

/** Returns the error that a resolver threw, without the `GraphQLError`s that wrap it. */
export function unwrapError(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

/** Converts an error for the response (INTERNAL_ERROR if unknown), and logs server faults. */
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

/** Formats the first 100 errors and counts the others. The first error determines the status. */
export function formatErrors(errors: readonly unknown[], log: ErrorLog, requestId: string) {
  const apiErrors = errors.slice(0, maxErrors).map((error) => toApiError(error, log, requestId))
  const errorList = apiErrors.map((apiError, index) => {
    const error = errors[index]
    return formatError(apiError, requestId, error instanceof GraphQLError ? error : undefined)
  })
  const omittedCount = errors.length - apiErrors.length
  const omission = badRequest(`Errors not listed: ${omittedCount}`)
  if (omittedCount > 0) errorList.push(formatError(omission, requestId))
  return { firstError: apiErrors[0] ?? internalError(), errorList }
}

export const formatError = (
  { message, code, details, retryAfterSeconds: retryAfter }: ApiError,
  requestId: string,
  error?: GraphQLError,
): GraphQLFormattedError => ({
  message,
  ...(error?.locations && { locations: error.locations }),
  ...(error?.path && { path: error.path }),
  extensions: {
    code,
    ...(details && {
      details: details.map((detail) => ({ ...detail, field: toArgumentPath(detail.field, error) })),
    }),
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
  },
})

/** Prefixes the path of an input field with `input.`, which operations omit from their paths. */
function toArgumentPath(field: string, error: GraphQLError | undefined): string {
  const [node] = error?.nodes ?? []
  if (node?.kind !== Kind.FIELD) return field
  const names = node.arguments?.map(({ name }) => name.value) ?? []
  const [firstName = ''] = /^\w+/.exec(field) ?? []
  return names.includes('input') && !names.includes(firstName) ? `input.${field}` : field
}
