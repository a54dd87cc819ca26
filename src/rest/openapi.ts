import { isInputObjectType, Kind, parse, print } from 'graphql'
import { asSchema, reasonOf } from '../deprecation/deprecation.ts'
import { type ErrorCode, statusOf } from '../errors.ts'
import { rootType, scopesOf } from '../graphql/walk.ts'
import { filterSchemas, inputSchema, listedField, nodesIn, type Schema, selectionSchema } from './json-schema.ts'
import { deprecationHeaders, error, headers, meta } from './openapi-envelope.ts'
import { type Input, isFilterParameter, isPlainList, type PreparedRoute, shapeOf } from './prepare.ts'
import { takesKey } from './route.ts'

/** The REST contract as OpenAPI 3.1, derived from the routes; beside each call, the GraphQL operation that it is. */
export function openApi(routes: PreparedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    Object.assign(paths[route.path] as object, { [route.method]: operation(route) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dealgraph REST API',
      version: '1.0.0',
      description:
        'People, deals, tasks and activities of a sales office. Each call is a GraphQL operation with an address; `x-graphql` shows which. What is deprecated says so in the headers Deprecation, Sunset and Link, and stays for at least 12 months.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      schemas: { Meta: meta, Error: error, ...(routes[0] && filterSchemas(routes[0].what.schema)) },
      headers,
    },
  }
}

function operation(route: PreparedRoute): object {
  const body = route.inputs.filter((input) => input.from === 'body')
  const root = rootField(route)
  const { description } = listedField(route, root) ?? root
  const scopes = scopesOf(root)
  const [resource = ''] = route.path.split('/').slice(2)
  const needs = scopes.length ? `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.` : ''
  return {
    operationId: route.name,
    summary: route.summary,
    description: [description ?? '', needs, route.deprecated && reasonOf(route.deprecated)].filter((each, index) => each || index === 0).join('\n\n'),
    ...asSchema(route.deprecated),
    tags: [resource],
    ...(route.extension && { 'x-extension': true }),
    parameters: [
      ...route.inputs.filter((input) => input.from === 'path' || input.from === 'query').map((input) => parameter(route, input)),
      ...extraHeaders(route),
    ],
    ...(body.length && {
      requestBody: { required: body.some((input) => input.required), content: { 'application/json': { schema: bodySchema(route, body) } } },
    }),
    responses: { ...successes(route), ...failures(route, scopes.length > 0) },
    'x-graphql': print(parse(route.document)),
  }
}

function rootField(route: PreparedRoute) {
  const node = route.what.operation.selectionSet.selections[0]
  const field = node?.kind === Kind.FIELD ? rootType(route.what.schema, route.what).getFields()[node.name.value] : undefined
  if (!field) throw new Error(`${route.name} has no root field`)
  return field
}

function parameter(route: PreparedRoute, input: Input): object {
  const target = { ...input.target, extensions: { ...(input.target.extensions as object), notNull: true } }
  const { description, deprecated, 'x-sunset': sunset, ...schema } = inputSchema(input.type, target)
  return {
    name: input.name,
    in: input.from,
    required: input.required,
    ...(deprecated ? { deprecated, ...(sunset ? { 'x-sunset': sunset } : {}) } : {}),
    ...(isPlainList(input) && { style: 'form', explode: false }),
    description: `${isFilterParameter(input) ? 'Which records: a filter as a JSON object. What the other parameters say holds too.' : String(description ?? '')}${alsoCalled(route, input)}${route.firstOf?.includes(input.name) ? ` One of ${route.firstOf.join(', ')} is required; the first of these decides.` : ''}`,
    ...howWritten(input, schema),
  }
}

/** Lists in a query are separated by commas; a filter is written in JSON. */
function howWritten(input: Input, schema: Schema): object {
  const { named, isList } = shapeOf(input.type)
  if (isInputObjectType(named)) return { content: { 'application/json': { schema: isList ? schema['items'] : schema } } }
  return { schema, ...(isList && { style: 'form', explode: false }) }
}

function extraHeaders(route: PreparedRoute): object[] {
  const version = {
    name: 'X-API-Version',
    in: 'header',
    required: false,
    description: 'The version of the API; 1 is the only one.',
    schema: { type: 'string', enum: ['1'] },
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes a repetition of the request safe: it is answered as the first was, for 24 hours.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  }
  const match = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the record as it was read: if somebody has changed it since, nothing happens and the answer is 412.',
    schema: { type: 'string' },
  }
  return [version, ...(takesKey(route.method) ? [key] : []), ...(isVersioned(route) ? [match] : [])]
}

const isVersioned = (route: PreparedRoute) => route.inputs.some((input) => input.from === 'header')

function alsoCalled(route: PreparedRoute, { name }: Input): string {
  const also = route.alsoCalled?.[name]
  return also ? ` Also accepted as ${also.join(', ')}.` : ''
}

function bodySchema(route: PreparedRoute, body: Input[]): Schema {
  const schemaOf = (input: Input) => {
    const { description, ...schema } = inputSchema(input.type, input.target)
    return { ...schema, description: `${String(description ?? '')}${alsoCalled(route, input)}` }
  }
  const required = body.filter((input) => input.required).map((input) => input.name)
  return {
    type: 'object',
    properties: Object.fromEntries(body.map((input) => [input.name, schemaOf(input)])),
    ...(required.length && { required }),
  }
}

function successes(route: PreparedRoute): Record<string, object> {
  const { reply } = route
  return reply.kind === 'created' ? { ...(reply.orFound && { 200: success(route) }), 201: success(route) } : { 200: success(route) }
}

function success(route: PreparedRoute): object {
  const node = route.what.operation.selectionSet.selections[0]
  const type = rootField(route).type
  const whole = node?.kind === Kind.FIELD && node.selectionSet ? selectionSchema(route, node.selectionSet, type) : {}
  const { kind } = route.reply
  const data = kind === 'list' ? nodesIn(whole, route.reply.of) : kind === 'done' && !route.reply.withData ? undefined : whole
  const done = kind === 'done' ? { success: { const: true }, message: { type: 'string' } } : {}
  const properties = { ...done, ...(data && { data }), meta: { $ref: '#/components/schemas/Meta' } }
  return {
    description: kind === 'done' ? route.reply.message : 'Success',
    headers: Object.fromEntries([
      ...Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ...(kind === 'list'
        ? [['Link', { description: 'The addresses of the next page and of the one before, where there are such (RFC 8288).', schema: { type: 'string' } }]]
        : []),
      ...(route.deprecated ? Object.entries(deprecationHeaders) : []),
      ...(kind === 'created' ? [['Location', { description: 'Where the new record is.', schema: { type: 'string' } }]] : []),
    ]),
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
  }
}

function failures(route: PreparedRoute, scoped: boolean): Record<string, object> {
  const write = route.mutation ? (['CONFLICT', 'IDEMPOTENCY_KEY_REUSED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []
  const versions = isVersioned(route) ? (['PRECONDITION_FAILED'] as const) : []
  const named = route.path.includes('{') || route.inputs.some((input) => input.required && input.from === 'query')
  const codes: ErrorCode[] = [
    'BAD_REQUEST',
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    ...(scoped ? (['FORBIDDEN'] as const) : []),
    ...(named ? (['NOT_FOUND'] as const) : []),
    ...write,
    ...versions,
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]
  const byStatus = Map.groupBy(codes, (code) => String(statusOf[code]))
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      { description: each.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
}
