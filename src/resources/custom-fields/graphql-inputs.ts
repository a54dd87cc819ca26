/** Inputs of the records that have custom fields. */
import { builder, limits, notNull } from '../../graphql/schema/builder.ts'
import { NumberWhere } from '../../graphql/schema/filter-inputs.ts'

export const customFieldsInput = {
  type: 'JSON',
  description:
    'The values of custom fields, as an object by key, each as its `CustomFieldType` requires. Omitted keys stay unchanged; `null` clears a value.',
  extensions: { ...limits({ type: 'object' }), ...notNull },
} as const

const daysLimit = limits({ type: 'integer', minimum: 0, maximum: 36500 })

const DateWhere = builder.inputType('DateWhere', {
  description:
    'A range of calendar dates such as 2026-05-17; all fields must match. Relative dates count from today in UTC.',
  fields: (t) => ({
    from: t.field({ type: 'ShortText', description: 'The first date.' }),
    to: t.field({ type: 'ShortText', description: 'The last date.' }),
    inLastDays: t.int({
      description: 'The number of days before today; today is included.',
      extensions: daysLimit,
    }),
    inNextDays: t.int({
      description: 'The number of days after today; today is included.',
      extensions: daysLimit,
    }),
  }),
})

export const CustomFieldWhere = builder.inputType('CustomFieldWhere', {
  description:
    'A condition on a custom field; all fields must match. Errors: VALIDATION_ERROR (an unknown key, or an operator that does not fit the type).',
  fields: (t) => ({
    key: t.field({ type: 'FieldKey', required: true, description: 'The key of the custom field.' }),
    equals: t.field({
      type: 'JSON',
      description:
        'Matches this value, written as in `customFields`: text of up to 100 characters, ignoring case; of a multiple choice, one of the chosen options. `null` matches records without a value.',
    }),
    anyOf: t.field({
      type: ['JSON'],
      description:
        'Matches any of these values, up to 100; of a multiple choice, any of the chosen options.',
      extensions: limits({ type: 'array', maxItems: 100 }),
    }),
    startsWith: t.field({
      type: 'Label',
      description: 'Matches text that starts with this, ignoring case.',
    }),
    number: t.field({ type: NumberWhere, description: 'Matches numbers in this range.' }),
    date: t.field({ type: DateWhere, description: 'Matches dates in this range.' }),
    isEmpty: t.boolean({
      description: 'Whether to match records without a value (true) or with one (false).',
    }),
  }),
})
