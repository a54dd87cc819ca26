/** The errors of each operation, as OpenAPI responses shared by all operations. */
import { detailCodes, type ErrorCode, statusByCode } from '../../errors.ts'
import type { PreparedRoute } from '../prepare.ts'
import { commonHeaders } from './responses.ts'
import { createObjectSchema, createTextSchema } from './schemas.ts'

export type RestErrorCode = Exclude<ErrorCode, 'NOT_ACCEPTABLE' | 'PERSISTED_QUERY_NOT_SUPPORTED'>

export const errorDescriptions: Record<RestErrorCode, string> = {
  BAD_REQUEST:
    'The request cannot be read: the JSON is malformed, the body is not an object, a required query parameter is missing, `X-API-Version` is unknown, or `Idempotency-Key` is malformed.',
  VALIDATION_ERROR:
    'A value in the path, query or body is invalid, or refers to a record that the caller cannot use. `details` has one entry for each value.',
  UNAUTHORIZED:
    'The credential is missing, unknown, expired or revoked, or its user is suspended. The response does not say which.',
  FORBIDDEN:
    'The credential lacks the scope that the message names, or the caller may not view or change the record.',
  NOT_FOUND: 'The company has no record with this id. The message names the kind of record.',
  METHOD_NOT_ALLOWED:
    'The path does not support this method. `Allow` lists the methods it supports.',
  CONFLICT:
    'The request conflicts with stored data: the name is taken, the record is in use or in another state, or the first request with the same `Idempotency-Key` is still running.',
  PRECONDITION_FAILED:
    'The record has changed since the version in `If-Match`. Nothing was changed: read the record again, then repeat the change.',
  PAYLOAD_TOO_LARGE: "The body exceeds the server's limit, by default 256 KiB.",
  UNSUPPORTED_MEDIA_TYPE: 'The body is compressed, or is not `application/json` in UTF-8.',
  IDEMPOTENCY_KEY_REUSED:
    'The `Idempotency-Key` belongs to a different request of the last 24 hours.',
  RATE_LIMIT_EXCEEDED:
    'The caller has used up the units of this hour. Retry after `retryAfter` seconds, which `Retry-After` repeats.',
  INTERNAL_ERROR:
    'The server failed. Nothing was changed. The server log states the cause under the `requestId`.',
  UNAVAILABLE:
    'The server cannot process the request now: its database does not respond or accepts no writes. Retry after `retryAfter` seconds.',
}

const commonCodes: Record<'ClientError' | 'ServerError', RestErrorCode[]> = {
  ClientError: [
    'BAD_REQUEST',
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'METHOD_NOT_ALLOWED',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMIT_EXCEEDED',
  ],
  ServerError: ['INTERNAL_ERROR', 'UNAVAILABLE'],
}

type Condition = (route: PreparedRoute, needsScope: boolean) => boolean

/** The errors of some operations only, with the condition under which a route has them. */
const specificErrors = Object.entries<Condition>({
  FORBIDDEN: (_, needsScope) => needsScope,
  NOT_FOUND: ({ path, inputs }) =>
    path.includes('{') || inputs.some(({ isRequired, source }) => isRequired && source === 'query'),
  CONFLICT: ({ isMutation }) => isMutation,
  PRECONDITION_FAILED: ({ acceptsIfMatch }) => acceptsIfMatch,
  IDEMPOTENCY_KEY_REUSED: ({ acceptsIdempotencyKey }) => acceptsIdempotencyKey,
} satisfies Partial<Record<RestErrorCode, Condition>>) as [RestErrorCode, Condition][]

export function createErrorResponses(
  route: PreparedRoute,
  needsScope: boolean,
): Record<string, object> {
  const references = specificErrors
    .filter(([, isApplicable]) => isApplicable(route, needsScope))
    .map(([code]) => [statusByCode[code], { $ref: `#/components/responses/${toPascalCase(code)}` }])
  return {
    ...Object.fromEntries(references),
    '4XX': { $ref: '#/components/responses/ClientError' },
    '5XX': { $ref: '#/components/responses/ServerError' },
  }
}

const toPascalCase = (code: RestErrorCode): string =>
  code.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase())

/** The error responses that operations refer to, by name. */
export const errorComponents: Record<string, object> = {
  ...Object.fromEntries(
    specificErrors.map(([code]) => [toPascalCase(code), createErrorResponse([code])]),
  ),
  ClientError: createErrorResponse(commonCodes.ClientError),
  ServerError: createErrorResponse(commonCodes.ServerError),
}

function createErrorResponse(codes: RestErrorCode[]): object {
  const [code] = codes
  return {
    description:
      codes.length === 1 && code
        ? errorDescriptions[code]
        : `Errors that every operation can respond with:\n\n${codes
            .map((item) => `- ${statusByCode[item]} \`${item}\`: ${errorDescriptions[item]}`)
            .join('\n')}`,
    headers: commonHeaders,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          codes.map((item) => [item, { $ref: `#/components/examples/${item}` }]),
        ),
      },
    },
  }
}

const requestId = (description: string) => createTextSchema(description, { format: 'uuid' })
const timestamp = createTextSchema('The time of the response.', { format: 'date-time' })

const detailSchema = createObjectSchema('An invalid value.', {
  field: createTextSchema('The name of the value in the request, such as `tags[3]`.'),
  message: createTextSchema('The fault, as text.'),
  code: createTextSchema('The error code.', { enum: detailCodes }),
})

export const errorSchema = createObjectSchema(
  'The body of every error response. A rejected request changes nothing.',
  {
    error: createObjectSchema(
      'The error.',
      {
        code: createTextSchema('The error code.', { enum: Object.keys(errorDescriptions) }),
        message: createTextSchema('The fault and its remedy, as text.'),
        details: {
          type: 'array',
          description: 'One entry for each invalid value.',
          items: detailSchema,
        },
        requestId: requestId('The id of the request, as in the server log.'),
        timestamp,
        retryAfter: { type: 'integer', description: 'The seconds to wait before a retry.' },
      },
      ['details', 'retryAfter'],
    ),
  },
)

/** The schema of `meta` in every successful response. */
export const metaSchema = createObjectSchema(
  'The request id, the time and, for lists, the state of pagination.',
  {
    requestId: requestId('The id of the request.'),
    timestamp,
    version: createTextSchema('The version of the response format.'),
    count: { type: 'integer', description: 'Lists only: the number of records on this page.' },
    total: {
      type: 'integer',
      description: 'Lists only, with `total=true`: the number of records on all pages.',
    },
    hasMore: { type: 'boolean', description: 'Lists only: whether a next page exists.' },
    nextCursor: createTextSchema('Lists only, if a next page exists: the `cursor` of that page.'),
  },
  ['count', 'total', 'hasMore', 'nextCursor'],
)
