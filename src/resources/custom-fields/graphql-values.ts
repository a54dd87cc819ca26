/** Adds custom fields to the GraphQL types, inputs and filters of people and deals. */
import type { ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import type { ComparatorType } from '../../filtering/comparators.ts'
import {
  builder,
  type InputFieldBuilder,
  limits,
  notNull,
  optional,
} from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { comparatorsInput, notNullInFilters } from '../../graphql/schema/comparators.ts'
import type { PayloadFields } from '../../graphql/schema/payloads.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { CustomField, CustomFieldOption } from './graphql.ts'
import type * as operations from './operations.ts'
import type { FieldType, RecordKind } from './table.ts'
import { type CustomValue, loadCustomValues } from './values.ts'

type FieldAndValue<V = CustomValue> = { field: operations.CustomField; value: V }

/** Creates the GraphQL type for the values of one custom field type. */
const buildType = <V>(name: string, noun: string, fields: PayloadFields<FieldAndValue<V>>) =>
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
  text: buildType<string | null>('CustomFieldTextValue', 'text field', (t) => ({
    text: t.exposeString('value', optional('The text value.')),
  })),
  number: buildType<number | null>('CustomFieldNumberValue', 'number field', (t) => ({
    number: t.exposeFloat('value', optional('The number value.')),
  })),
  date: buildType<string | null>('CustomFieldDateValue', 'date field', (t) => ({
    date: t.expose('value', { type: 'Date', ...optional('The date value.') }),
  })),
  boolean: buildType<boolean | null>('CustomFieldBooleanValue', 'Boolean field', (t) => ({
    boolean: t.exposeBoolean('value', optional('The Boolean value.')),
  })),
  singleChoice: buildType<string | null>(
    'CustomFieldSingleChoiceValue',
    'single-choice field',
    (t) => ({
      choice: t.field({
        type: CustomFieldOption,
        ...optional('The chosen option.'),
        resolve: ({ field: { options }, value }) =>
          options.find((option) => option.value === value),
      }),
    }),
  ),
  multipleChoice: buildType<string[]>(
    'CustomFieldMultipleChoiceValue',
    'multiple-choice field',
    (t) => ({
      choices: t.field({
        type: [CustomFieldOption],
        description: 'The chosen options.',
        resolve: ({ field: { options }, value }) =>
          options.filter((option) => value.includes(option.value)),
      }),
    }),
  ),
} satisfies Record<FieldType, object>

const CustomFieldValue = builder.unionType('CustomFieldValue', {
  description: "The value of a record's custom field.",
  types: Object.values(typeByFieldType),
  resolveType: (value) => typeByFieldType[value.field.type].name,
})

/** Adds the GraphQL fields `customFields` and `customFieldValues` to a record type. */
export function addCustomFields<R extends { id: string }>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, R, R>,
  kind: RecordKind,
) {
  const createResolver = <T>(convert: (values: [operations.CustomField, CustomValue][]) => T) => ({
    extensions: readsColumns('id'),
    resolve: (record: R, _: unknown, ctx: Context) =>
      mapMaybePromise(loadCustomValues(ctx, kind, record), convert),
  })
  builder.objectFields(type, (t) => ({
    customFields: t.field({
      type: 'JSON',
      description: 'The values of all custom fields by key.',
      ...createResolver((values) =>
        Object.fromEntries(values.map(([field, value]) => [field.key, value])),
      ),
    }),
    customFieldValues: t.field({
      type: [CustomFieldValue],
      description: 'The values of all custom fields.',
      ...createResolver((values) => values.map(([field, value]) => ({ field, value }) as never)),
    }),
  }))
}

export const customFieldsInput = {
  type: 'JSON',
  description: 'The values of custom fields by key; `null` clears a value.',
  extensions: { ...limits({ type: 'object' }), ...notNull },
} as const

const addComparators = (t: InputFieldBuilder, type: ComparatorType, description: string) =>
  t.field({
    type: comparatorsInput(type, type !== 'StringList'),
    description,
    extensions: notNullInFilters,
  })

export const CustomFieldWhere = builder.inputType('CustomFieldWhere', {
  description: 'A filter on a custom field, with the comparators of its type.',
  fields: (t) => ({
    key: t.field({ type: 'FieldKey', required: true, description: "The custom field's key." }),
    text: addComparators(
      t,
      'String',
      'The text value, ignoring case. `eq` and `in` accept values of up to 100 characters.',
    ),
    number: addComparators(t, 'Float', 'The number value.'),
    date: addComparators(t, 'Date', 'The date value.'),
    boolean: addComparators(t, 'Boolean', 'The Boolean value.'),
    choices: addComparators(t, 'StringList', 'The values of the chosen options.'),
  }),
})
