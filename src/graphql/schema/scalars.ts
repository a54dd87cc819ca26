/**
 * The custom scalars, each with its JSON Schema. `builder.ts` creates their GraphQL types, so that
 * commands can parse options without loading graphql.
 */
import { allScopes, type Role, roles } from '../../access/scopes.ts'
import {
  createTextParser,
  InputError,
  maxTimeZoneLength,
  parseDate,
  parseDateTime,
  parseJsonScalar,
  parseTimeZone,
  type TextForm,
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

const createChoiceParser =
  <T extends string>(choices: readonly T[]) =>
  (value: unknown): T => {
    const choice = choices.find((candidate) => candidate === value)
    if (!choice) throw new InputError('INVALID_VALUE', `must be one of ${choices.join(', ')}`)
    return choice
  }

/** Accepts any string: operations reject unknown patterns, and unknown types match no event. */
function parseEventText(value: unknown): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  return value
}

/** The specification URLs of scalars, for `@specifiedBy`. */
const specificationUrls: Record<string, string> = {
  Date: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  DateTime: 'https://www.rfc-editor.org/rfc/rfc3339',
  Email: 'https://www.rfc-editor.org/rfc/rfc5322',
  JSON: 'https://www.rfc-editor.org/rfc/rfc8259',
  TimeZone: 'https://www.iana.org/time-zones',
  WebUrl: 'https://www.rfc-editor.org/rfc/rfc3986',
}

export interface Scalar {
  name: string
  description: string
  jsonSchema: JsonSchema
  specificationUrl: string | undefined
  /** @throws InputError if the value is invalid */
  parse: (value: unknown) => unknown
}

const createScalar = (
  name: string,
  description: string,
  jsonSchema: JsonSchema,
  parse: Scalar['parse'],
): Scalar => ({
  name,
  description,
  jsonSchema,
  specificationUrl: specificationUrls[name],
  parse,
})

/** Describes a text of `min` to `max` Unicode code points, after trimming. */
const text = (description: string, min: number, max: number, form: TextForm = {}) => ({
  description,
  min,
  max,
  ...form,
})

const textRules = {
  PersonName: text('A first or last name.', 0, 100),
  DealTitle: text('The title of a deal.', 1, 200),
  TaskTitle: text('The title of a task.', 1, 200),
  Label: text('The name of a record, such as a stage, or of a custom field option.', 1, 100),
  TagName: text('The name of a tag, without commas.', 1, 50, {
    pattern: /^[^,\n\r\u2028\u2029]*$/,
    message: 'must not contain a comma or a line break',
  }),
  FieldKey: text('The key of a custom field, such as `moveDate`.', 1, 50, {
    pattern: /^[a-z][a-zA-Z0-9_]*$/,
    message: 'must start with a letter a to z and contain only letters, digits and underscores',
  }),
  ShortText: text('A short text.', 1, 200),
  LongText: text('A long text.', 0, 5000, { isMultiline: true }),
  Channel: text('The channel of an activity, such as call, email or sms.', 1, 50),
  ExternalId: text('The id of a record in another system.', 1, 255),
  ExternalSource: text("An external id's source, such as hubspot; case-insensitive.", 1, 50, {
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    message: 'must start with a letter or digit and contain only letters, digits and `._-`',
  }),
  Email: text('An email address.', 3, 254, {
    pattern: /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]+$/,
    message: 'must be an email address such as ann@example.com',
  }),
  Phone: text('A phone number in any common format; stored as E.164 if it can be parsed.', 3, 40, {
    pattern: /\d/,
    message: 'must contain digits',
  }),
  WebUrl: text('An HTTP or HTTPS URL.', 8, 2000, {
    pattern: /^https?:\/\/[^\s]+$/i,
    message: 'must be a URL that starts with https:// or http://',
  }),
}

const textScalars = Object.entries(textRules).map(([name, { description, ...rule }]) => {
  const { min, max, isMultiline, pattern } = rule
  const lineBreaks = isMultiline ? ', which can include line breaks' : ''
  return createScalar(
    name,
    `${description} ${min} to ${max} characters${lineBreaks}.`,
    { type: 'string', minLength: min, maxLength: max, ...(pattern && { pattern: pattern.source }) },
    createTextParser(rule),
  )
})

export const scalars = [
  ...textScalars,
  createScalar(
    'DateTime',
    'A time with an offset, such as 2026-05-17T09:30:00Z, from the year 1900 to 9999. Returned in UTC with milliseconds.',
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
    'The name of an IANA time zone such as Europe/Berlin; not an offset.',
    { type: 'string', minLength: 1, maxLength: maxTimeZoneLength, pattern: timeZonePattern.source },
    parseTimeZone,
  ),
  createScalar(
    'Money',
    "An amount of money in the company's currency, from -1e15 to 1e15.",
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
    createChoiceParser(allScopes),
  ),
  createScalar(
    'EventType',
    'The type of an event, such as `deal.moved`. The API guide lists all types.',
    { type: 'string' },
    parseEventText,
  ),
  createScalar(
    'EventPattern',
    'An event type, all types of a kind (`deal.*`), or all types (`*`).',
    { type: 'string' },
    parseEventText,
  ),
  createScalar('JSON', 'Any JSON value, at most 20 levels deep.', {}, parseJsonScalar),
  createScalar(
    'RoleName',
    'The name of a role in REST: Owner, Admin, Team Leader or Agent.',
    { type: 'string', enum: roles },
    createChoiceParser(roles),
  ),
]

type TextScalar =
  | keyof typeof textRules
  | 'DateTime'
  | 'Date'
  | 'TimeZone'
  | 'Scope'
  | 'EventType'
  | 'EventPattern'
type InOut<T> = { Input: T; Output: T }
export type ScalarTypes = {
  [Name in TextScalar]: InOut<string>
} & { [Name in 'Money' | 'Position']: InOut<number> } & {
  RoleName: InOut<Role>
  JSON: InOut<unknown>
  ID: InOut<string>
  /** Stored as 0 or 1, which GraphQL returns as false or true. */
  Boolean: { Input: boolean; Output: boolean | number }
}
