/** The enum types of error codes and of record kinds. */
import type { DetailCode, ErrorCode } from '../../errors.ts'
import { listEventKinds } from '../../events/types.ts'
import { toNoun, withArticle } from '../../lib/text.ts'
import { builder, defineEnum } from './builder.ts'

export const ErrorCodeEnum = defineEnum(
  'ErrorCode',
  'The code of an error, as in `extensions.code`.',
  {
    BAD_REQUEST: 'The request is malformed or exceeds a limit.',
    VALIDATION_ERROR: 'Values are invalid.',
    UNAUTHORIZED: 'The credential is missing or not valid.',
    FORBIDDEN: 'The caller lacks a scope or permission.',
    NOT_FOUND: 'The company has no such record.',
    RATE_LIMIT_EXCEEDED: 'The caller has no units left.',
    INTERNAL_ERROR: 'The server failed.',
    METHOD_NOT_ALLOWED: 'The address does not support the method.',
    NOT_ACCEPTABLE: 'The response has none of the accepted media types.',
    CONFLICT: 'The current state does not allow the change.',
    PRECONDITION_FAILED: 'The record has another version.',
    PAYLOAD_TOO_LARGE: 'The body is too large.',
    UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON in UTF-8.',
    IDEMPOTENCY_KEY_REUSED: 'The key was used for a different request.',
    UNAVAILABLE: 'The database cannot be reached or written.',
    PERSISTED_QUERY_NOT_SUPPORTED: 'Queries are not stored: send the query.',
  } satisfies Record<ErrorCode, string>,
)

export const DetailCodeEnum = defineEnum(
  'ErrorDetailCode',
  'The reason for which a value is invalid, as in `extensions.details`.',
  {
    REQUIRED_FIELD: 'The value is missing.',
    INVALID_FORMAT: 'The value has another type or form.',
    TOO_SHORT: 'The text or list is too short.',
    TOO_LONG: 'The text or list is too long.',
    OUT_OF_RANGE: 'The number is too small or too large.',
    INVALID_VALUE: 'The value is not one of the allowed values.',
    INVALID_REFERENCE: 'The id is of no record that the caller can use.',
  } satisfies Record<DetailCode, string>,
)

/** The kinds of records that have events. Each kind is declared together with its table. */
export const RecordKind = builder.enumType('RecordKind', {
  description: 'A kind of record whose changes are events.',
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
