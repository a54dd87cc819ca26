import type { Context } from '../../context.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { mapMaybePromise } from '../../lib/maybe-promise.ts'
import { Deal } from '../deals/graphql.ts'
import { Person } from '../people/graphql.ts'
import { CustomField, CustomFieldOption } from './graphql.ts'
import type { CustomField as Field } from './operations.ts'
import type { CustomValue } from './reading.ts'
import type { FieldType, RecordKind } from './table.ts'
import { customValuesOf } from './values.ts'

/** Custom fields as a part of the records that have them. */
interface Pair {
  field: Field
  value: CustomValue
}

const when =
  <T>(...types: FieldType[]) =>
  ({ field, value }: Pair): T | null =>
    types.includes(field.type) ? (value as T | null) : null

const CustomFieldValue = builder.objectRef<Pair>('CustomFieldValue').implement({
  description:
    'The value that a record has of a custom field: in the field that goes with its type, all others are null.',
  fields: (t) => ({
    field: t.field({
      type: CustomField,
      description: 'The custom field.',
      resolve: ({ field }) => field,
    }),
    text: t.string({ nullable: true, description: 'Of a text.', resolve: when<string>('text') }),
    number: t.float({
      nullable: true,
      description: 'Of a number.',
      resolve: when<number>('number'),
    }),
    date: t.string({
      nullable: true,
      description: 'Of a date: the calendar date, such as 2026-05-17.',
      resolve: when<string>('date'),
    }),
    boolean: t.boolean({
      nullable: true,
      description: 'Of a boolean.',
      resolve: when<boolean>('boolean'),
    }),
    choices: t.field({
      type: [CustomFieldOption],
      nullable: true,
      description:
        'Of a single or a multiple choice: the options chosen, in their order; empty when there is none.',
      resolve: ({ field, value }) =>
        field.type.endsWith('Choice')
          ? field.options.filter((option) =>
              Array.isArray(value) ? value.includes(option.value) : value === option.value,
            )
          : null,
    }),
  }),
})

type Owner = { id: string }

const asObject = (ctx: Context, kind: RecordKind, record: Owner) =>
  mapMaybePromise(customValuesOf(ctx, kind, record), (values) =>
    Object.fromEntries(values.map(([field, value]) => [field.key, value])),
  )

const asPairs = (ctx: Context, kind: RecordKind, record: Owner) =>
  mapMaybePromise(customValuesOf(ctx, kind, record), (values) =>
    values.map(([field, value]): Pair => ({ field, value })),
  )

const plain = {
  type: 'JSON',
  description:
    'The custom fields that the company has defined for this kind of record, as an object: each by its key, in their order. null where there is no value, `[]` for a multiple choice.',
} as const
const typed = {
  type: [CustomFieldValue],
  description: 'The same with their definitions, typed: one for each custom field, in their order.',
} as {
  type: [typeof CustomFieldValue]
  description: string
}

builder.objectFields(Person, (t) => ({
  customFields: t.field({
    ...plain,
    extensions: readsColumns('id'),
    resolve: (person, _, ctx) => asObject(ctx, 'person', person),
  }),
  customFieldValues: t.field({
    ...typed,
    extensions: readsColumns('id'),
    resolve: (person, _, ctx) => asPairs(ctx, 'person', person),
  }),
}))

builder.objectFields(Deal, (t) => ({
  customFields: t.field({
    ...plain,
    extensions: readsColumns('id'),
    resolve: (deal, _, ctx) => asObject(ctx, 'deal', deal),
  }),
  customFieldValues: t.field({
    ...typed,
    extensions: readsColumns('id'),
    resolve: (deal, _, ctx) => asPairs(ctx, 'deal', deal),
  }),
}))
