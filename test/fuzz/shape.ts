import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'

/** The subset of JSON Schema that describes the inputs of the REST and GraphQL APIs. */
export interface Shape {
  type?: string | string[]
  enum?: readonly (string | null)[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  anyOf?: Shape[]
  $ref?: string
  content?: { 'application/json': { schema: Shape } }
  /** The name of the object type, if it has one. */
  typeName?: string
  /** Whether the values are enum values, which GraphQL writes without quotes. */
  isEnum?: true
}

const builtInShapes: Record<string, Shape> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
}

interface LimitedElement {
  extensions: Readonly<Record<string, unknown>>
}

/** Converts a GraphQL input type to a shape, with the limits of its argument or field. */
export function getShape(type: GraphQLInputType, { extensions }: LimitedElement): Shape {
  const limits = (extensions['jsonSchema'] ?? {}) as Shape
  if (isNonNullType(type)) return getShape(type.ofType, { extensions })
  const { items, ...ownLimits } = limits
  if (isListType(type))
    return {
      type: 'array',
      items: { ...getShape(type.ofType, { extensions: {} }), ...items },
      ...ownLimits,
    }
  if (isEnumType(type))
    return { type: 'string', enum: type.getValues().map(({ name }) => name), isEnum: true }
  if (isInputObjectType(type)) return objectShapes.get(type.name) ?? createObjectShape(type)
  const { name, extensions: typeExtensions } = getNamedType(type)
  return { ...(builtInShapes[name] ?? (typeExtensions['jsonSchema'] as Shape)), ...limits }
}

/**
 * Shapes of input objects by type name. A shape is registered before its fields are known, because
 * filters are recursive.
 */
const objectShapes = new Map<string, Shape>()

function createObjectShape(type: Extract<GraphQLInputType, { getFields(): unknown }>): Shape {
  const shape: Shape & { properties: Record<string, Shape>; required: string[] } = {
    type: 'object',
    typeName: type.name,
    properties: {},
    required: [],
  }
  objectShapes.set(type.name, shape)
  for (const field of Object.values(type.getFields())) {
    shape.properties[field.name] = getShape(field.type, field)
    if (isNonNullType(field.type)) shape.required.push(field.name)
  }
  return shape
}

export const acceptsNull = ({ type, enum: enumValues }: Shape): boolean =>
  (Array.isArray(type) && type.includes('null')) || (enumValues?.includes(null) ?? false)
