/** Custom fields in the types, inputs and filters of the records that have them. */
import type { ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import {
  builder,
  type InputFieldBuilder,
  limits,
  notNull,
  optional,
} from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import {
  type ComparatorType,
  comparatorsInput,
  notNullInFilters,
} from '../../graphql/schema/comparators.ts'
import type { PayloadFields } from '../../graphql/schema/payloads.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { CustomField, CustomFieldOption } from './graphql.ts'
import type * as operations from './operations.ts'
import type { FieldType, RecordKind } from './table.ts'
import { type CustomValue, loadCustomValues } from './values.ts'

type FieldAndValue<V = CustomValue> = { field: operations.CustomField; value: V }

/** Creates the type of the values of one type of field. */
const valueType = <V>(name: string, noun: string, fields: PayloadFields<FieldAndValue<V>>) =>
  builder.objectRef<FieldAndValue<V>>(name).implement({
    description: `The value of a ${noun}.`,
    fields: (t) => ({
      field: t.field({
        type: CustomField,
        description: 'The custom field.',
        resolve: ({ field }) => field,
      }),
      ...fields(t),
    }),
  })

const typeByFieldType = {
  text: valueType<string | null>('CustomFieldTextValue', 'text field', (t) => ({
    text: t.exposeString('value', optional('The text.')),
  })),
  number: valueType<number | null>('CustomFieldNumberValue', 'number field', (t) => ({
    number: t.exposeFloat('value', optional('The number.')),
  })),
  date: valueType<string | null>('CustomFieldDateValue', 'date field', (t) => ({
    date: t.expose('value', { type: 'Date', ...optional('The date.') }),
  })),
  boolean: valueType<boolean | null>('CustomFieldBooleanValue', 'boolean field', (t) => ({
    boolean: t.exposeBoolean('value', optional('The value.')),
  })),
  singleChoice: valueType<string | null>('CustomFieldSingleChoiceValue', 'single choice', (t) => ({
    choice: t.field({
      type: CustomFieldOption,
      ...optional('The chosen option.'),
      resolve: ({ field: { options }, value }) => options.find((option) => option.value === value),
    }),
  })),
  multipleChoice: valueType<string[]>('CustomFieldMultipleChoiceValue', 'multiple choice', (t) => ({
    choices: t.field({
      type: [CustomFieldOption],
      description: 'The chosen options.',
      resolve: ({ field: { options }, value }) =>
        options.filter((option) => value.includes(option.value)),
    }),
  })),
} satisfies Record<FieldType, object>

const CustomFieldValue = builder.unionType('CustomFieldValue', {
  description: 'The value of a custom field of a record.',
  types: Object.values(typeByFieldType),
  resolveType: (value) => typeByFieldType[value.field.type].name,
})

/** Adds the GraphQL fields for custom values to a type of record. */
export function addCustomFields<R extends { id: string }>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, R, R>,
  kind: RecordKind,
) {
  const loadValues = <T>(convert: (values: [operations.CustomField, CustomValue][]) => T) => ({
    extensions: readsColumns('id'),
    resolve: (record: R, _: unknown, ctx: Context) =>
      mapMaybePromise(loadCustomValues(ctx, kind, record), convert),
  })
  builder.objectFields(type, (t) => ({
    customFields: t.field({
      type: 'JSON',
      description: 'The values of all custom fields by key.',
      ...loadValues((values) =>
        Object.fromEntries(values.map(([field, value]) => [field.key, value])),
      ),
    }),
    customFieldValues: t.field({
      type: [CustomFieldValue],
      description: 'The values of all custom fields.',
      ...loadValues((values) => values.map(([field, value]) => ({ field, value }) as never)),
    }),
  }))
}

export const customFieldsInput = {
  type: 'JSON',
  description: 'The custom fields by key.',
  extensions: { ...limits({ type: 'object' }), ...notNull },
} as const

const comparatorsField = (t: InputFieldBuilder, type: ComparatorType, description: string) =>
  t.field({
    type: comparatorsInput(type, type !== 'StringList'),
    description,
    extensions: notNullInFilters,
  })

export const CustomFieldWhere = builder.inputType('CustomFieldWhere', {
  description: 'Conditions on a custom field, by the comparators of its type.',
  fields: (t) => ({
    key: t.field({ type: 'FieldKey', required: true, description: 'The key of the custom field.' }),
    text: comparatorsField(
      t,
      'String',
      'The text, ignoring case. `eq` and `in` accept up to 100 characters.',
    ),
    number: comparatorsField(t, 'Float', 'The number.'),
    date: comparatorsField(t, 'Date', 'The date.'),
    boolean: comparatorsField(t, 'Boolean', 'Whether the field is true.'),
    choices: comparatorsField(t, 'StringList', 'The values of the chosen options.'),
  }),
})
