/** The parameters and the body of an operation, derived from the variables of its document. */
import { getNullableType, isInputObjectType } from 'graphql'
import { atMostOne } from '../../graphql/schema/builder.ts'
import {
  isFilterParameter,
  isOneObject,
  isPlainList,
  type PreparedRoute,
  type RouteInput,
  unwrapType,
} from '../prepare.ts'
import type { Example } from './names.ts'
import { getRootField } from './responses.ts'
import {
  createInputFieldSchema,
  createInputSchema,
  getBodyConstraints,
  type Schema,
} from './schemas.ts'

const header = (name: string, description: string, schema: Schema) => ({
  name,
  in: 'header',
  description,
  schema,
})

const versionHeader = header('X-API-Version', 'The version of the API; only version 1 exists.', {
  type: 'string',
  enum: ['1'],
})

const idempotencyHeader = header(
  'Idempotency-Key',
  'A key for safe retries: for 24 hours, a request with the same key returns the first response.',
  { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
)

const ifMatchHeader = header(
  'If-Match',
  'The `ETag` of the record. If the record has changed since, the request fails with 412 and changes nothing.',
  { type: 'string' },
)

export const createParameters = (route: PreparedRoute, example: Example | undefined): object[] => [
  ...route.inputs
    .filter(({ source }) => source === 'path' || source === 'query')
    .map((input) => createParameter(route, input, example?.parameters[input.name])),
  versionHeader,
  ...(route.acceptsIdempotencyKey ? [idempotencyHeader] : []),
  ...(route.acceptsIfMatch ? [ifMatchHeader] : []),
]

function createParameter(route: PreparedRoute, input: RouteInput, example: unknown): object {
  const target = {
    ...input.target,
    extensions: { ...(input.target.extensions as object), notNull: true },
  }
  const {
    description,
    deprecated,
    'x-sunset': sunset,
    ...schema
  } = createInputSchema(input.type, target)
  const text = isFilterParameter(input)
    ? 'A filter as a JSON object. Records must also match the other parameters.'
    : String(description ?? '')
  return {
    name: input.name,
    in: input.source,
    ...(input.isRequired && { required: true }),
    ...(deprecated ? { deprecated, ...(sunset ? { 'x-sunset': sunset } : {}) } : {}),
    ...(isPlainList(input) && { style: 'form', explode: false }),
    description: `${text}${describeAliases(route, input)}${describeAlternatives(route, input)}`,
    ...describeFormat(input, schema, example),
  }
}

/** Describes the format of a parameter: plain lists are separated by commas, filters are JSON. */
function describeFormat(input: RouteInput, schema: Schema, value: unknown): object {
  const { namedType, isList } = unwrapType(input.type)
  const example = value !== undefined && { example: value }
  if (isInputObjectType(namedType))
    return {
      content: { 'application/json': { schema: isList ? schema['items'] : schema, ...example } },
    }
  return { schema, ...(isList && { style: 'form', explode: false }), ...example }
}

/** Describes the aliases of an input and of the fields of its rows. */
function describeAliases(route: PreparedRoute, { name }: RouteInput): string {
  const sentences = Object.entries(route.aliases ?? {}).map(([aliased, aliases]) => {
    if (aliased === name) return ` Also accepted as ${aliases.join(', ')}.`
    const [input, field] = aliased.split('.')
    return input === name ? ` In a row, ${field} is also accepted as ${aliases.join(', ')}.` : ''
  })
  return sentences.join('')
}

/** Returns the constraint that a body has at most one input of each `@oneOf` object. */
const limitAlternatives = ({ alternatives }: PreparedRoute) =>
  Object.assign({}, ...alternatives.map(({ fields }) => atMostOne([...fields.keys()])))

function describeAlternatives({ alternatives }: PreparedRoute, { name }: RouteInput): string {
  const { isRequired, fields } =
    alternatives.find((alternative) => alternative.fields.has(name)) ?? {}
  const names = [...(fields?.keys() ?? [])]
  if (names.length === 0) return ''
  return isRequired
    ? ` One of ${names.join(', ')} is required; the first of these takes precedence.`
    : ` Cannot be combined with ${names
        .filter((other) => other !== name)
        .map((item) => `\`${item}\``)
        .join(' or ')}.`
}

export function createRequestBody(route: PreparedRoute, example: Example | undefined): object {
  const inputs = route.inputs.filter((input) => input.source === 'body')
  if (inputs.length === 0) return {}
  const required = inputs.filter((input) => input.isRequired).map((input) => input.name)
  const constraints = required.length > 0 && route.method !== 'post' ? {} : findConstraints(route)
  const properties = inputs.map((input) => {
    const type = isOneObject(input) ? unwrapType(input.type).namedType : input.type
    const { description, ...schema } = createInputFieldSchema(type, input.target)
    const text = `${String(description ?? '')}${describeAliases(route, input)}${describeAlternatives(route, input)}`
    return [input.name, { ...schema, description: text }]
  })
  return {
    requestBody: {
      required: required.length > 0 || Object.keys(constraints).length > 0,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: describeBody(route),
            properties: Object.fromEntries(properties),
            ...(required.length && { required }),
            ...constraints,
            ...limitAlternatives(route),
            ...(example?.body !== undefined && { examples: [example.body] }),
          },
        },
      },
    },
  }
}

function describeBody({ method, reply }: PreparedRoute): string {
  if (method !== 'post')
    return 'The fields to update, at least one. Omitted fields keep their values; null clears an optional field.'
  return reply.kind === 'created'
    ? 'The fields of the new record. Omitted fields are empty or have their default.'
    : 'The input of the operation.'
}

/** Returns the constraints on the input object that the body fills. */
function findConstraints(route: PreparedRoute): object {
  const argument = getRootField(route).args.find(({ name }) => name === 'input')
  const type = argument && getNullableType(argument.type)
  if (!isInputObjectType(type)) return {}
  return getBodyConstraints(type, (field) => {
    const input = route.inputs.find(
      ({ source, argumentPath }) => source === 'body' && argumentPath === `input.${field}`,
    )
    return input ? [input.name, ...(route.aliases?.[input.name] ?? [])] : []
  })
}
