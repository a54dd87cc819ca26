import { type ErrorCode, statusOf } from '../../errors.ts'
import type { PreparedRoute } from '../prepare.ts'
import { acceptsIdempotencyKey } from '../route.ts'
import { versionVariable } from '../versions.ts'

export type RestErrorCode = Exclude<ErrorCode, 'PERSISTED_QUERY_NOT_SUPPORTED'>

/** When a client is given each error. */
export const errorDescriptions: Record<RestErrorCode, string> = {
  BAD_REQUEST:
    'The request cannot be read: malformed JSON, a body that is no object, a required parameter of the query missing, an unknown X-API-Version, an unusable Idempotency-Key.',
  VALIDATION_ERROR:
    'A value in the path, the query or the body is not acceptable, or names a record that you cannot use. `details` has one entry for each.',
  UNAUTHORIZED:
    'No API key was sent, or one that does not work: unknown, expired, revoked, or of a suspended user. The answer is the same for all of them.',
  FORBIDDEN:
    'The key lacks the scope, which the message names; or the record is in your company, but outside what you may see or change.',
  NOT_FOUND: 'There is no such record in your company. The message names the kind of record.',
  RATE_LIMIT_EXCEEDED:
    'The units of this hour are used up. `retryAfter`, and the header Retry-After, say in how many seconds there are new ones.',
  INTERNAL_ERROR:
    'Something went wrong on the server. Nothing was changed. Its operator finds the cause by the request id.',
  METHOD_NOT_ALLOWED:
    'The address does not answer this method. The header Allow has those that it answers.',
  CONFLICT:
    'The request contradicts what there is: something by that name exists, the record is in use or in another state, or the first request with the same Idempotency-Key is still at work.',
  PRECONDITION_FAILED:
    'The record has changed since the version that If-Match names. Nothing was changed: read it again, and repeat what you meant to do.',
  PAYLOAD_TOO_LARGE:
    'The body is larger than the server takes (256 KiB, unless its operator has set another limit).',
  UNSUPPORTED_MEDIA_TYPE:
    'The body is not declared as application/json in UTF-8, or is compressed.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for another request in the last 24 hours.',
  UNAVAILABLE:
    'The server cannot do this at the moment: its database does not answer, or takes no writes. Try again after `retryAfter` seconds.',
}

export const isVersioned = (route: PreparedRoute): boolean =>
  route.inputs.some(({ name }) => name === versionVariable)

/** The errors that a call can answer, by their status. */
export function errorsOf(
  route: PreparedRoute,
  scoped: boolean,
): [status: string, codes: RestErrorCode[]][] {
  const named =
    route.path.includes('{') ||
    route.inputs.some((input) => input.required && input.from === 'query')
  const when = (holds: boolean, ...codes: RestErrorCode[]) => (holds ? codes : [])
  const codes: RestErrorCode[] = [
    'BAD_REQUEST',
    ...when(route.inputs.length > 0, 'VALIDATION_ERROR'),
    'UNAUTHORIZED',
    ...when(scoped, 'FORBIDDEN'),
    ...when(named, 'NOT_FOUND'),
    ...when(route.mutation, 'CONFLICT'),
    ...when(isVersioned(route), 'PRECONDITION_FAILED'),
    ...when(route.mutation, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...when(acceptsIdempotencyKey(route.method), 'IDEMPOTENCY_KEY_REUSED'),
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]
  return [...Map.groupBy(codes, (code) => String(statusOf[code]))]
}
