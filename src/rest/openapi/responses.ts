/** Creates the successful responses of an operation from the selection set of its document. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { toNoun } from '../../lib/text.ts'
import type { PreparedRoute } from '../prepare.ts'
import type { Reply } from '../route.ts'
import { findFragment, getResponseKey, isRecordId, versionAlias } from '../route-document.ts'
import {
  createDescription,
  createFieldsSchema,
  createLeafSchema,
  createTextSchema,
  makeNullable,
  type Schema,
} from './schemas.ts'

const toHeader = (description: string, schema: Schema = { type: 'string' }) => ({
  description,
  schema,
})

const integer: Schema = { type: 'integer' }

/** The response headers, which are described once in the components. */
export const headerComponents = {
  'X-RateLimit-Limit': toHeader("The caller's rate limit, in units per hour.", integer),
  'X-RateLimit-Remaining': toHeader("The caller's rate limit units left in this hour.", integer),
  'X-RateLimit-Reset': toHeader(
    'The time at which the limit resets, in Unix epoch seconds.',
    integer,
  ),
  'X-Request-Id': toHeader("The request's id, as in the response body.", {
    type: 'string',
    format: 'uuid',
  }),
  Link: toHeader(
    'Links (RFC 8288) to the previous and next pages (`prev`, `next`) and, for a deprecated operation, to its documentation (`deprecation`, `sunset`) and its replacement (`successor-version`).',
  ),
  Location: toHeader('The path of the created record.'),
}

export const deprecationHeaders = {
  Deprecation: toHeader(
    'The first day of the deprecation, as `@` and Unix epoch seconds (RFC 9745).',
  ),
  Sunset: toHeader(
    'The day from which the operation may be removed, as an HTTP date (RFC 8594). Absent while the day is undecided.',
  ),
}

type HeaderName = keyof typeof headerComponents | keyof typeof deprecationHeaders

const createReferences = (...names: HeaderName[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of all responses. To save space, the document lists them only for errors. */
export const commonHeaders = createReferences(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
)

export function createSuccessResponses(route: PreparedRoute): Record<string, object> {
  const { reply } = route
  const statuses = reply.kind === 'created' ? (reply.mayExist ? [200, 201] : [201]) : [200]
  const content = { 'application/json': { schema: createBodySchema(route) } }
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: describeStatus(route, status),
        ...createResponseHeaders(route, status),
        content,
      },
    ]),
  )
}

function createResponseHeaders({ reply, deprecated }: PreparedRoute, status: number): object {
  const names: HeaderName[] = [
    ...(reply.kind === 'list' || deprecated ? (['Link'] as const) : []),
    ...(deprecated ? (['Deprecation', 'Sunset'] as const) : []),
    ...(status === 201 ? (['Location'] as const) : []),
  ]
  return names.length > 0 ? { headers: createReferences(...names) } : {}
}

function describeStatus({ reply }: PreparedRoute, status: number): string {
  if (reply.kind === 'message') return reply.message
  if (status === 201) return 'The record was created.'
  return reply.kind === 'created' ? 'The record already existed.' : 'The request succeeded.'
}

function createBodySchema(route: PreparedRoute): Schema {
  const { reply } = route
  const { node, field } = route.result
  const result = node.selectionSet
    ? createSelectionSchema(route, node.selectionSet, field.type)
    : {}
  const hasData = reply.kind !== 'message' || reply.withData
  const data =
    reply.kind === 'list' ? createNodesSchema(result) : hasData && addConstants(result, reply)
  const properties = {
    ...(reply.kind === 'message' && {
      success: { const: true, description: 'Always true.' },
      message: createTextSchema('A confirmation message.'),
    }),
    ...(data && { data: { description: dataDescriptions[reply.kind], ...data } }),
    meta: { $ref: '#/components/schemas/Meta' },
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

function addConstants(schema: Schema, reply: Reply): Schema {
  if (reply.kind !== 'message' || !reply.constants) return schema
  const names = Object.keys(reply.constants)
  const schemaOfTrue = { type: 'boolean', description: 'Always true.' }
  return {
    ...schema,
    required: [...names, ...(schema['required'] as string[])],
    properties: {
      ...Object.fromEntries(names.map((name) => [name, schemaOfTrue])),
      ...(schema['properties'] as object),
    },
  }
}

const dataDescriptions = {
  list: 'The records on this page.',
  message: "The operation's result.",
  record: "The record's current state.",
  created: "The record's current state.",
}

/** Returns the schema of a list's records, from the schema of the connection. */
const createNodesSchema = (connection: Schema): Schema | undefined =>
  (connection['properties'] as Record<string, Schema> | undefined)?.['nodes']

/** The key of the GraphQL type in an object schema. As a symbol, it is not part of the JSON. */
const typeKey: unique symbol = Symbol('typeKey')

/** Returns the GraphQL type that an object schema in a response describes. */
export const getSchemaType = (schema: Schema) =>
  (schema as { [typeKey]?: GraphQLObjectType })[typeKey]

/** Returns the schema of a response object, whose properties are the selected response keys. */
function createSelectionSchema(
  route: PreparedRoute,
  selectionSet: SelectionSetNode,
  type: GraphQLOutputType,
): Schema {
  const object = getNamedType(type)
  if (!isObjectType(object)) throw new Error(`${route.name}: ${String(type)} is not an object type`)
  const schema = createFieldsSchema(
    flattenFragments(route, selectionSet).map((node): [string, Schema, boolean] => {
      const field = object.getFields()[node.name.value]
      if (!field) throw new Error(`${route.name}: unknown field ${node.name.value}`)
      return [getResponseKey(node), createFieldSchema(route, field, node), true]
    }),
  )
  return { ...schema, [typeKey]: object } as Schema
}

function createFieldSchema(
  route: PreparedRoute,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): Schema {
  if (isRecordId(node)) return createTextSchema(`${field.description?.replace(/\.$/, '')}'s id.`)
  const schema = createOutputSchema(route, field.type, node.selectionSet)
  return { ...schema, ...(describeFragmentType(node) ?? createDescription(field)) }
}

function describeFragmentType({ selectionSet }: FieldNode) {
  const type = findFragment(selectionSet)?.typeCondition?.name.value
  return type && { description: `The ${toNoun(type)}; null for an object of another type.` }
}

function createOutputSchema(
  route: PreparedRoute,
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
): Schema {
  const fragment = findFragment(selections)
  if (fragment) {
    const { typeCondition, selectionSet } = fragment
    const fragmentType = route.operation.schema.getType(typeCondition?.name.value ?? '')
    return makeNullable(
      createSelectionSchema(route, selectionSet, fragmentType as GraphQLObjectType),
      true,
    )
  }
  const nullableType = isNonNullType(type) ? type.ofType : type
  const schema: Schema = isListType(nullableType)
    ? { type: 'array', items: createOutputSchema(route, nullableType.ofType, selections) }
    : selections
      ? createSelectionSchema(route, selections, nullableType)
      : createLeafSchema(nullableType as never)
  return isNonNullType(type) ? schema : makeNullable(schema, typeKey in schema)
}

/** Returns the fields of a selection set and its fragments, except the version for `ETag`. */
function flattenFragments(route: PreparedRoute, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD)
      return selection.alias?.value === versionAlias ? [] : [selection]
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? route.operation.fragments.get(selection.name.value)
        : selection
    return fragment ? flattenFragments(route, fragment.selectionSet) : []
  })
}
