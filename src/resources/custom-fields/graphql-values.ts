/** Custom fields in the types, inputs and filters of the records that have them. */
import type { ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import { builder, limits, notNull } from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { NumberWhere } from '../../graphql/schema/filter-inputs.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { CustomField, CustomFieldOption } from './graphql.ts'
import type * as operations from './operations.ts'
import { isChoice } from './options.ts'
import type { FieldType, RecordKind } from './table.ts'
import { type CustomValue, loadCustomValues } from './values.ts'

interface FieldAndValue {
  field: operations.CustomField
  value: CustomValue
}

const valueOfType =
  <T>(type: FieldType) =>
  ({ field, value }: FieldAndValue): T | null =>
    field.type === type ? (value as T | null) : null

const CustomFieldValue = builder.objectRef<FieldAndValue>('CustomFieldValue').implement({
  description:
    'The value of a custom field of a record, in the field for its type; the other fields are null.',
  fields: (t) => ({
    field: t.expose('field', {
      type: CustomField,
      description: 'The custom field.',
    }),
    text: t.string({
      nullable: true,
      description: 'The value of a text field.',
      resolve: valueOfType<string>('text'),
    }),
    number: t.float({
      nullable: true,
      description: 'The value of a number field.',
      resolve: valueOfType<number>('number'),
    }),
    date: t.string({
      nullable: true,
      description: 'The value of a date field, such as 2026-05-17.',
      resolve: valueOfType<string>('date'),
    }),
    boolean: t.boolean({
      nullable: true,
      description: 'The value of a boolean field.',
      resolve: valueOfType<boolean>('boolean'),
    }),
    choices: t.field({
      type: [CustomFieldOption],
      nullable: true,
      description:
        'The chosen options of a choice field, in the order of the options; empty if none is chosen.',
      resolve: ({ field, value }) =>
        isChoice(field.type)
          ? field.options.filter((option) => [value].flat().includes(option.value))
          : null,
    }),
  }),
})

const resolveValues =
  <T>(kind: RecordKind, convert: (values: [operations.CustomField, CustomValue][]) => T) =>
  (record: { id: string }, _: unknown, ctx: Context) =>
    mapMaybePromise(loadCustomValues(ctx, kind, record), convert)

const customFieldsField = (kind: RecordKind) => ({
  type: 'JSON' as const,
  description:
    'The values of the custom fields for this kind of record, as an object with the `key` of each field, in the order of the fields. A missing value is null, or `[]` for a multiple choice.',
  extensions: readsColumns('id'),
  resolve: resolveValues(kind, (values) =>
    Object.fromEntries(values.map(([field, value]) => [field.key, value])),
  ),
})

const customFieldValuesField = (kind: RecordKind) => ({
  type: [CustomFieldValue] as [typeof CustomFieldValue],
  description:
    'The typed values of all custom fields for this kind of record, in the order of the fields.',
  extensions: readsColumns('id'),
  resolve: resolveValues(kind, (values) => values.map(([field, value]) => ({ field, value }))),
})

/** Adds the GraphQL fields for custom values to a type of record. */
export const addCustomFields = <R extends { id: string }>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, R, R>,
  kind: RecordKind,
) =>
  builder.objectFields(type, (t) => ({
    customFields: t.field(customFieldsField(kind)),
    customFieldValues: t.field(customFieldValuesField(kind)),
  }))

export const customFieldsInput = {
  type: 'JSON',
  description:
    'The values of custom fields, as an object by key; `CustomFieldType` states the form of each value. Omitted keys stay unchanged; `null` clears a value.',
  extensions: { ...limits({ type: 'object' }), ...notNull },
} as const

const daysLimit = limits({ type: 'integer', minimum: 0, maximum: 36500 })

const DateWhere = builder.inputType('DateWhere', {
  description:
    'A range of calendar dates such as 2026-05-17. Matches dates that meet all conditions. Relative dates count from today in UTC.',
  fields: (t) => ({
    from: t.field({ type: 'ShortText', description: 'The first date of the range, inclusive.' }),
    to: t.field({ type: 'ShortText', description: 'The last date of the range, inclusive.' }),
    inLastDays: t.int({
      description: 'Matches today and this number of days before it.',
      extensions: daysLimit,
    }),
    inNextDays: t.int({
      description: 'Matches today and this number of days after it.',
      extensions: daysLimit,
    }),
  }),
})

export const CustomFieldWhere = builder.inputType('CustomFieldWhere', {
  description:
    'A condition on a custom field; all of its operators must match. Errors: VALIDATION_ERROR (an unknown key, or an operator that does not fit the type).',
  fields: (t) => ({
    key: t.field({ type: 'FieldKey', required: true, description: 'The key of the custom field.' }),
    equals: t.field({
      type: 'JSON',
      description:
        'Matches this value, written as in `customFields`. Text has up to 100 characters and is compared ignoring case; a multiple choice matches if it includes this option. `null` matches records without a value.',
    }),
    anyOf: t.field({
      type: ['JSON'],
      description:
        'Matches any of these values, up to 100. A multiple choice matches if it includes one of them.',
      extensions: limits({ type: 'array', maxItems: 100 }),
    }),
    startsWith: t.field({
      type: 'Label',
      description: 'Matches values that start with this text, ignoring case.',
    }),
    number: t.field({ type: NumberWhere, description: 'Matches numbers in this range.' }),
    date: t.field({ type: DateWhere, description: 'Matches dates in this range.' }),
    isEmpty: t.boolean({
      description: 'Matches records without (true) or with (false) a value.',
    }),
  }),
})
