/** The schema builder, and helpers that declare scopes, limits and constraints of fields. */
import SchemaBuilder, { type ObjectRef } from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type JsonSchema, type ScalarTypes, scalars } from './scalars.ts'

/** The type of a kind of record. */
export type RecordRef<R> = ObjectRef<typeof builder.$inferSchemaTypes, R, R>

/** Fields are non-null by default. */
export const builder = new SchemaBuilder<{
  Context: Context
  Scalars: ScalarTypes
  DefaultFieldNullability: false
}>({ defaultFieldNullability: false })

for (const scalar of scalars) builder.addScalarType(scalar.name as keyof ScalarTypes, scalar)

builder.queryType({ description: 'The root of all queries.' })
builder.mutationType({
  description: 'The root of all mutations. The mutations of one request are one transaction.',
})

builder.subscriptionType({ description: 'The root of all subscriptions.' })

/** The options of a field that can be null. */
export const optional = (description: string) => ({ nullable: true, description }) as const

export const optionalTime = (description: string) =>
  ({ type: 'DateTime', ...optional(description) }) as const

/** Declares the scopes of a field: one is enough; without scopes, every key may use the field. */
export const needs = (...scopes: RequiredScope[]) => ({ scopes })

/** Declares limits on a value of a built-in type, which keeps the types of clients' variables. */
export const limits = (jsonSchema: JsonSchema) => ({ jsonSchema })

/** An optional field that cannot be set to null. */
export const notNull = { notNull: true }

/** The options of an input field that moves a record in its list. */
export const positionInput = {
  type: 'Position',
  description: 'The position, from 0.',
  extensions: notNull,
} as const

/** The name of an input field in REST, where that differs; inputs of a route are its variables. */
export const restName = (name: string) => ({ restName: name })

/** Adds an enum type. @param values the descriptions of its values */
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
    description: 'The expected version.',
    extensions: limits({ type: 'integer', minimum: 1 }),
  }),
})

export type InputFieldBuilder = Parameters<
  NonNullable<Parameters<typeof builder.inputType>[1]['fields']>
>[0]

/** The format of ids (contract, clause 8: "Contact path id"). */
export const idSchema = limits({ type: 'string', pattern: '^[a-zA-Z0-9_-]{8,64}$' })

/** Declares a required argument for the id of a record. */
export const idArg = (t: { arg: ArgBuilder }, description: string) =>
  t.arg.id({ required: true, description, extensions: idSchema })

/** Constraints on a whole input object, as JSON Schema; operations check and OpenAPI shows them. */
export interface ObjectConstraints {
  required?: readonly string[]
  properties?: Record<string, object>
  /** Set with `properties`, which list only some fields. */
  additionalProperties?: true
  anyOf?: readonly ObjectConstraints[]
  oneOf?: readonly ObjectConstraints[]
  allOf?: readonly ObjectConstraints[]
  not?: ObjectConstraints
}

export interface ConstraintExtensions {
  constraints?: ObjectConstraints
  /** Updates only: whether at least one field besides the record's identifiers is required. */
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

/** Allows at most one of the fields; null counts as absent. */
export const atMostOne = (fields: readonly string[]): ObjectConstraints => ({
  allOf: fields.flatMap((one, index) =>
    fields
      .slice(index + 1)
      .map((other) => ({ not: { allOf: [isPresent(one), isPresent(other)] } })),
  ),
})
