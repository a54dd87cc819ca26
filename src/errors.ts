/**
 * Every error that a client can be given: its code, its HTTP status, and one constructor function
 * each. The codes are those of the contract (clause 7, "Errors") and, below the line, our
 * additions.
 */
export const statusOf = {
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  // beyond the contract
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  UNAVAILABLE: 503,
  // GraphQL only: Apollo's protocol asks for this code, with status 200
  PERSISTED_QUERY_NOT_SUPPORTED: 200,
} as const

export type ErrorCode = keyof typeof statusOf

/** What can be wrong with a value. */
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

/**
 * One failed value: `field` is its name on the wire, with an index where there is one (`tags[3]`).
 */
export interface Detail {
  field: string
  message: string
  code: DetailCode
}

/**
 * What an error says of what a client sent is cut: it must not be sent back at length, over and
 * over.
 */
export const shortened = (text: string, most = 500): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

interface Extra {
  details?: Detail[]
  /** Whole seconds after which a retry makes sense. */
  retryAfter?: number
  headers?: Record<string, string>
}

/**
 * Thrown once, where the rule is broken; translated in `graphql/errors.ts` and `rest/reply.ts`,
 * nowhere else.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Detail[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(shortened(message))
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
    this.headers = extra.headers ?? {}
  }

  get status(): number {
    return statusOf[this.code]
  }
}

export const badRequest = (message: string, details?: Detail[]) =>
  new ApiError('BAD_REQUEST', message, { details })

export const invalid = (details: Detail | Detail[], message = 'Some values are not valid') =>
  new ApiError('VALIDATION_ERROR', message, { details: [details].flat() })

export const unauthorized = () =>
  new ApiError('UNAUTHORIZED', 'Invalid or missing API key', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

export const forbidden = (message = 'You do not have permission to access this record') =>
  new ApiError('FORBIDDEN', message)

export const missingScope = (scope: string) =>
  forbidden(`This needs the scope ${scope}, which your API key does not have`)

/** @param kind the record's kind as people call it: "Contact", "Deal" … */
export const notFound = (kind: string) => new ApiError('NOT_FOUND', `${kind} not found`)

export const methodNotAllowed = (
  allow: string[],
  message = `This address answers ${allow.join(', ')} only`,
) => new ApiError('METHOD_NOT_ALLOWED', message, { headers: { Allow: allow.join(', ') } })

export const conflict = (message: string, extra: Extra = {}) =>
  new ApiError('CONFLICT', message, extra)

/** @param version the version that the record is at */
export const preconditionFailed = (version: number) =>
  new ApiError(
    'PRECONDITION_FAILED',
    `The record has changed since you read it: it is at version ${version}. Read it again, and repeat your change`,
  )

export const payloadTooLarge = (limit: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes`)

export const unsupportedMediaType = (message: string) =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', message)

/** @param reason ends in "or", so that waiting is the alternative */
export const rateLimitExceeded = (retryAfter: number, reason = 'Rate limit exceeded;') =>
  new ApiError('RATE_LIMIT_EXCEEDED', `${reason} try again in ${retryAfter} seconds`, {
    retryAfter,
  })

export const keyReused = () =>
  new ApiError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request; use a new key for each new request',
  )

export const keyBusy = () =>
  conflict('A request with this Idempotency-Key is still running', { retryAfter: 1 })

export const unavailable = (message = 'The service cannot do this right now; try again shortly') =>
  new ApiError('UNAVAILABLE', message, { retryAfter: 1 })

/** Clients recognise this message and send the query itself. */
export const persistedQueryNotSupported = () =>
  new ApiError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')

export const internalError = () => new ApiError('INTERNAL_ERROR', 'Unexpected server error')
