import type { ObjectRef } from '@pothos/core'
import type { BulkRow } from '../bulk.ts'
import type { Detail as ErrorDetail } from '../errors.ts'
import { builder, limits } from './builder.ts'

/** What mutations of many records have in common: their limit, and the types of their results. */

const Detail = builder.objectRef<ErrorDetail>('BulkErrorDetail').implement({
  description: 'One value of a row that was refused.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Its name in the row, with an index where there is one: `tags[3]`.',
    }),
    message: t.exposeString('message', { description: 'What is wrong with it.' }),
    code: t.exposeString('code', {
      description: 'The same as in the details of errors: REQUIRED_FIELD, INVALID_REFERENCE …',
    }),
  }),
})

const RowError = builder.objectRef<NonNullable<BulkRow<object>['error']>>('BulkError').implement({
  description: 'Why a row failed.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'The code that the single mutation would have answered: VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT …',
    }),
    message: t.exposeString('message', { description: 'What happened.' }),
    details: t.field({
      type: [Detail],
      description: 'The values that were refused.',
      resolve: ({ details }) => details,
    }),
  }),
})

interface BulkNames {
  /** The type of a row's result. */
  row: string
  /** The type of the whole result. */
  result: string
  /** The field of a row's result that holds the record. */
  record: string
  /** The description of that field. */
  about: string
}

/** The result of a bulk mutation: `{ succeeded failed results { index <record> error } }`. */
export function bulkResult<R extends object>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, R, R>,
  { row, result, record, about }: BulkNames,
) {
  const Row = builder.objectRef<BulkRow<R>>(row).implement({
    description: 'What became of one row of a bulk change.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'The place of the row in the input, from 0.' }),
      [record]: t.field({
        type,
        nullable: true,
        description: about,
        resolve: (each) => each.record as never,
      }),
      error: t.field({
        type: RowError,
        nullable: true,
        description: 'Why it failed; null where it did not.',
        resolve: ({ error }) => error,
      }),
    }),
  })
  return builder.objectRef<BulkRow<R>[]>(result).implement({
    description: 'What a bulk change did, row by row.',
    fields: (t) => ({
      succeeded: t.int({
        description: 'How many rows went through.',
        resolve: (rows) => rows.filter(({ error }) => !error).length,
      }),
      failed: t.int({
        description: 'How many failed, and changed nothing.',
        resolve: (rows) => rows.filter(({ error }) => error).length,
      }),
      results: t.field({
        type: [Row],
        description: 'One for each row, in the order of the input.',
        resolve: (rows) => rows,
      }),
    }),
  })
}

/** The limit of rows in a bulk mutation. */
export const bulkRows = limits({ type: 'array', minItems: 1, maxItems: 100 })

/** The sentences that hold for every bulk mutation. */
export const bulkRules =
  'Each row stands by itself: one that fails changes nothing, and the others go through; its error is in its result. So it is with values that are malformed (an email without @, a text that is too long), where the list is given as a variable and no other mutation stands beside; else they refuse the whole request. It costs one unit of the rate limit for each 100 rows.'

type Fields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]['fields']>>[0]

/** The version that a row of a bulk update expects its record to be at. */
export const expectedVersionField = (t: Fields, record: string) =>
  t.int({
    description: `The version that the ${record} is expected to be at; at another the row fails with PRECONDITION_FAILED.`,
    extensions: limits({ type: 'integer', minimum: 1 }),
  })
