/** The custom scalars with their JSON Schema. */
import { GraphQLScalarType } from 'graphql'
import { allScopes, type Role, roles } from '../../access/scopes.ts'
import {
  createTextParser,
  InputError,
  maxTimeZoneLength,
  parseDate,
  parseDateTime,
  parseJsonScalar,
  parseTimeZone,
  type TextRule,
  timeZonePattern,
} from './scalar-parsers.ts'
import { type TextScalar, textRules } from './text-rules.ts'

export interface JsonSchema {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  /** A schema that at least one element must match. */
  contains?: object
  enum?: readonly string[]
}

const maxMoney = 1e15

function parseMoney(value: unknown): number {
  if (typeof value !== 'number') throw new InputError('INVALID_FORMAT', 'must be a number')
  if (!Number.isFinite(value) || Math.abs(value) > maxMoney)
    throw new InputError('OUT_OF_RANGE', 'must be a finite number between -1e15 and 1e15')
  return value === 0 ? 0 : value
}

function parsePosition(value: unknown): number {
  if (typeof value !== 'number') throw new InputError('INVALID_FORMAT', 'must be a whole number')
  if (!Number.isInteger(value) || value < 0)
    throw new InputError('OUT_OF_RANGE', 'must be a whole number, zero or more')
  return value === 0 ? 0 : Math.min(value, Number.MAX_SAFE_INTEGER)
}

function parseScope(value: unknown): string {
  if (typeof value !== 'string' || !allScopes.includes(value))
    throw new InputError('INVALID_VALUE', `must be one of ${allScopes.join(', ')}`)
  return value
}

function parseRoleName(value: unknown): Role {
  const role = roles.find((candidate) => candidate === value)
  if (!role) throw new InputError('INVALID_VALUE', `must be one of ${roles.join(', ')}`)
  return role
}

/** Accepts any string: operations reject unknown patterns, and unknown types match no event. */
function parseEventText(value: unknown): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  return value
}

/** Returns a value as it is stored. The compiler recognizes this function and skips the call. */
export const serializeUnchanged = (value: unknown): never => value as never

/** The specifications of scalars, for `@specifiedBy`. */
const specifications: Record<string, string> = {
  Date: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  DateTime: 'https://www.rfc-editor.org/rfc/rfc3339',
  Email: 'https://www.rfc-editor.org/rfc/rfc5322',
  JSON: 'https://www.rfc-editor.org/rfc/rfc8259',
  TimeZone: 'https://www.iana.org/time-zones',
  WebUrl: 'https://www.rfc-editor.org/rfc/rfc3986',
}

function createScalar<T>(
  name: string,
  description: string,
  jsonSchema: JsonSchema,
  parse: (value: unknown) => T,
) {
  return new GraphQLScalarType<T, T>({
    name,
    description,
    specifiedByURL: specifications[name] ?? null,
    extensions: { jsonSchema },
    coerceInputValue: parse,
    coerceOutputValue: serializeUnchanged,
  })
}

const textScalars = Object.entries<TextRule>(textRules).map(([name, text]) =>
  createScalar(
    name,
    `${text.description} ${text.min} to ${text.max} characters${text.isMultiline ? ', which can include line breaks' : ''}.`,
    {
      type: 'string',
      minLength: text.min,
      maxLength: text.max,
      ...(text.pattern && { pattern: text.pattern.matches.source }),
    },
    createTextParser(text),
  ),
)

export const scalars = [
  ...textScalars,
  createScalar(
    'DateTime',
    'A time with an offset, from the year 1900 to 9999. Returned in UTC with milliseconds.',
    { type: 'string', format: 'date-time' },
    parseDateTime,
  ),
  createScalar(
    'Date',
    'A calendar date such as 2026-05-17, from the year 1900 to 9999.',
    { type: 'string', format: 'date' },
    parseDate,
  ),
  createScalar(
    'TimeZone',
    'An IANA time zone, such as Europe/Berlin; no offsets.',
    { type: 'string', minLength: 1, maxLength: maxTimeZoneLength, pattern: timeZonePattern.source },
    parseTimeZone,
  ),
  createScalar(
    'Money',
    'An amount of money, from -1e15 to 1e15.',
    { type: 'number', minimum: -maxMoney, maximum: maxMoney },
    parseMoney,
  ),
  createScalar(
    'Position',
    'A zero-based position in a list.',
    { type: 'integer', minimum: 0 },
    parsePosition,
  ),
  createScalar(
    'Scope',
    'A permission scope, such as `tasks.manage`.',
    { type: 'string', enum: allScopes },
    parseScope,
  ),
  createScalar(
    'EventType',
    'The type of an event, such as `deal.moved`. The API guide lists all types.',
    { type: 'string' },
    parseEventText,
  ),
  createScalar(
    'EventPattern',
    'An event type, all of a kind (`deal.*`), or `*`.',
    { type: 'string' },
    parseEventText,
  ),
  createScalar('JSON', 'Any JSON value, at most 20 levels deep.', {}, parseJsonScalar),
  createScalar(
    'RoleName',
    'A role as in REST: Owner, Admin, Team Leader or Agent.',
    { type: 'string', enum: roles },
    parseRoleName,
  ),
]

type PlainTextScalar = 'DateTime' | 'Date' | 'TimeZone' | 'Scope' | 'EventType' | 'EventPattern'
type InOut<T> = { Input: T; Output: T }
export type ScalarTypes = {
  [Name in TextScalar | PlainTextScalar]: InOut<string>
} & { [Name in 'Money' | 'Position']: InOut<number> } & {
  RoleName: InOut<Role>
  JSON: InOut<unknown>
  ID: InOut<string>
  /** Stored as 0 or 1, which GraphQL returns as false or true. */
  Boolean: { Input: boolean; Output: boolean | number }
}
