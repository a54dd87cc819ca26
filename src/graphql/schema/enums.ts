/** The enum types of error codes and of record kinds. */
import type { DetailCode, ErrorCode } from '../../errors.ts'
import { listEventKinds } from '../../events/event-types.ts'
import { toNoun, withArticle } from '../../lib/text.ts'
import { builder, defineEnum } from './builder.ts'

export const ErrorCodeEnum = defineEnum('ErrorCode', 'An error code in `extensions.code`.', {
  BAD_REQUEST: 'The request is malformed or exceeds a limit.',
  VALIDATION_ERROR: 'The input has invalid values.',
  UNAUTHORIZED: 'The credential is missing or invalid.',
  FORBIDDEN: 'The caller lacks a scope or permission.',
  NOT_FOUND: 'The record or path does not exist.',
  RATE_LIMIT_EXCEEDED: 'The caller exceeds a rate or concurrency limit.',
  INTERNAL_ERROR: 'The server failed unexpectedly.',
  METHOD_NOT_ALLOWED: 'The path does not support the method.',
  NOT_ACCEPTABLE: 'The server cannot return an accepted media type.',
  CONFLICT: 'The request conflicts with stored data or a running request.',
  PRECONDITION_FAILED: 'The record does not have the expected version.',
  PAYLOAD_TOO_LARGE: 'The request body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The request body is compressed or not JSON in UTF-8.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used for a different request.',
  UNAVAILABLE: 'The server cannot process the request now: retry later.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'Persisted queries are not supported: send the query.',
} satisfies Record<ErrorCode, string>)

export const DetailCodeEnum = defineEnum(
  'ErrorDetailCode',
  'The reason why a value is invalid, returned in `extensions.details`.',
  {
    REQUIRED_FIELD: 'The value is missing or empty.',
    INVALID_FORMAT: 'The value has the wrong type or format.',
    TOO_SHORT: 'The text or list is too short.',
    TOO_LONG: 'The text or list is too long.',
    OUT_OF_RANGE: 'The number or time is outside the allowed range.',
    INVALID_VALUE: 'The value is not allowed.',
    INVALID_REFERENCE: 'The id does not identify a record that the caller can use.',
  } satisfies Record<DetailCode, string>,
)

/** The kinds of records that have events. Each kind is declared together with its table. */
export const RecordKind = builder.enumType('RecordKind', {
  description: 'A kind of record whose changes are recorded as events.',
  values: {} as Record<string, { description: string }>,
})

/** Adds the values of `RecordKind`. Must be called after all kinds have declared their events. */
export function declareRecordKinds(): void {
  const values = Object.fromEntries(
    listEventKinds().map((kind) => [
      kind,
      { description: `${withArticle(toNoun(kind))}.`, pothosOptions: {} },
    ]),
  )
  RecordKind.updateConfig((config) => ({ ...config, values }))
}
