/** Publishes the constraints on input objects of `graphql/schema/builder.ts` as JSON Schema. */
import { type GraphQLInputObjectType, isNonNullType } from 'graphql'
import type { ConstraintExtensions, ObjectConstraints } from '../../graphql/schema/builder.ts'

/** The REST names of a field, the main one first; empty if REST does not have the field. */
type WireNames = (field: string) => readonly string[]

/** The constraints on a request body, with REST names. */
export function bodyConstraints(type: GraphQLInputObjectType, wireNames: WireNames): object {
  const { constraints, someField } = extensionsOf(type)
  const names = Object.keys(type.getFields()).flatMap(wireNames)
  return {
    ...(someField && { minProperties: 1, anyOf: names.map((name) => ({ required: [name] })) }),
    ...(constraints && renamed(constraints, (field) => wireNames(field)[0])),
  }
}

/** The constraints on an object within a body, whose fields keep their names. */
export function typeConstraints(type: GraphQLInputObjectType): object {
  const { constraints, someField } = extensionsOf(type)
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return { ...(someField && { minProperties: required.length + 1 }), ...constraints }
}

const extensionsOf = (type: GraphQLInputObjectType) => type.extensions as ConstraintExtensions

type WireName = (field: string) => string | undefined

/** Translates names to REST; undefined if a field that REST lacks is required. */
function renamed(schema: ObjectConstraints, wireName: WireName): ObjectConstraints | undefined {
  const { required, properties, additionalProperties, anyOf, oneOf, allOf, not } = schema
  const eachOf = (schemas: readonly ObjectConstraints[] = []) =>
    schemas.map((each) => renamed(each, wireName))
  const names = required?.map(wireName)
  const [some, one, all] = [eachOf(anyOf), eachOf(oneOf), eachOf(allOf)]
  const never = (schemas: unknown[]) => schemas.length > 0 && schemas.every((each) => !each)
  if (names?.includes(undefined) || never(some) || never(one) || all.includes(undefined))
    return undefined
  const refused = not && renamed(not, wireName)
  const present = (schemas: (ObjectConstraints | undefined)[]) =>
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

const omitEmpty = (schema: Record<string, unknown>): ObjectConstraints =>
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
