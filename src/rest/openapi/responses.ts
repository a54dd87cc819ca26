/** The successful responses of an operation, derived from the selection set of its document. */
import type { PreparedRoute } from '../prepare.ts'
import { nodesIn, type Schema, selectionSchema } from './schemas.ts'

/** The headers of responses, described once among the components. */
export const headerComponents = {
  'X-RateLimit-Limit': {
    description: 'The units that the API key has per hour.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'The units left in this hour.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'The end of this hour, in seconds since 1970.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description: 'The id of the request, as in the body.',
    schema: { type: 'string', format: 'uuid' },
  },
  Link: {
    description:
      'URLs of the pages before and after this one (`prev`, `next`), and for a deprecated operation of its documentation (`deprecation`, `sunset`) and its replacement (`successor-version`). RFC 8288.',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of the created record.', schema: { type: 'string' } },
}

/** Further headers of deprecated operations. */
export const deprecationHeaders = {
  Deprecation: {
    description: 'The first day of the deprecation, as `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description:
      'The day from which the operation may be removed, as an HTTP date (RFC 8594). Absent while that is undecided.',
    schema: { type: 'string' },
  },
}

type HeaderName = keyof typeof headerComponents | keyof typeof deprecationHeaders

const headerReferences = (...names: HeaderName[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Stated for errors only, and for all responses in the description of the document. */
export const everyResponseHeaders = headerReferences(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
)

/** The root field of a route's document. */
export function rootField(route: PreparedRoute) {
  const [root] = route.operation.rootFields
  if (!root) throw new Error(`${route.name} has no root field`)
  return root.field
}

/** Successful responses by status. */
export function successResponses(route: PreparedRoute): Record<string, object> {
  const { reply } = route
  const statuses = reply.kind === 'created' ? (reply.mayExist ? [200, 201] : [201]) : [200]
  const schema = successSchema(route)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: descriptionOf(route, status),
        ...ownHeaders(route, status),
        content: {
          'application/json': { schema },
        },
      },
    ]),
  )
}

function ownHeaders({ reply, deprecated }: PreparedRoute, status: number): object {
  const names: HeaderName[] = [
    ...(reply.kind === 'list' || deprecated ? (['Link'] as const) : []),
    ...(deprecated ? (['Deprecation', 'Sunset'] as const) : []),
    ...(status === 201 ? (['Location'] as const) : []),
  ]
  return names.length > 0 ? { headers: headerReferences(...names) } : {}
}

function descriptionOf({ reply }: PreparedRoute, status: number): string {
  if (reply.kind === 'done') return reply.message
  if (status === 201) return 'Created'
  return reply.kind === 'created' ? 'The record existed already' : 'Success'
}

function successSchema(route: PreparedRoute): Schema {
  const { reply } = route
  const set = route.operation.rootFields[0]?.node.selectionSet
  const result = set ? selectionSchema(route, set, rootField(route).type) : {}
  const hasData = reply.kind !== 'done' || reply.withData
  const data = reply.kind === 'list' ? nodesIn(result, reply.of) : hasData ? result : undefined
  const properties = {
    ...(reply.kind === 'done' && {
      success: { const: true, description: 'Always true.' },
      message: { type: 'string', description: 'A confirmation, for people.' },
    }),
    ...(data && { data: { description: dataDescriptions[reply.kind], ...data } }),
    meta: { $ref: '#/components/schemas/Meta' },
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

const dataDescriptions = {
  list: 'The records of this page.',
  done: 'The result.',
  record: 'The record.',
  created: 'The record.',
}
