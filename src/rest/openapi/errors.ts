/** The error responses of operations, as OpenAPI components that all operations share. */
import { detailCodes, type ErrorCode, statusByCode } from '../../errors.ts'
import type { PreparedRoute } from '../prepare.ts'
import { commonHeaders } from './responses.ts'
import { createObjectSchema, createTextSchema } from './schemas.ts'

export type RestErrorCode = Exclude<ErrorCode, 'NOT_ACCEPTABLE' | 'PERSISTED_QUERY_NOT_SUPPORTED'>

export const errorDescriptions: Record<RestErrorCode, string> = {
  BAD_REQUEST:
    'The request is malformed or exceeds a limit: for example, the JSON is malformed, the body is not an object, a required query parameter is missing, `X-API-Version`, `If-Match` or `Idempotency-Key` is invalid, or a list requires too long a scan.',
  VALIDATION_ERROR:
    'A value in the path, query or body is invalid, or refers to a record that the caller cannot use. `details` has one entry for each such value, up to 100.',
  UNAUTHORIZED:
    'The credential is missing, invalid, expired or revoked, or its user is suspended. The response does not state which.',
  FORBIDDEN:
    'The credential lacks the scope that the message names, or the caller cannot view or change the record.',
  NOT_FOUND: 'The company has no record with this id. The message states the kind of record.',
  METHOD_NOT_ALLOWED: 'The path does not support this method. `Allow` lists the supported methods.',
  CONFLICT:
    'The request conflicts with stored data: the name is in use, the record is in use or in a state that does not allow the change, or the first request with the same `Idempotency-Key` is still running.',
  PRECONDITION_FAILED:
    'The record has changed since the version in `If-Match`. The request changed nothing: read the record again, then repeat the change.',
  PAYLOAD_TOO_LARGE: "The body exceeds the server's limit, by default 256 KiB.",
  UNSUPPORTED_MEDIA_TYPE: 'The body is compressed, or is not `application/json` in UTF-8.',
  IDEMPOTENCY_KEY_REUSED:
    'The `Idempotency-Key` was used for a different request within the last 24 hours.',
  RATE_LIMIT_EXCEEDED:
    'The caller has used all rate limit units of this hour, or has too many waiting requests. Retry after the number of seconds in `retryAfter` and in the header `Retry-After`.',
  INTERNAL_ERROR:
    'The server failed, and nothing was changed. The server log contains the cause with the `requestId`.',
  UNAVAILABLE:
    'The server cannot process the request now, usually because its database does not respond or does not accept writes. Retry after the number of seconds in `retryAfter`.',
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

/** Errors that only some routes can return, with the condition that determines these routes. */
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

/** The components of error responses, to which operations refer by name. */
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
        : `Errors that every operation can return:\n\n${codes
            .map((name) => `- ${statusByCode[name]} \`${name}\`: ${errorDescriptions[name]}`)
            .join('\n')}`,
    headers: commonHeaders,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          codes.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
        ),
      },
    },
  }
}

const createIdSchema = (description: string) => createTextSchema(description, { format: 'uuid' })
const timestampSchema = createTextSchema('The time of the response.', { format: 'date-time' })

const detailSchema = createObjectSchema('An invalid value.', {
  field: createTextSchema("The value's path in the request, such as `tags[3]`."),
  message: createTextSchema('A description of the problem.'),
  code: createTextSchema('The error code.', { enum: detailCodes }),
})

export const errorSchema = createObjectSchema(
  'The body of every error response. A request with an error changes nothing.',
  {
    error: createObjectSchema(
      'The error.',
      {
        code: createTextSchema('The error code.', { enum: Object.keys(errorDescriptions) }),
        message: createTextSchema('A message that describes the problem and its remedy.'),
        details: {
          type: 'array',
          description: 'One entry for each invalid value, up to 100.',
          items: detailSchema,
        },
        requestId: createIdSchema("The request's id, as in the server log."),
        timestamp: timestampSchema,
        retryAfter: {
          type: 'integer',
          description: 'The number of seconds to wait before a retry.',
        },
      },
      ['details', 'retryAfter'],
    ),
  },
)

/** The schema of `meta` in every successful response. */
export const metaSchema = createObjectSchema(
  "The request's id, the time of the response and, for lists, pagination information.",
  {
    requestId: createIdSchema("The request's id."),
    timestamp: timestampSchema,
    version: createTextSchema('The version of the response format.'),
    count: { type: 'integer', description: 'Lists only: the number of records on this page.' },
    total: {
      type: 'integer',
      description: 'Lists only, with `total=true`: the number of records on all pages.',
    },
    hasMore: { type: 'boolean', description: 'Lists only: whether a next page exists.' },
    nextCursor: createTextSchema('Lists only: the `cursor` of the next page, if one exists.'),
  },
  ['count', 'total', 'hasMore', 'nextCursor'],
)
