/** The union of the values of custom fields, with a type for each type of field. */
import { builder } from '../../graphql/schema/builder.ts'
import { CustomField, CustomFieldOption } from './graphql.ts'
import type * as operations from './operations.ts'
import type { FieldType } from './table.ts'
import type { CustomValue } from './values.ts'

interface FieldAndValue<V = CustomValue> {
  field: operations.CustomField
  value: V
}

const valueRef = <V>(name: string) => builder.objectRef<FieldAndValue<V>>(name)

const field = {
  type: CustomField,
  description: 'The custom field.',
  resolve: (value: FieldAndValue<unknown>) => value.field,
}

const TextValue = valueRef<string | null>('CustomFieldTextValue').implement({
  description: 'The value of a text field.',
  fields: (t) => ({
    field: t.field(field),
    text: t.exposeString('value', { nullable: true, description: 'The text.' }),
  }),
})

const NumberValue = valueRef<number | null>('CustomFieldNumberValue').implement({
  description: 'The value of a number field.',
  fields: (t) => ({
    field: t.field(field),
    number: t.exposeFloat('value', { nullable: true, description: 'The number.' }),
  }),
})

const DateValue = valueRef<string | null>('CustomFieldDateValue').implement({
  description: 'The value of a date field.',
  fields: (t) => ({
    field: t.field(field),
    date: t.expose('value', { type: 'Date', nullable: true, description: 'The date.' }),
  }),
})

const BooleanValue = valueRef<boolean | null>('CustomFieldBooleanValue').implement({
  description: 'The value of a boolean field.',
  fields: (t) => ({
    field: t.field(field),
    boolean: t.exposeBoolean('value', { nullable: true, description: 'The value.' }),
  }),
})

const SingleChoiceValue = valueRef<string | null>('CustomFieldSingleChoiceValue').implement({
  description: 'The value of a single choice.',
  fields: (t) => ({
    field: t.field(field),
    choice: t.field({
      type: CustomFieldOption,
      nullable: true,
      description: 'The chosen option.',
      resolve: ({ field: { options }, value }) => options.find((option) => option.value === value),
    }),
  }),
})

const MultipleChoiceValue = valueRef<string[]>('CustomFieldMultipleChoiceValue').implement({
  description: 'The value of a multiple choice.',
  fields: (t) => ({
    field: t.field(field),
    choices: t.field({
      type: [CustomFieldOption],
      description: 'The chosen options.',
      resolve: ({ field: { options }, value }) =>
        options.filter((option) => value.includes(option.value)),
    }),
  }),
})

const typeByFieldType = {
  text: TextValue,
  number: NumberValue,
  date: DateValue,
  boolean: BooleanValue,
  singleChoice: SingleChoiceValue,
  multipleChoice: MultipleChoiceValue,
} satisfies Record<FieldType, object>

export const CustomFieldValue = builder.unionType('CustomFieldValue', {
  description: 'The value of a custom field of a record.',
  types: Object.values(typeByFieldType),
  resolveType: (value) => typeByFieldType[value.field.type].name,
})
