import {
  builder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import {
  constraints,
  filledList,
  someField,
  where,
} from '../../graphql/schema/input-constraints.ts'
import { Deleted } from '../../graphql/schema/node.ts'
import {
  createCustomField,
  deleteCustomField,
  type FieldChanges,
  type NewField,
  updateCustomField,
} from './changes.ts'
import { CustomField, CustomFieldRecord, CustomFieldType } from './graphql.ts'

const OptionInput = builder.inputType('CustomFieldOptionInput', {
  description: 'What can be chosen.',
  fields: (t) => ({
    value: t.field({
      type: 'Label',
      description:
        'What values are written as. In an update, the value of an option that there is keeps that option. Without it, the option that has this label; else a new one, whose value is the label.',
    }),
    label: t.field({
      type: 'Label',
      required: true,
      description: 'What is shown to people; unique in the field, ignoring case.',
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
  description: 'A new custom field.',
  fields: (t) => ({
    record: t.field({
      type: CustomFieldRecord,
      required: true,
      description: 'The kind of record that it is of; never changes.',
    }),
    name: t.field({ type: 'Label', required: true, description: 'What it is called.' }),
    key: t.field({
      type: 'FieldKey',
      description:
        'Its name in `customFields`, unique among the fields of its kind of record; never changes. Made of the name when it is left out.',
    }),
    type: t.field({
      type: CustomFieldType,
      required: true,
      description: 'What it holds; never changes.',
    }),
    description: t.field({ type: 'LongText', description: 'What it is for.' }),
    options: t.field({
      type: [OptionInput],
      description: 'What can be chosen, 1 to 100; for choices only, and needed there.',
      extensions: optionLimits,
    }),
  }),
})

const UpdateCustomFieldInput = builder.inputType('UpdateCustomFieldInput', {
  extensions: someField,
  description: 'What to change of a custom field: what is left out stays as it is.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'What it is called.', extensions: notNull }),
    description: t.field({ type: 'LongText', description: 'What it is for; `null` clears.' }),
    position: t.field({
      type: 'Position',
      description: 'Its zero-based place among the fields of its kind; past the end means last.',
      extensions: notNull,
    }),
    options: t.field({
      type: [OptionInput],
      description:
        'All options in their order, 1 to 100. Those left out are removed; where records have them, `replaceRemovedWith` is needed.',
      extensions: { ...optionLimits, ...notNull },
    }),
    replaceRemovedWith: t.field({
      type: 'Label',
      description:
        'The value of the option that takes the place of those left out, on every record that has one of them; `null` clears them. At most 10000 values in one request. The versions of the records stay as they are.',
    }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({
    required: true,
    description: "The custom field's id.",
    extensions: idSchema,
  })
  const common = {
    type: CustomField,
    nullable: true,
    extensions: needs('customfields.manage'),
  } as const
  return {
    createCustomField: t.field({
      ...common,
      description:
        'Defines a custom field, behind the others of its kind of record; at most 100 each. Only Owner and Admin. Errors: VALIDATION_ERROR, CONFLICT (the key is taken, or there are 100).',
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
        'Changes the given fields of a definition; at least one. Only Owner and Admin. Errors: NOT_FOUND, VALIDATION_ERROR, CONFLICT (options that are left out are used, and there is no `replaceRemovedWith`; or more than 10000 times).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({
          type: UpdateCustomFieldInput,
          required: true,
          description: 'What to change.',
        }),
      },
      resolve: (_, args, ctx) => updateCustomField(ctx, args.id, args.input as FieldChanges),
    }),
    deleteCustomField: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('customfields.manage'),
      description:
        'Deletes a custom field with its values for good. They are out of sight at once; very many are removed little by little. Only Owner and Admin. Errors: NOT_FOUND, CONFLICT (records have values of it, and it is not forced).',
      args: {
        id,
        ...versionArgs(t),
        force: t.arg.boolean({
          defaultValue: false,
          description: 'Whether to delete it although records have values of it.',
        }),
      },
      resolve: (_, args, ctx) => deleteCustomField(ctx, args.id, args.force ?? false),
    }),
  }
})
