/** The fields of people and deals that return custom fields. */
import type { ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { CustomField, CustomFieldOption } from './graphql.ts'
import type { CustomField as Field } from './operations.ts'
import { isChoice } from './options.ts'
import type { FieldType, RecordKind } from './table.ts'
import { type CustomValue, customValuesOf } from './values.ts'

interface FieldAndValue {
  field: Field
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
    field: t.field({
      type: CustomField,
      description: 'The custom field.',
      resolve: ({ field }) => field,
    }),
    text: t.string({
      nullable: true,
      description: 'The text.',
      resolve: valueOfType<string>('text'),
    }),
    number: t.float({
      nullable: true,
      description: 'The number.',
      resolve: valueOfType<number>('number'),
    }),
    date: t.string({
      nullable: true,
      description: 'The calendar date, such as 2026-05-17.',
      resolve: valueOfType<string>('date'),
    }),
    boolean: t.boolean({
      nullable: true,
      description: 'The boolean.',
      resolve: valueOfType<boolean>('boolean'),
    }),
    choices: t.field({
      type: [CustomFieldOption],
      nullable: true,
      description:
        'The chosen options of a single or multiple choice, in the order of the options; empty if none is chosen.',
      resolve: ({ field, value }) =>
        isChoice(field.type)
          ? field.options.filter((option) => [value].flat().includes(option.value))
          : null,
    }),
  }),
})

const asObject = (kind: RecordKind) => ({
  type: 'JSON' as const,
  description:
    'The values of the custom fields for this kind of record, as an object by key, in the order of the fields. null if there is no value; `[]` for a multiple choice.',
  extensions: readsColumns('id'),
  resolve: (record: { id: string }, _: unknown, ctx: Context) =>
    mapMaybePromise(customValuesOf(ctx, kind, record), (values) =>
      Object.fromEntries(values.map(([field, value]) => [field.key, value])),
    ),
})

const asList = (kind: RecordKind) => ({
  type: [CustomFieldValue] as [typeof CustomFieldValue],
  description:
    'The values of all custom fields for this kind of record, typed, in the order of the fields.',
  extensions: readsColumns('id'),
  resolve: (record: { id: string }, _: unknown, ctx: Context) =>
    mapMaybePromise(customValuesOf(ctx, kind, record), (values) =>
      values.map(([field, value]) => ({ field, value })),
    ),
})

/** Adds the fields with the values of custom fields to a kind of record. */
export const addCustomFields = <R extends { id: string }>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, R, R>,
  kind: RecordKind,
) =>
  builder.objectFields(type, (t) => ({
    customFields: t.field(asObject(kind)),
    customFieldValues: t.field(asList(kind)),
  }))
