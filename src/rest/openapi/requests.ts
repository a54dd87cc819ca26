import { getNullableType, isInputObjectType, Kind } from 'graphql'
import {
  type Input,
  isFilterParameter,
  isPlainList,
  type PreparedRoute,
  shapeOf,
} from '../prepare.ts'
import { acceptsIdempotencyKey } from '../route.ts'
import { bodyConstraints } from './constraints.ts'
import { isVersioned } from './errors.ts'
import type { Example } from './example.ts'
import { rootField } from './responses.ts'
import { inputSchema, type Schema } from './schemas.ts'

/** What a call takes besides its body, as OpenAPI shows it: path, query and headers. */
export const parametersOf = (route: PreparedRoute, example: Example | undefined): object[] => [
  ...route.inputs
    .filter(({ from }) => from === 'path' || from === 'query')
    .map((input) => parameter(route, input, example)),
  ...headersOf(route),
]

function parameter(route: PreparedRoute, input: Input, example: Example | undefined): object {
  const target = {
    ...input.target,
    extensions: { ...(input.target.extensions as object), notNull: true },
  }
  const { description, deprecated, 'x-sunset': sunset, ...schema } = inputSchema(input.type, target)
  // Without a limit this list is returned whole, so that there is no default.
  if (input.place === 'first' && givesAll(route)) delete schema['default']
  const oneOf = route.requireOneOf?.includes(input.name)
    ? ` One of ${route.requireOneOf.join(', ')} is required; the first of these decides.`
    : ''
  const about = isFilterParameter(input)
    ? 'Which records: a filter as a JSON object. What the other parameters say holds too.'
    : String(description ?? '')
  return {
    name: input.name,
    in: input.from,
    required: input.required,
    ...(deprecated ? { deprecated, ...(sunset ? { 'x-sunset': sunset } : {}) } : {}),
    ...(isPlainList(input) && { style: 'form', explode: false }),
    description: `${about}${alsoCalled(route, input)}${oneOf}`,
    ...howWritten(input, schema, example?.parameters[input.name]),
  }
}

const givesAll = ({ operation }: PreparedRoute): boolean =>
  operation.definition.selectionSet.selections.some(
    (root) =>
      root.kind === Kind.FIELD && root.arguments?.some((argument) => argument.name.value === 'all'),
  )

/** Lists in a query are separated by commas; a filter is written in JSON. */
function howWritten(input: Input, schema: Schema, value: unknown): object {
  const { named, isList } = shapeOf(input.type)
  const example = value !== undefined && { example: value }
  if (isInputObjectType(named))
    return {
      content: { 'application/json': { schema: isList ? schema['items'] : schema, ...example } },
    }
  return { schema, ...(isList && { style: 'form', explode: false }), ...example }
}

function headersOf(route: PreparedRoute): object[] {
  const header = (name: string, description: string, schema: Schema) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  const version = header('X-API-Version', 'The version of the API; 1 is the only one.', {
    type: 'string',
    enum: ['1'],
  })
  const key = header(
    'Idempotency-Key',
    'Makes a repetition of the request safe: it is answered as the first was, for 24 hours.',
    {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,255}$',
    },
  )
  const match = header(
    'If-Match',
    'The ETag of the record as it was read: if somebody has changed it since, nothing happens and the answer is 412.',
    {
      type: 'string',
    },
  )
  return [
    version,
    ...(acceptsIdempotencyKey(route.method) ? [key] : []),
    ...(isVersioned(route) ? [match] : []),
  ]
}

/** Describes the aliases of an input, and of the fields of its rows. */
function alsoCalled(route: PreparedRoute, { name }: Input): string {
  const sentences = Object.entries(route.aliases ?? {}).map(([called, aliases]) => {
    if (called === name) return ` Also accepted as ${aliases.join(', ')}.`
    const [input, field] = called.split('.')
    return input === name ? ` In a row, ${field} is also accepted as ${aliases.join(', ')}.` : ''
  })
  return sentences.join('')
}

/** What a call takes as its body; nothing where it takes none. */
export function requestBodyOf(route: PreparedRoute, example: Example | undefined): object {
  const body = route.inputs.filter((input) => input.from === 'body')
  if (body.length === 0) return {}
  const required = body.filter((input) => input.required).map((input) => input.name)
  const schemaOf = (input: Input) => {
    const { description, ...schema } = inputSchema(input.type, input.target)
    return { ...schema, description: `${String(description ?? '')}${alsoCalled(route, input)}` }
  }
  const constraints = required.length > 0 && route.method !== 'post' ? {} : constraintsOf(route)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(body.map((input) => [input.name, schemaOf(input)])),
    ...(required.length && { required }),
    ...constraints,
  }
  return {
    requestBody: {
      description: `${aboutBody(route)} Unknown fields are ignored.`,
      required: required.length > 0 || Object.keys(constraints).length > 0,
      content: {
        'application/json': {
          schema,
          ...(example?.body !== undefined && { example: example.body }),
        },
      },
    },
  }
}

function aboutBody({ method, reply }: PreparedRoute): string {
  if (method !== 'post')
    return 'The fields to update, as JSON, at least one. A field that is left out stays as it is; null clears an optional field.'
  return reply.kind === 'created'
    ? 'The fields of the new record, as JSON. A field that is left out is empty or has its default.'
    : 'The input of the operation, as JSON.'
}

/** The constraints on the input object that the body fills. */
function constraintsOf(route: PreparedRoute): object {
  const argument = rootField(route).args.find(({ name }) => name === 'input')
  const type = argument && getNullableType(argument.type)
  if (!isInputObjectType(type)) return {}
  return bodyConstraints(type, (field) => {
    const input = route.inputs.find(
      ({ from, place }) => from === 'body' && place === `input.${field}`,
    )
    return input ? [input.name, ...(route.aliases?.[input.name] ?? [])] : []
  })
}
