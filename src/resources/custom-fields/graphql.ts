import {
  atLeastOneField,
  builder,
  constraints,
  defineEnum,
  hasItems,
  limits,
  needs,
  notNull,
  propertySchemas,
} from '../../graphql/schema/builder.ts'
import { listArgs, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { customFieldFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import type { RecordKind } from './table.ts'

export const CustomFieldRecord = defineEnum(
  'CustomFieldRecord',
  'A kind of record that can have custom fields.',
  { person: 'People.', deal: 'Deals.' } satisfies Record<RecordKind, string>,
)

export const CustomFieldType = defineEnum(
  'CustomFieldType',
  'The type of a custom field, which determines its values in `customFields`.',
  {
    text: 'A string of up to 5000 characters, which may include line breaks. An empty string clears the field.',
    number: 'A number (double) from -1e15 to 1e15.',
    date: 'A calendar date from 1900 to 9999, such as "2026-05-17". If the input has a time, only its date is stored, as written.',
    boolean: 'true or false.',
    singleChoice: 'The `value` of an option.',
    multipleChoice:
      'A list of option values, returned in the order of the options; `[]` if none is chosen.',
  },
)

export const CustomFieldOption = builder
  .objectRef<operations.FieldOption>('CustomFieldOption')
  .implement({
    description: 'An option of a choice field.',
    fields: (t) => ({
      value: t.exposeString('value', {
        description:
          'The text that represents the option in `customFields`. It does not change with the label.',
      }),
      label: t.exposeString('label', { description: 'The text shown to users.' }),
    }),
  })

export const CustomField = builder.objectRef<operations.CustomField>('CustomField').implement({
  description:
    'A field that the company has defined for its people or deals. Visible to all users of the company; managed by Owner and Admin.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    record: t.expose('recordKind', {
      type: CustomFieldRecord,
      description: 'The kind of record that has the field.',
    }),
    key: t.exposeString('key', {
      description:
        'The name of the field in `customFields`. Unique per kind of record; never changes.',
    }),
    name: t.exposeString('name', { description: 'The name shown to users.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The purpose of the field.',
    }),
    type: t.expose('type', { type: CustomFieldType, description: 'The type, which is immutable.' }),
    options: t.expose('options', {
      type: [CustomFieldOption],
      description: 'The options of a choice, in order; empty for other types.',
    }),
    position: t.exposeInt('position', {
      description: 'The position among the fields of the same kind of record, from 0.',
    }),
  }),
})

const { connection, where, order } = registerRecord(CustomField, {
  filterSpec: customFieldFilterSpec,
  filterName: 'CustomFieldDefinition',
  filterTypes: { record: CustomFieldRecord, type: CustomFieldType },
  load: operations.loadField,
  one: {
    description: 'Returns a custom field by id. Errors: NOT_FOUND.',
    get: operations.getField,
  },
})

builder.queryField('customFields', (t) =>
  t.field({
    type: connection,
    description:
      'Returns the custom fields of the company; by default those of people first, then by position.',
    extensions: needs(),
    args: {
      record: t.arg({
        type: CustomFieldRecord,
        description: 'Limits the list to one kind of record.',
      }),
      ...listArgs(t, where, order),
    },
    resolve: (_, { record, where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'customFields', { where, orderBy, record }, operations.fields),
  }),
)

const OptionInput = builder.inputType('CustomFieldOptionInput', {
  description: 'An option of a choice field.',
  fields: (t) => ({
    value: t.field({
      type: 'Label',
      description:
        'The text that represents the option in `customFields`. In an update, it identifies an existing option. By default, it is the value of the option with the same label, or else the label.',
    }),
    label: t.field({
      type: 'Label',
      required: true,
      description: 'The text shown to users; unique in the field, ignoring case.',
    }),
  }),
})

const optionLimits = limits({ type: 'array', minItems: 1, maxItems: 100 })
const choiceTypes = ['singleChoice', 'multipleChoice']

const CreateCustomFieldInput = builder.inputType('CreateCustomFieldInput', {
  extensions: constraints({
    anyOf: [
      { allOf: [propertySchemas({ type: { enum: choiceTypes } }), hasItems('options')] },
      propertySchemas({ type: { not: { enum: choiceTypes } }, options: { maxItems: 0 } }),
    ],
  }),
  description: 'Input for creating a custom field.',
  fields: (t) => ({
    record: t.field({
      type: CustomFieldRecord,
      required: true,
      description: 'The kind of record that has the field. It cannot be changed.',
    }),
    name: t.field({ type: 'Label', required: true, description: 'The name shown to users.' }),
    key: t.field({
      type: 'FieldKey',
      description:
        'The name of the field in `customFields`, unique per kind of record. It cannot be changed. By default, it is derived from `name`.',
    }),
    type: t.field({
      type: CustomFieldType,
      required: true,
      description: 'The type, which is immutable.',
    }),
    description: t.field({ type: 'LongText', description: 'The purpose of the field.' }),
    options: t.field({
      type: [OptionInput],
      description: 'The options, 1 to 100. Required for choices; not allowed for other types.',
      extensions: optionLimits,
    }),
  }),
})

const UpdateCustomFieldInput = builder.inputType('UpdateCustomFieldInput', {
  extensions: atLeastOneField,
  description: 'Input for updating a custom field.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'The name shown to users.', extensions: notNull }),
    description: t.field({
      type: 'LongText',
      description: 'The purpose of the field; `null` clears it.',
    }),
    position: t.field({
      type: 'Position',
      description:
        'The position among the fields of the same kind of record, from 0; past the end means last.',
      extensions: notNull,
    }),
    options: t.field({
      type: [OptionInput],
      description:
        'All options in order, 1 to 100. Omitted options are removed; if records have their values, `replaceRemovedWith` is required.',
      extensions: { ...optionLimits, ...notNull },
    }),
    replaceRemovedWith: t.field({
      type: 'Label',
      description:
        'The value of the option that replaces removed options on all records; `null` clears them. At most 10,000 values per request. The versions of the records stay unchanged.',
    }),
  }),
})

const mutations = recordMutations({
  type: CustomField,
  noun: 'custom field',
  scope: 'customfields.manage',
})

mutations.create('createCustomField', {
  description:
    'Creates a custom field as the last of its kind of record; at most 100 per kind. Errors: VALIDATION_ERROR, CONFLICT (a key in use, or more than 100 fields).',
  input: CreateCustomFieldInput,
  resolve: operations.createCustomField,
})
mutations.update('updateCustomField', {
  description:
    'Updates a custom field; at least one field is required. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (removed options have values and `replaceRemovedWith` is omitted, or more than 10,000 values would change).',
  input: UpdateCustomFieldInput,
  resolve: operations.updateCustomField,
})
mutations.delete('deleteCustomField', {
  description:
    'Permanently deletes a custom field and its values. Values disappear from all records at once. Errors: NOT_FOUND, CONFLICT (records have values, and `force` is false).',
  args: (t) => ({
    force: t.arg.boolean({
      defaultValue: false,
      description: 'Whether to delete the field even if records have values.',
    }),
  }),
  resolve: (ctx, id, { force }) => operations.deleteCustomField(ctx, id, force ?? false),
})
