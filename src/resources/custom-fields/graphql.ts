import { builder, idArg, needs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { customFieldFilterSpec } from './filter-spec.ts'
import {
  type CustomField as Field,
  type FieldOption,
  fields,
  getField,
  loadField,
} from './operations.ts'
import { customFieldPolicy } from './policy.ts'
import type { RecordKind } from './table.ts'

export const CustomFieldRecord = builder.enumType('CustomFieldRecord', {
  description: 'A kind of record that can have custom fields.',
  values: {
    person: { description: 'People.' },
    deal: { description: 'Deals.' },
  } satisfies Record<RecordKind, object>,
})

export const CustomFieldType = builder.enumType('CustomFieldType', {
  description: 'The type of a custom field, which determines its values in `customFields`.',
  values: {
    text: {
      description:
        'A string of up to 5000 characters, with line breaks; trimmed, in Unicode normal form C. An empty string clears the field.',
    },
    number: { description: 'A number (double) from -1e15 to 1e15.' },
    date: {
      description:
        'A calendar date from 1900 to 9999, such as "2026-05-17". Of a date and time, the date as written is stored.',
    },
    boolean: { description: 'true or false.' },
    singleChoice: { description: 'The `value` of an option.' },
    multipleChoice: {
      description:
        'A list of the `value`s of options, returned in the order of the options; `[]` if none is chosen.',
    },
  },
})

export const CustomFieldOption = builder.objectRef<FieldOption>('CustomFieldOption').implement({
  description: 'An option of a choice.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'The text that stands for the option in values. Stays when the label changes.',
    }),
    label: t.exposeString('label', { description: 'The text that users read.' }),
  }),
})

export const CustomField = builder.objectRef<Field>('CustomField').implement({
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
    name: t.exposeString('name', { description: 'The name that users read.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The purpose of the field.',
    }),
    type: t.expose('type', { type: CustomFieldType, description: 'The type; never changes.' }),
    options: t.expose('options', {
      type: [CustomFieldOption],
      description: 'The options of a choice, in order; empty for other types.',
    }),
    position: t.exposeInt('position', {
      description: 'The position among the fields of the same kind of record, from 0.',
    }),
  }),
})

registerNodeType('customfield', { type: 'CustomField', policy: customFieldPolicy, load: loadField })

const CustomFieldConnection = connectionType('CustomField', CustomField)

const CustomFieldWhere = whereInput('CustomFieldDefinition', customFieldFilterSpec, {
  record: CustomFieldRecord,
  type: CustomFieldType,
})
const CustomFieldOrder = orderInput('CustomFieldDefinition', customFieldFilterSpec)

builder.queryFields((t) => ({
  customField: t.field({
    type: CustomField,
    nullable: true,
    description: 'Returns a custom field by id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: { id: idArg(t, 'The id of the custom field.') },
    resolve: (_, { id }, ctx) => getField(ctx, id),
  }),
  customFields: t.field({
    type: CustomFieldConnection,
    description:
      'Returns the custom fields of the company; by default those of people first, then by position.',
    extensions: needs(),
    args: {
      record: t.arg({
        type: CustomFieldRecord,
        description: 'Limits the list to one kind of record.',
      }),
      ...listArgs(t, CustomFieldWhere, CustomFieldOrder),
    },
    resolve: (_, { record, where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'customFields', { where, orderBy, record }, fields),
  }),
}))
