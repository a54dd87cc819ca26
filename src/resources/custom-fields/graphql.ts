import {
  builder,
  constraints,
  defineEnum,
  hasItems,
  limits,
  notNull,
  optional,
  positionInput,
  propertySchemas,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import { listArgs, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { customFieldFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import type { RecordKind } from './table.ts'

const CustomFieldRecord = defineEnum('CustomFieldRecord', 'A kind of record with custom fields.', {
  person: 'A person.',
  deal: 'A deal.',
} satisfies Record<RecordKind, string>)

const CustomFieldType = defineEnum('CustomFieldType', 'The type of a custom field.', {
  text: 'A string of up to 5,000 characters; an empty string clears the field.',
  number: 'A number (double) from -1e15 to 1e15.',
  date: 'A date such as 2026-05-17. A time in the input is ignored.',
  boolean: 'A Boolean value.',
  singleChoice: 'The `value` of an option.',
  multipleChoice: 'A list of option values, in the order of the options.',
})

export const CustomFieldOption = builder
  .objectRef<operations.FieldOption>('CustomFieldOption')
  .implement({
    description: 'An option of a choice field.',
    fields: (t) => ({
      value: t.exposeString('value', { description: "The option's value, which never changes." }),
      label: t.exposeString('label', { description: 'The text shown to users.' }),
    }),
  })

export const CustomField = builder.objectRef<operations.CustomField>('CustomField').implement({
  description: 'A custom field that the company defines.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    record: t.expose('recordKind', {
      type: CustomFieldRecord,
      description: 'The kind of record that has the field.',
    }),
    key: t.exposeString('key', {
      description: 'The key in `customFields`, unique per kind of record.',
    }),
    name: t.exposeString('name', { description: 'The name shown to users.' }),
    description: t.exposeString('description', optional("The field's purpose.")),
    type: t.expose('type', {
      type: CustomFieldType,
      description: "The field's type, which is immutable.",
    }),
    options: t.expose('options', {
      type: [CustomFieldOption],
      description: 'The options of a choice field, in order.',
    }),
    position: t.exposeInt('position', { description: 'The zero-based position.' }),
  }),
})

const { connection, where, order } = registerRecord(CustomField, {
  filterSpec: customFieldFilterSpec,
  filterName: 'CustomFieldDefinition',
  filterTypes: { record: CustomFieldRecord, type: CustomFieldType },
  load: operations.loadField,
  one: { description: 'Returns a custom field by id.', get: operations.getField },
})

builder.queryField('customFields', (t) =>
  t.field({
    type: connection,
    description: 'Returns the custom fields, those of people first, ordered by position.',
    extensions: requiredScopes(),
    args: {
      record: t.arg({
        type: CustomFieldRecord,
        description: 'Returns only the fields of this kind of record.',
      }),
      ...listArgs(t, where, order),
    },
    resolve: (_, { record, where, orderBy, ...paging }, ctx, info) =>
      resolveList(ctx, info, paging, 'customFields', { where, orderBy, record }, operations.fields),
  }),
)

const CustomFieldOptionInput = builder.inputType('CustomFieldOptionInput', {
  description: 'An option of a choice field.',
  fields: (t) => ({
    value: t.field({ type: 'Label', description: "The option's value; by default the label." }),
    label: t.field({
      type: 'Label',
      required: true,
      description: 'The text shown to users, unique within the field.',
    }),
  }),
})

const optionLimits = limits({ type: 'array', minItems: 1, maxItems: 100 })
const choiceTypes = ['singleChoice', 'multipleChoice']

const newFieldConstraints = constraints({
  anyOf: [
    { allOf: [propertySchemas({ type: { enum: choiceTypes } }), hasItems('options')] },
    propertySchemas({ type: { not: { enum: choiceTypes } }, options: { maxItems: 0 } }),
  ],
})

const mutations = new RecordMutations({
  type: CustomField,
  noun: 'custom field',
  scope: 'customfields.manage',
})

mutations.create('createCustomField', {
  description:
    'Creates a custom field. Errors: CONFLICT (the key is in use, or the kind has 100 fields).',
  input: (t) => ({
    record: t.field({
      type: CustomFieldRecord,
      required: true,
      description: 'The kind of record that has the field; immutable.',
    }),
    name: t.field({ type: 'Label', required: true, description: 'The name shown to users.' }),
    key: t.field({
      type: 'FieldKey',
      description:
        'The key in `customFields`, unique per kind of record and immutable; by default derived from `name`.',
    }),
    type: t.field({
      type: CustomFieldType,
      required: true,
      description: "The field's type, which is immutable.",
    }),
    description: t.field({ type: 'LongText', description: "The field's purpose." }),
    options: t.field({
      type: [CustomFieldOptionInput],
      description: 'The options of a choice field, 1 to 100.',
      extensions: optionLimits,
    }),
  }),
  inputType: { extensions: newFieldConstraints },
  resolve: operations.createCustomField,
})
mutations.update('updateCustomField', {
  description:
    'Updates a custom field. Errors: CONFLICT (a removed option is in use and `replaceRemovedWith` is omitted, or more than 10,000 values would change).',
  input: (t) => ({
    name: t.field({ type: 'Label', description: 'The name shown to users.', extensions: notNull }),
    description: t.field({ type: 'LongText', description: "The field's purpose." }),
    position: t.field(positionInput),
    options: t.field({
      type: [CustomFieldOptionInput],
      description:
        'All options in order, 1 to 100. Removing options in use requires `replaceRemovedWith`.',
      extensions: { ...optionLimits, ...notNull },
    }),
    replaceRemovedWith: t.field({
      type: 'Label',
      description:
        'The value of the option that replaces removed options on all records; `null` clears the values.',
    }),
  }),
  resolve: operations.updateCustomField,
})
mutations.delete('deleteCustomField', {
  description:
    'Permanently deletes a custom field and its values. Errors: CONFLICT (records have values, and `force` is false).',
  args: (t) => ({
    force: t.arg.boolean({
      defaultValue: false,
      description: 'Whether to delete a field that has values.',
    }),
  }),
  resolve: (ctx, id, { force }) => operations.deleteCustomField(ctx, id, force ?? false),
})
