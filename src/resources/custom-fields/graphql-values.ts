/** Custom fields in the types, inputs and filters of the records that have them. */
import type { ObjectRef } from '@pothos/core'
import type { Context } from '../../context.ts'
import { builder, limits, notNull } from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { comparatorsInput, notNullInFilters } from '../../graphql/schema/comparators.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { CustomFieldValue } from './graphql-value-types.ts'
import type * as operations from './operations.ts'
import type { RecordKind } from './table.ts'
import { type CustomValue, loadCustomValues } from './values.ts'

const resolveValues =
  <T>(kind: RecordKind, convert: (values: [operations.CustomField, CustomValue][]) => T) =>
  (record: { id: string }, _: unknown, ctx: Context) =>
    mapMaybePromise(loadCustomValues(ctx, kind, record), convert)

const customFieldsField = (kind: RecordKind) => ({
  type: 'JSON' as const,
  description: 'The values of all custom fields by key.',
  extensions: readsColumns('id'),
  resolve: resolveValues(kind, (values) =>
    Object.fromEntries(values.map(([field, value]) => [field.key, value])),
  ),
})

const customFieldValuesField = (kind: RecordKind) => ({
  type: [CustomFieldValue] as [typeof CustomFieldValue],
  description: 'The values of all custom fields.',
  extensions: readsColumns('id'),
  resolve: resolveValues(kind, (values) =>
    values.map(([field, value]) => ({ field, value }) as never),
  ),
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
  description: 'The custom fields by key.',
  extensions: { ...limits({ type: 'object' }), ...notNull },
} as const

export const CustomFieldWhere = builder.inputType('CustomFieldWhere', {
  description: 'Conditions on a custom field, by the comparators of its type.',
  fields: (t) => ({
    key: t.field({ type: 'FieldKey', required: true, description: 'The key of the custom field.' }),
    text: t.field({
      type: comparatorsInput('String', true),
      description: 'The text, ignoring case. `eq` and `in` accept up to 100 characters.',
      extensions: notNullInFilters,
    }),
    number: t.field({
      type: comparatorsInput('Float', true),
      description: 'The number.',
      extensions: notNullInFilters,
    }),
    date: t.field({
      type: comparatorsInput('Date', true),
      description: 'The date.',
      extensions: notNullInFilters,
    }),
    boolean: t.field({
      type: comparatorsInput('Boolean', true),
      description: 'Whether the field is true.',
      extensions: notNullInFilters,
    }),
    choices: t.field({
      type: comparatorsInput('StringList', false),
      description: 'The values of the chosen options.',
      extensions: notNullInFilters,
    }),
  }),
})
