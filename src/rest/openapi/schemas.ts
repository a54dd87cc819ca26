/** Converts GraphQL inputs, enums and constraints to JSON Schema 2020-12, as in OpenAPI 3.1. */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { ConstraintExtensions, ObjectConstraints } from '../../graphql/schema/builder.ts'
import type { JsonSchema } from '../../graphql/schema/scalars.ts'
import { type Deprecation, formatDeprecationReason, getDeprecation } from '../../lib/deprecation.ts'
import { getRestName } from '../prepare.ts'

export type Schema = Record<string, unknown>

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const createTextSchema = (description: string, keywords: object = {}): Schema => ({
  type: 'string',
  description,
  ...keywords,
})

/** Creates an object schema. Properties that are not in `optional` are required. */
export function createObjectSchema(
  description: string,
  properties: Record<string, Schema>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', description, required, properties }
}

export function createFieldsSchema(fields: [name: string, schema: Schema, isRequired: boolean][]) {
  const required = fields.filter(([, , isRequired]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
    ...(required.length && { required }),
  }
}

const builtInSchemas: Record<string, Schema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
}

interface SchemaPart {
  description?: string | null | undefined
  extensions?: unknown
  defaultValue?: unknown
  default?: { value?: unknown } | undefined
}

const getLimits = (part: SchemaPart | undefined): JsonSchema =>
  (part?.extensions as { jsonSchema?: JsonSchema } | undefined)?.jsonSchema ?? {}

/** Returns the keyword `deprecated` and the extension `x-sunset` of a deprecated element. */
export const getDeprecationKeywords = (deprecation: Deprecation | undefined) =>
  deprecation
    ? { deprecated: true, ...(deprecation.sunset && { 'x-sunset': deprecation.sunset }) }
    : {}

/** Returns the description and the deprecation keywords of an element of the GraphQL schema. */
export function createDescription(part: SchemaPart | undefined): Schema {
  const deprecation = getDeprecation(part)
  const description = [part?.description, deprecation && formatDeprecationReason(deprecation)]
    .filter(Boolean)
    .join(' ')
  return { ...(description && { description }), ...getDeprecationKeywords(deprecation) }
}

/** Returns the schemas of all input objects and enums by name, to which other schemas refer. */
export const createTypeSchemas = (schema: GraphQLSchema): Record<string, Schema> =>
  Object.fromEntries(
    Object.values(schema.getTypeMap()).flatMap((type): [string, Schema][] => {
      if (isInputObjectType(type))
        return [
          [type.name, { ...createInputObjectSchema(type), description: type.description ?? '' }],
        ]
      return isEnumType(type) ? [[type.name, createEnumSchema(type)]] : []
    }),
  )

function createEnumSchema(type: GraphQLEnumType): Schema {
  const values = type.getValues()
  const deprecatedValues = values.flatMap(({ name, deprecationReason }) =>
    deprecationReason ? [[name, deprecationReason]] : [],
  )
  const descriptions = values
    .filter(({ description }) => description)
    .map(({ name, description }) => `- \`${name}\`: ${description}`)
  return {
    type: 'string',
    enum: values.map(({ name }) => name),
    // JSON Schema has no keyword for deprecated enum values.
    ...(deprecatedValues.length && { 'x-deprecated-values': Object.fromEntries(deprecatedValues) }),
    description: [type.description ?? '', ...descriptions].join('\n'),
  }
}

function createInputObjectSchema(type: GraphQLInputObjectType): Schema {
  const fields = Object.values(type.getFields())
  const { constraints, atLeastOneField } = getExtensions(type)
  const required = fields.filter((field) => isNonNullType(field.type))
  return {
    ...createFieldsSchema(
      fields.map((field) => [
        getRestName(field),
        createInputFieldSchema(field.type, field),
        required.includes(field),
      ]),
    ),
    ...(atLeastOneField && { minProperties: required.length + 1 }),
    ...constraints,
  }
}

/** @param part the argument or field, which adds nullability, limits, default and description */
export function createInputSchema(type: GraphQLInputType, part?: SchemaPart): Schema {
  const notNull = (part?.extensions as { notNull?: boolean } | undefined)?.notNull
  const isNullable = part && !isNonNullType(type) && !notNull
  const nullableType = isNonNullType(type) ? type.ofType : type
  const schema: Schema = isListType(nullableType)
    ? { type: 'array', items: createInputSchema(nullableType.ofType), ...getLimits(part) }
    : isInputObjectType(nullableType)
      ? createTypeReference(nullableType)
      : { ...createLeafSchema(nullableType), ...getLimits(part) }
  const defaultValue = part?.default?.value ?? part?.defaultValue
  return {
    ...(isNullable ? makeNullable(schema) : schema),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...createDescription(part),
  }
}

/**
 * Returns the schema of an object's field. The description states the default value, because
 * generated types require a field whose schema has the keyword `default`.
 */
export function createInputFieldSchema(type: GraphQLInputType, part: SchemaPart): Schema {
  const { default: defaultValue, ...schema } = createInputSchema(type, part)
  if (defaultValue === undefined) return schema
  const description = `${part.description ?? ''} Default: \`${String(defaultValue)}\`.`
  return { ...schema, description: description.trim() }
}

const createTypeReference = (type: { name: string }): Schema => ({
  $ref: `#/components/schemas/${type.name}`,
})

export function createLeafSchema(type: { name: string; extensions?: unknown }): Schema {
  if (isEnumType(type)) return createTypeReference(type)
  return builtInSchemas[type.name] ?? { ...getLimits(type) }
}

/** @param isNamed whether a reference will replace the schema, so that `anyOf` must add null */
export function makeNullable(schema: Schema, isNamed = false): Schema {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return { ...schema, type: [type, 'null'], enum: [...values, null] }
  return typeof type === 'string' && !isNamed
    ? { ...schema, type: [type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

const getExtensions = (type: GraphQLInputObjectType) => type.extensions as ConstraintExtensions

/** Returns the constraints on a body. @param getNames returns REST names, the main name first */
export function getBodyConstraints(
  type: GraphQLInputObjectType,
  getNames: (field: string) => readonly string[],
): object {
  const { constraints, atLeastOneField } = getExtensions(type)
  const names = Object.keys(type.getFields()).flatMap(getNames)
  return {
    ...(atLeastOneField && {
      minProperties: 1,
      anyOf: names.map((name) => ({ required: [name] })),
    }),
    ...(constraints && renameFields(constraints, (field) => getNames(field)[0])),
  }
}

/** Renames fields. Returns undefined if the constraints require a field that REST does not have. */
function renameFields(
  { required, properties, additionalProperties, anyOf, oneOf, allOf, not }: ObjectConstraints,
  getName: (field: string) => string | undefined,
): ObjectConstraints | undefined {
  const names = required?.map(getName)
  const renameEach = (schemas: readonly ObjectConstraints[] = []) =>
    schemas.map((schema) => renameFields(schema, getName))
  const [any, one, all] = [renameEach(anyOf), renameEach(oneOf), renameEach(allOf)]
  const isImpossible = (schemas: unknown[]) => schemas.length > 0 && !schemas.some(Boolean)
  if (names?.includes(undefined) || isImpossible(any) || isImpossible(one)) return undefined
  if (all.includes(undefined)) return undefined
  const omitEmpty = (schemas: (ObjectConstraints | undefined)[]) =>
    schemas.filter((schema) => schema !== undefined && Object.keys(schema).length > 0)
  const renamedProperties = Object.entries(properties ?? {}).flatMap(([field, schema]) => {
    const name = getName(field)
    return name === undefined ? [] : [[name, schema]]
  })
  const schema = {
    required: names,
    properties: properties && Object.fromEntries(renamedProperties),
    additionalProperties,
    anyOf: omitEmpty(any),
    oneOf: omitEmpty(one),
    allOf: omitEmpty(all),
    not: not && renameFields(not, getName),
  }
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
  return Object.fromEntries(
    Object.entries(schema).filter(([, value]) => value !== undefined && !isEmpty(value)),
  )
}
