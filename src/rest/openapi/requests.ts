/** Creates the parameters and the request body of an operation from its document's variables. */
import { getNullableType, isInputObjectType } from 'graphql'
import { atMostOne } from '../../graphql/schema/builder.ts'
import {
  isFilterParameter,
  isOneObject,
  type PreparedRoute,
  type RouteInput,
  unwrapType,
} from '../prepare.ts'
import type { Example } from './names.ts'
import { createInputFieldSchema, createInputSchema, getBodyConstraints } from './schemas.ts'

const versionHeader = {
  name: 'X-API-Version',
  in: 'header',
  description: 'The API version; only version 1 exists.',
  schema: { type: 'string', enum: ['1'] },
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key for safe retries: for 24 hours, a repeated request with the same key returns the first response.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

const ifMatchHeader = {
  name: 'If-Match',
  in: 'header',
  description:
    "The record's `ETag`. If the record has changed since that version, the request fails with 412 and changes nothing.",
  schema: { type: 'string' },
}

export const createParameters = (route: PreparedRoute, example: Example | undefined): object[] => [
  ...route.inputs
    .filter(({ source }) => source === 'path' || source === 'query')
    .map((input) => createParameter(route, input, example?.parameters[input.name])),
  versionHeader,
  ...(route.acceptsIdempotencyKey ? [idempotencyHeader] : []),
  ...(route.acceptsIfMatch ? [ifMatchHeader] : []),
]

function createParameter(route: PreparedRoute, input: RouteInput, example: unknown): object {
  const extensions = { ...input.target.extensions, notNull: true }
  const keywords = createInputSchema(input.type, { ...input.target, extensions })
  const { description, deprecated, 'x-sunset': sunset, ...schema } = keywords
  const { namedType, isList } = unwrapType(input.type)
  const isJson = isInputObjectType(namedType)
  const purpose = isFilterParameter(input)
    ? 'A filter as a JSON object. Records must also match the other parameters.'
    : String(description ?? '')
  const format = {
    schema: isJson && isList ? schema['items'] : schema,
    ...(example !== undefined && { example }),
  }
  return {
    name: input.name,
    in: input.source,
    ...(input.isRequired && { required: true }),
    ...(deprecated !== undefined && { deprecated }),
    ...(sunset !== undefined && { 'x-sunset': sunset }),
    // Lists of scalars are comma-separated; objects are JSON.
    ...(isList && !isJson && { style: 'form', explode: false }),
    description: `${purpose}${describeAliases(route, input)}${describeAlternatives(route, input)}`,
    ...(isJson ? { content: { 'application/json': format } } : format),
  }
}

/** Lists names in backticks: `a`, `b` or `c`. */
const quoteNames = (names: readonly string[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(names.map((name) => `\`${name}\``))

/** Describes the aliases of an input and of its row fields. */
function describeAliases(route: PreparedRoute, { name }: RouteInput): string {
  const sentences = Object.entries(route.aliases ?? {}).map(([aliased, aliases]) => {
    const [input, field] = aliased.split('.')
    const opening = field ? `In a row, \`${field}\` is also` : 'Also'
    return input === name ? ` ${opening} accepted as ${quoteNames(aliases, 'disjunction')}.` : ''
  })
  return sentences.join('')
}

/** Returns the constraint that a body contains at most one input of each `@oneOf` object. */
const limitAlternatives = ({ alternatives }: PreparedRoute) =>
  Object.assign({}, ...alternatives.map(({ fields }) => atMostOne([...fields.keys()])))

function describeAlternatives({ alternatives }: PreparedRoute, { name }: RouteInput): string {
  const { isRequired, fields } =
    alternatives.find((alternative) => alternative.fields.has(name)) ?? {}
  const names = [...(fields?.keys() ?? [])]
  if (names.length === 0) return ''
  if (isRequired)
    return ` One of ${quoteNames(names, 'conjunction')} is required; the first of them takes precedence.`
  const otherNames = names.filter((otherName) => otherName !== name)
  return ` Cannot be combined with ${quoteNames(otherNames, 'disjunction')}.`
}

export function createRequestBody(route: PreparedRoute, example: Example | undefined): object {
  const inputs = route.inputs.filter((input) => input.source === 'body')
  if (inputs.length === 0) return {}
  const required = inputs.filter((input) => input.isRequired).map((input) => input.name)
  const constraints = required.length > 0 && route.method !== 'post' ? {} : findConstraints(route)
  const properties = inputs.map((input) => {
    const type = isOneObject(input) ? unwrapType(input.type).namedType : input.type
    const { description, ...schema } = createInputFieldSchema(type, input.target)
    const fullDescription = `${String(description ?? '')}${describeAliases(route, input)}${describeAlternatives(route, input)}`
    return [input.name, { ...schema, description: fullDescription }]
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
    ? 'The fields of the new record. Omitted fields are empty or have their default values.'
    : "The operation's input."
}

/** Returns the constraints on a body, derived from the type of the GraphQL argument `input`. */
function findConstraints(route: PreparedRoute): object {
  const argument = route.rootField.args.find(({ name }) => name === 'input')
  const type = argument && getNullableType(argument.type)
  if (!isInputObjectType(type)) return {}
  return getBodyConstraints(type, (field) => {
    const input = route.inputs.find(
      ({ source, argumentPath }) => source === 'body' && argumentPath === `input.${field}`,
    )
    return input ? [input.name, ...(route.aliases?.[input.name] ?? [])] : []
  })
}
