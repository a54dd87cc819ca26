/** The limits and payloads that all bulk mutations share. */
import type { InputRef } from '@pothos/core'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import type { BulkRow } from '../../crud/bulk.ts'
import type { Detail } from '../../errors.ts'
import { toNoun, uncapitalize } from '../../lib/text.ts'
import { builder, type InputFieldBuilder, limits, optional, type RecordRef } from './builder.ts'
import { DetailCodeEnum, ErrorCodeEnum } from './enums.ts'
import { addMutation, type PayloadFields, type WithoutNull } from './payloads.ts'

const BulkErrorDetail = builder.objectRef<Detail>('BulkErrorDetail').implement({
  description: 'An invalid value in a row.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The path in the row, such as `tags[3]`.' }),
    message: t.exposeString('message', { description: 'A description of the problem.' }),
    code: t.expose('code', { type: DetailCodeEnum, description: 'The reason for the rejection.' }),
  }),
})

const BulkError = builder.objectRef<NonNullable<BulkRow<object>['error']>>('BulkError').implement({
  description: 'The error of a failed row.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeEnum, description: 'The error code.' }),
    message: t.exposeString('message', { description: 'The error message.' }),
    details: t.expose('details', {
      type: [BulkErrorDetail],
      description: 'The details of each invalid value.',
    }),
  }),
})

const createRowType = <R extends object>(type: RecordRef<R>) =>
  builder.objectRef<BulkRow<R>>(`Bulk${type.name}Result`).implement({
    description: 'The result of one row of a bulk operation.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: "The row's zero-based index in the input." }),
      [uncapitalize(type.name)]: t.field({
        type,
        ...optional(`The ${toNoun(type.name)}; null if the row failed.`),
        resolve: ({ record }) => record as never,
      }),
      error: t.expose('error', {
        type: BulkError,
        ...optional("The row's error; null on success."),
      }),
    }),
  })

/** Returns the payload fields of a bulk mutation: `succeeded failed results { index … error }`. */
export function bulkPayload<R extends object>(type: RecordRef<R>): PayloadFields<BulkRow<R>[]> {
  const Row = createRowType(type)
  return (t) => ({
    succeeded: t.int({
      description: 'The number of successful rows.',
      resolve: (rows) => rows.filter(({ error }) => !error).length,
    }),
    failed: t.int({
      description: 'The number of failed rows.',
      resolve: (rows) => rows.filter(({ error }) => error).length,
    }),
    results: t.field({
      type: [Row],
      description: 'The result of each row.',
      resolve: (rows) => rows,
    }),
  })
}

export const bulkRowLimits = limits({ type: 'array', minItems: 1, maxItems: 100 })

export const expectedVersionField = (t: InputFieldBuilder, record: string) =>
  t.int({
    description: `The row fails unless the ${record} has this version.`,
    extensions: limits({ type: 'integer', minimum: 1 }),
  })

interface BulkMutation<R extends object, I> {
  payload: PayloadFields<BulkRow<R>[]>
  scope: RequiredScope
  input: InputRef<I>
  description: string
  inputDescription: string
  resolve: (ctx: Context, rows: WithoutNull<I>[]) => Promise<BulkRow<R>[]>
}

/** Adds a mutation whose argument `input` is a list of rows. */
export function bulkMutation<R extends object, I>(
  name: string,
  { scope, input, inputDescription, resolve, ...mutation }: BulkMutation<R, I>,
): void {
  addMutation(name, {
    ...mutation,
    scopes: [scope],
    extensions: { rows: ['input'] },
    args: (t) => ({
      input: t.arg({
        type: [input],
        required: true,
        description: inputDescription,
        extensions: bulkRowLimits,
      }),
    }),
    resolve: (ctx, args) => resolve(ctx, args.input as never),
  })
}
