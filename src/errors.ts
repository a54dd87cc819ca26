/**
 * API errors: the codes with their HTTP statuses, and factory functions. The contract (clause 7,
 * "Errors") defines only some of the codes.
 */
export const statusByCode = {
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  // Codes that the contract does not define:
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  UNAVAILABLE: 503,
  // For GraphQL only. Clients of Apollo's older protocol expect 200; other clients receive 422.
  PERSISTED_QUERY_NOT_SUPPORTED: 200,
} as const

export type ErrorCode = keyof typeof statusByCode

/** The reasons why a value is invalid. */
export const detailCodes = [
  'REQUIRED_FIELD',
  'INVALID_FORMAT',
  'TOO_SHORT',
  'TOO_LONG',
  'OUT_OF_RANGE',
  'INVALID_VALUE',
  'INVALID_REFERENCE',
] as const
export type DetailCode = (typeof detailCodes)[number]

/** An invalid value; `field` is its path in the request, such as `tags[3]`. */
export type Detail = { field: string; message: string; code: DetailCode }

/** The maximum number of details in an error; further invalid values are not reported. */
export const maxDetails = 100

export const createDetail = (field: string, code: DetailCode, message: string): Detail => ({
  field,
  code,
  message,
})

/** Truncates text that contains client input, so that a client cannot inflate an error message. */
export const truncateText = (text: string, maxLength = 500): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text

interface ErrorOptions {
  details?: Detail[]
  /** The delay before a retry, in whole seconds. */
  retryAfterSeconds?: number
  headers?: Record<string, string>
  /** Whether the error does not count as a failed attempt to guess a secret. */
  isUncharged?: boolean
  /** The scope that the caller lacks; the first one if any of several is sufficient. */
  missingScope?: string | undefined
}

/** An error that the REST and GraphQL handlers format and report to the client. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Detail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Record<string, string>
  readonly isUncharged: boolean
  readonly missingScope: string | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(truncateText(message))
    this.code = code
    this.details = options.details?.slice(0, maxDetails)
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
    this.isUncharged = options.isUncharged ?? false
    this.missingScope = options.missingScope
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

export const badRequest = (message: string, details?: Detail[]) =>
  new ApiError('BAD_REQUEST', message, { details })

export const invalid = (details: Detail | Detail[], message = 'Some values are not valid') =>
  new ApiError('VALIDATION_ERROR', message, { details: [details].flat() })

export const unauthorized = (options: Pick<ErrorOptions, 'isUncharged'> = {}) =>
  new ApiError('UNAUTHORIZED', 'Invalid or missing API key', {
    ...options,
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

export const forbidden = (message = 'You do not have permission to access this record') =>
  new ApiError('FORBIDDEN', message)

/** @param scopes one scope, or several joined by "or" */
export const missingScope = (scopes: string) =>
  new ApiError('FORBIDDEN', `Requires the scope ${scopes}, which your credential does not have`, {
    missingScope: scopes.split(' ')[0],
  })

/** @param kind the record's name in the message, such as "Contact" or "Deal" */
export const notFound = (kind: string) => new ApiError('NOT_FOUND', `${kind} not found`)

export const methodNotAllowed = (
  allow: string[],
  message = `This path accepts only ${allow.join(', ')} requests`,
) => new ApiError('METHOD_NOT_ALLOWED', message, { headers: { Allow: allow.join(', ') } })

/** @param types the media types that the server can return */
export const notAcceptable = (types: string) =>
  new ApiError('NOT_ACCEPTABLE', `Set the \`Accept\` header to one of ${types}`)

export const conflict = (message: string, options: ErrorOptions = {}) =>
  new ApiError('CONFLICT', message, options)

/** @param version the record's current version */
export const preconditionFailed = (version: number) =>
  new ApiError(
    'PRECONDITION_FAILED',
    `The record has changed since you read it and is now at version ${version}: read it again and repeat your change`,
  )

export const payloadTooLarge = (limit: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', `The request body exceeds the limit of ${limit} bytes`)

export const unsupportedMediaType = (message: string) =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', message)

/** @param reason the start of the message; "try again in … seconds" is appended */
export const rateLimitExceeded = (retryAfterSeconds: number, reason = 'Rate limit exceeded;') =>
  new ApiError('RATE_LIMIT_EXCEEDED', `${reason} try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds: retryAfterSeconds,
  })

export const idempotencyKeyReused = () =>
  new ApiError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request; use a new key for each new request',
  )

export const idempotencyKeyInUse = () =>
  conflict('A request with this Idempotency-Key is running: retry later', { retryAfterSeconds: 1 })

export const unavailable = (
  message = 'The service is temporarily unavailable; try again shortly',
) => new ApiError('UNAVAILABLE', message, { retryAfterSeconds: 1 })

/** Clients recognize this message and send the request again with the query text. */
export const persistedQueryNotSupported = () =>
  new ApiError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')

export const internalError = () => new ApiError('INTERNAL_ERROR', 'Unexpected server error')
