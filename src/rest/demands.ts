/** What the server demands of an object beyond the types of its fields, as JSON Schema. */
import { type GraphQLInputObjectType, isNonNullType } from 'graphql'
import type { DemandExtensions, ObjectDemands } from '../graphql/demands.ts'

/** The names of a field on the wire, its own first; none for a field that is not offered. */
type WireNames = (field: string) => readonly string[]

/** The demands of the object that a body is, under the names on the wire. */
export function bodyDemands(type: GraphQLInputObjectType, wireNames: WireNames): object {
  const { demands, someField } = extensionsOf(type)
  const names = Object.keys(type.getFields()).flatMap(wireNames)
  return {
    ...(someField && { minProperties: 1, anyOf: names.map((name) => ({ required: [name] })) }),
    ...(demands && renamed(demands, (field) => wireNames(field)[0])),
  }
}

/** The same for an object in a body, whose fields have their own names and others. */
export function typeDemands(type: GraphQLInputObjectType): object {
  const { demands, someField } = extensionsOf(type)
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return { ...(someField && { minProperties: required.length + 1 }), ...demands }
}

const extensionsOf = (type: GraphQLInputObjectType) => type.extensions as DemandExtensions

type WireName = (field: string) => string | undefined

/** The same for the names on the wire; nothing if it cannot hold without a field not offered. */
function renamed(schema: ObjectDemands, wireName: WireName): ObjectDemands | undefined {
  const { required, properties, additionalProperties, anyOf, oneOf, allOf, not } = schema
  const eachOf = (schemas: readonly ObjectDemands[] = []) =>
    schemas.map((each) => renamed(each, wireName))
  const names = required?.map(wireName)
  const [some, one, all] = [eachOf(anyOf), eachOf(oneOf), eachOf(allOf)]
  const never = (schemas: unknown[]) => schemas.length > 0 && schemas.every((each) => !each)
  if (names?.includes(undefined) || never(some) || never(one) || all.includes(undefined))
    return undefined
  const refused = not && renamed(not, wireName)
  const present = (schemas: (ObjectDemands | undefined)[]) =>
    schemas.filter((each) => each !== undefined && Object.keys(each).length > 0)
  return omitEmpty({
    required: names,
    properties: properties && renamedProperties(properties, wireName),
    additionalProperties,
    anyOf: present(some),
    oneOf: present(one),
    allOf: present(all),
    not: refused,
  })
}

const omitEmpty = (schema: Record<string, unknown>): ObjectDemands =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )

const renamedProperties = (properties: Record<string, object>, wireName: WireName) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([field, schema]) => {
      const name = wireName(field)
      return name === undefined ? [] : [[name, schema]]
    }),
  )
