import {
  builder,
  constraints,
  filledList,
  idArg,
  limits,
  needs,
  notNull,
  someField,
  versionArgs,
  where,
} from '../../graphql/schema/builder.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import { CustomField, CustomFieldRecord, CustomFieldType } from './graphql.ts'
import {
  createCustomField,
  deleteCustomField,
  type FieldUpdate,
  type NewField,
  updateCustomField,
} from './operations.ts'

const OptionInput = builder.inputType('CustomFieldOptionInput', {
  description: 'An option of a choice.',
  fields: (t) => ({
    value: t.field({
      type: 'Label',
      description:
        'The text that stands for the option in values. In an update it identifies an existing option; by default the option with the same label, or else a new option whose value is the label.',
    }),
    label: t.field({
      type: 'Label',
      required: true,
      description: 'The text that users read; unique in the field, ignoring case.',
    }),
  }),
})

const optionLimits = limits({ type: 'array', minItems: 1, maxItems: 100 })
const choices = ['singleChoice', 'multipleChoice']

const CreateCustomFieldInput = builder.inputType('CreateCustomFieldInput', {
  extensions: constraints({
    anyOf: [
      { allOf: [where({ type: { enum: choices } }), filledList('options')] },
      where({ type: { not: { enum: choices } }, options: { maxItems: 0 } }),
    ],
  }),
  description: 'The input for a new custom field.',
  fields: (t) => ({
    record: t.field({
      type: CustomFieldRecord,
      required: true,
      description: 'The kind of record that has the field; never changes.',
    }),
    name: t.field({ type: 'Label', required: true, description: 'The name that users read.' }),
    key: t.field({
      type: 'FieldKey',
      description:
        'The name of the field in `customFields`, unique per kind of record; never changes. Derived from `name` by default.',
    }),
    type: t.field({
      type: CustomFieldType,
      required: true,
      description: 'The type; never changes.',
    }),
    description: t.field({ type: 'LongText', description: 'The purpose of the field.' }),
    options: t.field({
      type: [OptionInput],
      description:
        'The options of a choice, 1 to 100. Required for choices, invalid for other types.',
      extensions: optionLimits,
    }),
  }),
})

const UpdateCustomFieldInput = builder.inputType('UpdateCustomFieldInput', {
  extensions: someField,
  description: 'The changes to a custom field; omitted fields stay unchanged.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'The name that users read.', extensions: notNull }),
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
        'The value of the option that replaces removed options on all records; `null` clears them. At most 10,000 values per request. Versions of the records stay unchanged.',
    }),
  }),
})

builder.mutationFields((t) => {
  const id = idArg(t, 'The id of the custom field.')
  const common = {
    type: CustomField,
    nullable: true,
    extensions: needs('customfields.manage'),
  } as const
  return {
    createCustomField: t.field({
      ...common,
      description:
        'Creates a custom field, after the others of its kind of record; at most 100 per kind. Errors: VALIDATION_ERROR, CONFLICT (a key in use, or more than 100 fields).',
      args: {
        input: t.arg({
          type: CreateCustomFieldInput,
          required: true,
          description: 'The new field.',
        }),
      },
      resolve: (_, { input }, ctx) => createCustomField(ctx, input as NewField),
    }),
    updateCustomField: t.field({
      ...common,
      description:
        'Updates a custom field; at least one field is required. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (values of removed options without `replaceRemovedWith`, or more than 10,000).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateCustomFieldInput, required: true, description: 'The changes.' }),
      },
      resolve: (_, args, ctx) => updateCustomField(ctx, args.id, args.input as FieldUpdate),
    }),
    deleteCustomField: t.field({
      ...common,
      type: Deleted,
      description:
        'Permanently deletes a custom field and its values. Values disappear from all records at once. Errors: NOT_FOUND, CONFLICT (records have values, and `force` is false).',
      args: {
        id,
        ...versionArgs(t),
        force: t.arg.boolean({
          defaultValue: false,
          description: 'Whether to delete the field even if records have values.',
        }),
      },
      resolve: (_, args, ctx) => deleteCustomField(ctx, args.id, args.force ?? false),
    }),
  }
})
