/** The custom scalars with their JSON Schema; all except Date, DateTime and Scope are for inputs only. */
import { GraphQLScalarType } from 'graphql'
import { allScopes, type Role, roles } from '../../access/scopes.ts'
import {
  InputError,
  maxTimeZoneLength,
  parseDate,
  parseDateTime,
  parseJsonScalar,
  parseTimeZone,
  type TextRule,
  textParser,
  timeZonePattern,
} from './scalar-parsers.ts'

export interface JsonSchema {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  /** A schema that at least one element must match. */
  contains?: object
  enum?: readonly string[]
}

const textRules = {
  PersonName: { description: 'A first or last name; may be empty.', min: 0, max: 100 },
  DealTitle: { description: 'The title of a deal.', min: 1, max: 200 },
  TaskTitle: { description: 'The title of a task.', min: 1, max: 200 },
  Label: {
    description: 'The name of a stage, pipeline, team, custom field or API key.',
    min: 1,
    max: 100,
  },
  TagName: {
    description: 'The name of a tag. Commas are not allowed, since REST joins tags by commas.',
    min: 1,
    max: 50,
    pattern: {
      matches: /^[^,\n\r\u2028\u2029]*$/,
      message: 'must not contain a comma or a line break',
    },
  },
  FieldKey: {
    description:
      'The key of a custom field: a letter a to z, then letters, digits and underscores.',
    min: 1,
    max: 50,
    pattern: {
      matches: /^[a-z][a-zA-Z0-9_]*$/,
      message: 'must start with a letter a to z and contain only letters, digits and underscores',
    },
  },
  ShortText: { description: 'A short text.', min: 1, max: 200 },
  LongText: { description: 'A long text.', min: 0, max: 5000, isMultiline: true },
  Channel: {
    description: 'The channel of an activity: call, email, sms, or any other word.',
    min: 1,
    max: 50,
  },
  ExternalId: { description: 'The id of a record in another program.', min: 1, max: 255 },
  ExternalSource: {
    description: 'The program of an external id, such as hubspot; case-insensitive.',
    min: 1,
    max: 50,
    pattern: {
      matches: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      message: 'must be a letter or digit, then letters, digits, dots, underscores and hyphens',
    },
  },
  Email: {
    description: 'An email address.',
    min: 3,
    max: 254,
    pattern: {
      matches: /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]+$/,
      message: 'must be an email address such as ann@example.com',
    },
  },
  Phone: {
    description:
      'A phone number in any usual spelling, with or without an extension; stored in E.164 form if it can be parsed.',
    min: 3,
    max: 40,
    pattern: { matches: /\d/, message: 'must contain digits' },
  },
  WebUrl: {
    description: 'An http or https address.',
    min: 8,
    max: 2000,
    pattern: {
      matches: /^https?:\/\/[^\s]+$/i,
      message: 'must be a URL that starts with https:// or http://',
    },
  },
} as const satisfies Record<string, TextRule>

export type TextScalar = keyof typeof textRules

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
  const role = roles.find((each) => each === value)
  if (!role) throw new InputError('INVALID_VALUE', `must be one of ${roles.join(', ')}`)
  return role
}

/** Returns a value as it is stored. The compiler recognizes this function and skips the call. */
export const serializeUnchanged = (value: unknown): never => value as never

function createScalar<T>(
  name: string,
  description: string,
  jsonSchema: JsonSchema,
  parse: (value: unknown) => T,
) {
  return new GraphQLScalarType<T, T>({
    name,
    description,
    extensions: { jsonSchema },
    coerceInputValue: parse,
    coerceOutputValue: serializeUnchanged,
  })
}

const textScalars = Object.entries<TextRule>(textRules).map(([name, text]) =>
  createScalar(
    name,
    `${text.description} ${text.min} to ${text.max} characters${text.isMultiline ? ', which can include line breaks' : ' in one line'}.`,
    {
      type: 'string',
      minLength: text.min,
      maxLength: text.max,
      ...(text.pattern && { pattern: text.pattern.matches.source }),
    },
    textParser(text),
  ),
)

export const scalars = [
  ...textScalars,
  createScalar(
    'DateTime',
    'A time in ISO 8601 (RFC 3339) with an offset, from the year 1900 to 9999. Returned in UTC with milliseconds.',
    { type: 'string', format: 'date-time' },
    parseDateTime,
  ),
  createScalar(
    'Date',
    'A calendar date in ISO 8601 without a time zone, such as 2026-05-17, from the year 1900 to 9999.',
    { type: 'string', format: 'date' },
    parseDate,
  ),
  createScalar(
    'TimeZone',
    'The IANA name of a time zone, such as Europe/Berlin, America/New_York or UTC; no offsets.',
    { type: 'string', minLength: 1, maxLength: maxTimeZoneLength, pattern: timeZonePattern.source },
    parseTimeZone,
  ),
  createScalar(
    'Money',
    'An amount of money as a double, from -1e15 to 1e15.',
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
    'A permission scope, such as people.view.team or tasks.manage.',
    { type: 'string', enum: allScopes },
    parseScope,
  ),
  createScalar(
    'JSON',
    'Any JSON value. As input: at most 20 levels deep, strings of at most 5000 characters.',
    {},
    parseJsonScalar,
  ),
  createScalar(
    'RoleName',
    'A role as written in REST: Owner, Admin, Team Leader or Agent.',
    { type: 'string', enum: roles },
    parseRoleName,
  ),
]

type InOut<T> = { Input: T; Output: T }
export type ScalarTypes = {
  [Name in TextScalar | 'DateTime' | 'Date' | 'TimeZone' | 'Scope']: InOut<string>
} & { [Name in 'Money' | 'Position']: InOut<number> } & {
  RoleName: InOut<Role>
  JSON: InOut<unknown>
  ID: InOut<string>
  /** Stored as 0 or 1, which GraphQL returns as false or true. */
  Boolean: { Input: boolean; Output: boolean | number }
}
