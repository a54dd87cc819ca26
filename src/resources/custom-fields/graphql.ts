import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
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
  description: 'The kind of record that a custom field is of.',
  values: {
    person: { description: 'A person.' },
    deal: { description: 'A deal.' },
  } satisfies Record<RecordKind, object>,
})

export const CustomFieldType = builder.enumType('CustomFieldType', {
  description: 'What a custom field holds, and so how its values are written in `customFields`.',
  values: {
    text: {
      description:
        'A string of up to 5000 characters, in several lines; trimmed, in Unicode normal form C. An empty one clears.',
    },
    number: { description: 'A number (a double) from -1e15 to 1e15.' },
    date: {
      description:
        'A calendar date without a time, such as "2026-05-17", 1900 to 9999. A date and time is taken too: the date as it is written is kept.',
    },
    boolean: { description: 'true or false.' },
    singleChoice: { description: 'The `value` of one of the options.' },
    multipleChoice: {
      description:
        'A list of the `value`s of options; always given out in the order of the options, `[]` when there is none.',
    },
  },
})

export const CustomFieldOption = builder.objectRef<FieldOption>('CustomFieldOption').implement({
  description: 'What can be chosen.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'What values of the field are written as. It stays the same when the label changes.',
    }),
    label: t.exposeString('label', { description: 'What is shown to people.' }),
  }),
})

export const CustomField = builder.objectRef<Field>('CustomField').implement({
  description:
    'A field that the company has defined for its people or its deals. Everybody in the company sees it; Owner and Admin define it.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    record: t.expose('recordKind', {
      type: CustomFieldRecord,
      description: 'The kind of record that it is of.',
    }),
    key: t.exposeString('key', {
      description:
        'Its name in `customFields`. Unique among the fields of its kind of record; never changes.',
    }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    type: t.expose('type', { type: CustomFieldType, description: 'What it holds; never changes.' }),
    options: t.expose('options', {
      type: [CustomFieldOption],
      description: 'What can be chosen, in order; empty unless the type is a choice.',
    }),
    position: t.exposeInt('position', {
      description: 'Its zero-based place among the fields of its kind of record.',
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
    description: 'A custom field by its id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: {
      id: t.arg.id({ required: true, description: "The custom field's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getField(ctx, id),
  }),
  customFields: t.field({
    type: CustomFieldConnection,
    description:
      'The custom fields of the company, those of people first, each kind in the order of its positions, unless told otherwise.',
    extensions: needs(),
    args: {
      record: t.arg({ type: CustomFieldRecord, description: 'Only those of this kind of record.' }),
      ...listArgs(t, CustomFieldWhere, CustomFieldOrder),
    },
    resolve: (_, { record, where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'customFields', { where, orderBy, record }, fields),
  }),
}))
