/** Adds mutations, each with its own input and payload types, such as `CreateTaskInput`. */
import type { FieldMap, InputFieldMap, InputRef, InputShapeFromFields } from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { capitalize, toNoun, uncapitalize } from '../../lib/text.ts'
import {
  type ArgBuilder,
  builder,
  type InputFieldBuilder,
  type ObjectConstraints,
  type RecordRef,
  requiredScopes,
} from './builder.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes

/** Defines the fields of a payload type, whose source is the operation's result. */
export type PayloadFields<R> = (t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, R>) => FieldMap

/** Returns the payload fields for one record: a field named after the record's type. */
export const recordPayload =
  <R>(type: RecordRef<R>): PayloadFields<R> =>
  (t) => ({
    [uncapitalize(type.name)]: t.field({
      type,
      description: `The ${toNoun(type.name)}.`,
      resolve: (record) => record as never,
    }),
  })

/** Returns the payload fields of a mutation that permanently deletes a record. */
export const deletionPayload =
  (noun: string): PayloadFields<{ id: string }> =>
  (t) => ({ deletedId: t.exposeID('id', { description: `The deleted ${noun}'s id.` }) })

/**
 * An input type without null, because `notNull` fields reject null. The type of a JSON value
 * becomes `never`, because the operation parses the value itself.
 */
export type WithoutNull<I> = unknown extends I
  ? never
  : I extends object
    ? { [K in keyof I]: WithoutNull<Exclude<I[K], null | undefined>> }
    : I

/** An existing input type, or the fields of a new input type that is named after the mutation. */
export type InputSource = InputRef<unknown> | ((t: InputFieldBuilder) => InputFieldMap)

export type ValueOf<S extends InputSource> = WithoutNull<
  S extends InputRef<infer I>
    ? I
    : S extends (t: InputFieldBuilder) => infer F
      ? InputShapeFromFields<Extract<F, InputFieldMap>>
      : never
>

export interface InputOptions<S extends InputSource> {
  input: S
  /** Options of a new input type; its default description is `A new …` or `Changes to …`. */
  inputType?: { description?: string; extensions?: { constraints: ObjectConstraints } }
}

export function createInputType(
  mutation: string,
  { input, inputType }: InputOptions<InputSource>,
  description: string,
  extensions = {},
): InputRef<unknown> {
  if (typeof input !== 'function') return input
  return builder.inputType(`${capitalize(mutation)}Input`, {
    description,
    ...inputType,
    extensions: { ...extensions, ...inputType?.extensions },
    fields: input,
  })
}

interface Mutation<R, A extends InputFieldMap> {
  description: string
  payload: PayloadFields<R>
  /** Scopes of which any one is sufficient; by default, no scope is required. */
  scopes?: readonly RequiredScope[]
  extensions?: object
  args: (t: { arg: ArgBuilder }) => A
  resolve: (ctx: Context, args: InputShapeFromFields<A>) => MaybePromise<R>
}

export function addMutation<R, A extends InputFieldMap>(
  name: string,
  { description, payload, scopes = [], extensions, args, resolve }: Mutation<R, A>,
): void {
  const type = builder
    .objectRef<R>(`${capitalize(name)}Payload`)
    .implement({ description: `The result of \`${name}\`.`, fields: payload })
  builder.mutationField(name, (t) =>
    t.field({
      type,
      description,
      extensions: { ...requiredScopes(...scopes), ...extensions },
      args: args(t),
      resolve: (_, args, ctx) => resolve(ctx, args as never) as never,
    }),
  )
}
