import {
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { JsonSchema } from '../../graphql/schema/scalars.ts'
import { type Deprecation, deprecationOf, deprecationReason } from '../../lib/deprecation.ts'
import type { PreparedRoute } from '../prepare.ts'
import { versionAlias } from '../versions.ts'
import { typeConstraints } from './constraints.ts'

/** JSON Schema (2020-12, as in OpenAPI 3.1) of what a document takes and answers. */
export type Schema = Record<string, unknown>

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks the schema of an object with its GraphQL type; not part of the JSON. */
const objectType: unique symbol = Symbol('objectType')

/** The GraphQL type that the schema of an object in a response describes. */
export const describedType = (schema: Schema) =>
  (schema as { [objectType]?: GraphQLObjectType })[objectType]

const builtIn: Record<string, Schema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
}

type Limited = {
  description?: string | null | undefined
  extensions?: unknown
  defaultValue?: unknown
  default?: { value?: unknown } | undefined
}

const limitsOf = (owner: Limited | undefined): JsonSchema =>
  (owner?.extensions as { jsonSchema?: JsonSchema } | undefined)?.jsonSchema ?? {}

/** `deprecated` and `x-sunset`, as JSON Schema and OpenAPI state them. */
export const deprecationKeywords = (deprecation: Deprecation | undefined) =>
  deprecation
    ? { deprecated: true, ...(deprecation.sunset && { 'x-sunset': deprecation.sunset }) }
    : {}

/** What is said of a part of the schema: its description, and that it is deprecated. */
export function aboutOf(part: Limited | undefined): Schema {
  const deprecated = deprecationOf(part)
  const description = [part?.description, deprecated && deprecationReason(deprecated)]
    .filter(Boolean)
    .join(' ')
  return { ...(description && { description }), ...deprecationKeywords(deprecated) }
}

export const isFilter = (type: { name: string }) => type.name.endsWith('Where')

const componentOf = (type: { name: string }): Schema => ({
  $ref: `#/components/schemas/${type.name}`,
})

/**
 * The input objects and enums of GraphQL, which stand by themselves among the document's components
 * and are referred to: filters nest in each other.
 */
export const typeSchemas = (schema: GraphQLSchema): Record<string, Schema> =>
  Object.fromEntries(
    Object.values(schema.getTypeMap()).flatMap((type): [string, Schema][] => {
      if (isInputObjectType(type))
        return [[type.name, { ...fieldsSchema(type), description: type.description ?? '' }]]
      return isEnumType(type) ? [[type.name, enumSchema(type)]] : []
    }),
  )

const enumSchema = (type: GraphQLEnumType): Schema => ({
  type: 'string',
  enum: type.getValues().map((value) => value.name),
  ...deprecatedValues(type),
  description: wordsOf(type),
})

/** What an enum is, with what its values mean where they say so. */
function wordsOf(type: GraphQLEnumType): string {
  const told = type.getValues().filter((value) => value.description)
  return [
    type.description ?? '',
    ...told.map((value) => `- \`${value.name}\`: ${value.description}`),
  ].join('\n')
}

const fieldsSchema = (type: GraphQLInputObjectType): Schema => ({
  ...objectOf(
    Object.values(type.getFields()).map((field) => [
      field.name,
      inputSchema(field.type, field),
      isNonNullType(field.type),
    ]),
  ),
  ...typeConstraints(type),
})

/** @param owner the argument or field that the value is for: its limits and description go in */
export function inputSchema(type: GraphQLInputType, owner?: Limited): Schema {
  const nullable =
    !isNonNullType(type) && !(owner?.extensions as { notNull?: boolean } | undefined)?.notNull
  const bare = isNonNullType(type) ? type.ofType : type
  const schema: Schema = isListType(bare)
    ? { type: 'array', items: inputSchema(bare.ofType), ...limitsOf(owner) }
    : isInputObjectType(bare)
      ? componentOf(bare)
      : { ...leaf(bare), ...limitsOf(owner) }
  const usual = owner?.default?.value ?? owner?.defaultValue
  return {
    ...(nullable && owner ? orNull(schema) : schema),
    ...(usual !== undefined && { default: usual }),
    ...aboutOf(owner),
  }
}

function leaf(type: { name: string; extensions?: unknown }): Schema {
  if (isEnumType(type)) return componentOf(type)
  return builtIn[type.name] ?? { ...limitsOf(type) }
}

/** JSON Schema has no word for values that are to go. */
function deprecatedValues(type: GraphQLEnumType): Schema {
  const reasons = type
    .getValues()
    .flatMap((value) => (value.deprecationReason ? [[value.name, value.deprecationReason]] : []))
  return reasons.length ? { 'x-deprecated-values': Object.fromEntries(reasons) } : {}
}

function objectOf(fields: [name: string, schema: Schema, required: boolean][]): Schema {
  const required = fields.filter(([, , needed]) => needed).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
    ...(required.length && { required }),
  }
}

function orNull(schema: Schema): Schema {
  if (Array.isArray(schema['enum']))
    return { ...schema, type: [schema['type'], 'null'], enum: [...schema['enum'], null] }
  return typeof schema['type'] === 'string' && !(objectType in schema)
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

/**
 * The shape that a selection answers, field by field under its name on the wire; nothing ever
 * vanishes.
 */
export function selectionSchema(
  route: PreparedRoute,
  set: SelectionSetNode,
  type: GraphQLOutputType,
): Schema {
  const object = getNamedType(type)
  if (!isObjectType(object)) throw new Error(`${route.name}: ${String(type)} is not an object type`)
  const shape = objectOf(
    fieldsOf(route, set).map((node): [string, Schema, boolean] => {
      const field = object.getFields()[node.name.value]
      if (!field) throw new Error(`${route.name}: no field ${node.name.value}`)
      const schema = outputSchema(route, field.type, node.selectionSet)
      return [node.alias?.value ?? node.name.value, { ...schema, ...aboutOf(field) }, true]
    }),
  )
  return { ...shape, [objectType]: object } as Schema
}

function outputSchema(
  route: PreparedRoute,
  type: GraphQLOutputType,
  set: SelectionSetNode | undefined,
): Schema {
  const bare = isNonNullType(type) ? type.ofType : type
  const schema: Schema = isListType(bare)
    ? { type: 'array', items: outputSchema(route, bare.ofType, set) }
    : set
      ? selectionSchema(route, set, bare)
      : leaf(bare as never)
  return isNonNullType(type) ? schema : orNull(schema)
}

function fieldsOf(route: PreparedRoute, set: SelectionSetNode): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD)
      return selection.alias?.value === versionAlias ? [] : [selection]
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? route.operation.fragments.get(selection.name.value)
        : selection
    return inner ? fieldsOf(route, inner.selectionSet) : []
  })
}

/** The field of a record whose list a route is. */
export function listField({ reply }: PreparedRoute, root: { type: GraphQLOutputType }) {
  const type = getNamedType(root.type)
  return reply.kind === 'list' && reply.of && isObjectType(type)
    ? type.getFields()[reply.of]
    : undefined
}

/** The schema of a list's records in that of a whole answer. */
export function nodesIn(whole: Schema, of?: string): Schema | undefined {
  const inside = (schema: Schema | undefined, name: string) => {
    // What may be null has its shape beside that.
    const shape = (schema?.['anyOf'] as Schema[] | undefined)?.[0] ?? schema
    return (shape?.['properties'] as Record<string, Schema> | undefined)?.[name]
  }
  return inside(of ? inside(whole, of) : whole, 'nodes')
}
