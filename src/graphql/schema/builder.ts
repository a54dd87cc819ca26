/** The schema builder, and helpers that declare the scopes, limits and constraints of fields. */
import SchemaBuilder, { type ObjectRef } from '@pothos/core'
import { GraphQLScalarType } from 'graphql'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type JsonSchema, type Scalar, type ScalarTypes, scalars } from './scalars.ts'

/** A reference to the GraphQL type of a kind of record. */
export type RecordRef<R> = ObjectRef<typeof builder.$inferSchemaTypes, R, R>

/** The Pothos schema builder, in which fields are non-null by default. */
export const builder = new SchemaBuilder<{
  Context: Context
  Scalars: ScalarTypes
  DefaultFieldNullability: false
}>({ defaultFieldNullability: false })

/** Returns the stored value. The query compiler recognizes this function and skips the call. */
export const serializeUnchanged = (value: unknown): never => value as never

const createScalarType = ({ name, description, jsonSchema, specificationUrl, parse }: Scalar) =>
  new GraphQLScalarType({
    name,
    description,
    specifiedByURL: specificationUrl ?? null,
    extensions: { jsonSchema },
    coerceInputValue: parse,
    coerceOutputValue: serializeUnchanged,
  })

for (const scalar of scalars)
  builder.addScalarType(scalar.name as keyof ScalarTypes, createScalarType(scalar))

builder.queryType({ description: 'The root type of all queries.' })
builder.mutationType({
  description: "The root type of all mutations. A request's mutations run in one transaction.",
})

builder.subscriptionType({ description: 'The root type of all subscriptions.' })

/** Returns the options of a nullable field. */
export const optional = (description: string) => ({ nullable: true, description }) as const

export const optionalTime = (description: string) =>
  ({ type: 'DateTime', ...optional(description) }) as const

/** Declares a field's scopes; any one is sufficient. By default, no scope is required. */
export const requiredScopes = (...scopes: RequiredScope[]) => ({ scopes })

/** Limits values of a built-in type: a custom scalar would require variables of its own type. */
export const limits = (jsonSchema: JsonSchema) => ({ jsonSchema })

/** Declares that an optional input field cannot be set to `null`. */
export const notNull = { notNull: true }

/** The options of an input field that moves a record within its list. */
export const positionInput = {
  type: 'Position',
  description: 'The zero-based position.',
  extensions: notNull,
} as const

/** Declares the REST name of an input field whose GraphQL name differs. */
export const restName = (name: string) => ({ restName: name })

/** Adds an enum type. @param values the description of each value */
export const defineEnum = <V extends string>(
  name: string,
  description: string,
  values: Record<V, string>,
) => {
  const entries = Object.entries<string>(values)
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      entries.map(([value, description]) => [value, { description }]),
    ) as Record<V, { description: string }>,
  })
}

export type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg']

/** Declares `expectedVersion` (REST: `If-Match`) for a mutation that calls `checkVersion`. */
export const versionArgs = (t: { arg: ArgBuilder }) => ({
  expectedVersion: t.arg.int({
    description: 'Fails unless the record has this version.',
    extensions: limits({ type: 'integer', minimum: 1 }),
  }),
})

export type InputFieldBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** The format of record ids (REST contract, clause 8: "Contact path id"). */
export const idSchema = limits({ type: 'string', pattern: '^[a-zA-Z0-9_-]{8,64}$' })

/** Declares a required argument for a record id. */
export const idArg = (t: { arg: ArgBuilder }, description: string) =>
  t.arg.id({ required: true, description, extensions: idSchema })

/** JSON Schema constraints on an input object, checked by operations and listed in OpenAPI. */
export interface ObjectConstraints {
  required?: readonly string[]
  properties?: Record<string, object>
  /** Set together with `properties`, which lists only some of the object's fields. */
  additionalProperties?: true
  anyOf?: readonly ObjectConstraints[]
  oneOf?: readonly ObjectConstraints[]
  allOf?: readonly ObjectConstraints[]
  not?: ObjectConstraints
}

export interface ConstraintExtensions {
  constraints?: ObjectConstraints
  /** Set on updates that require at least one field in addition to the record's identifiers. */
  atLeastOneField?: true
}

export const constraints = (schema: ObjectConstraints) => ({ constraints: schema })

export const atLeastOneField = { atLeastOneField: true } as const

export const propertySchemas = (properties: Record<string, object>): ObjectConstraints => ({
  properties,
  additionalProperties: true,
})

const matchField = (field: string, schema: object): ObjectConstraints => ({
  required: [field],
  ...propertySchemas({ [field]: schema }),
})

export const isPresent = (field: string) => matchField(field, { not: { type: 'null' } })
export const hasText = (field: string) => matchField(field, { type: 'string', pattern: '\\S' })
export const hasItems = (field: string) => matchField(field, { type: 'array', minItems: 1 })
export const hasValue = (field: string, value: unknown) => matchField(field, { const: value })

/** Allows at most one of the fields; `null` is treated as absent. */
export const atMostOne = (fields: readonly string[]): ObjectConstraints => ({
  allOf: fields.flatMap((field, index) =>
    fields
      .slice(index + 1)
      .map((otherField) => ({ not: { allOf: [isPresent(field), isPresent(otherField)] } })),
  ),
})
