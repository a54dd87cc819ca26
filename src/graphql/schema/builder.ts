import SchemaBuilder from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type JsonSchema, type ScalarTypes, scalars } from './scalars.ts'

/** The one builder of the schema. Fields are non-null unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context
  Scalars: ScalarTypes
  DefaultFieldNullability: false
}>({ defaultFieldNullability: false })

for (const scalar of scalars) builder.addScalarType(scalar.name as keyof ScalarTypes, scalar)

builder.queryType({
  description: 'Everything that can be read. Each field names the scope that it needs.',
})
builder.mutationType({
  description:
    'Everything that can be changed. The mutations of one request are one transaction: if one fails, none has happened.',
})

builder.subscriptionType({
  description:
    'What can be followed as it happens, as a stream of results: one operation, one field, one stream.',
})

/**
 * The scope that a field needs: any of those given. None: a key is enough. Checked before anything
 * is looked up.
 */
export const needs = (...scopes: RequiredScope[]) => ({ scopes })

/** Limits of an argument, whose type is a built-in one so that clients' own variables fit. */
export const limits = (jsonSchema: JsonSchema) => ({ jsonSchema })

/** For an optional field of an update that can be left out but not be cleared. */
export const notNull = { notNull: true }

type ArgBuilder = Parameters<Parameters<typeof builder.mutationField>[1]>[0]['arg']

/**
 * The argument of every mutation that changes one record; the operation calls `checkVersion`. On
 * REST it is `If-Match`.
 */
export const versionArgs = (t: { arg: ArgBuilder }) => ({
  expectedVersion: t.arg.int({
    description:
      'The version that the record is expected to be at: if somebody has changed it since, nothing happens. Errors: PRECONDITION_FAILED.',
    extensions: limits({ type: 'integer', minimum: 1 }),
  }),
})

/** The `t` of an input type's fields. */
export type InputFieldBuilder = Parameters<
  NonNullable<Parameters<typeof builder.inputType>[1]['fields']>
>[0]

/** The form of ids (contract, clause 8: "Contact path id"). */
export const idSchema = limits({ type: 'string', pattern: '^[a-zA-Z0-9_-]{8,64}$' })

/** A required argument for the id of a record. */
export const idArg = (t: { arg: ArgBuilder }, description: string) =>
  t.arg.id({ required: true, description, extensions: idSchema })
