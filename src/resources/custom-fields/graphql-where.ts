import { builder, limits } from '../../graphql/schema/builder.ts'
import { NumberWhere } from '../../graphql/schema/filter-inputs.ts'

const days = limits({ type: 'integer', minimum: 0, maximum: 36500 })

const DateWhere = builder.inputType('DateWhere', {
  description:
    'A range of calendar dates such as 2026-05-17: all that is given must hold. The relative ones count from today, in UTC.',
  fields: (t) => ({
    from: t.field({ type: 'ShortText', description: 'On this date or later.' }),
    to: t.field({ type: 'ShortText', description: 'On this date or earlier.' }),
    inLastDays: t.int({ description: 'From so many days ago up to today.', extensions: days }),
    inNextDays: t.int({ description: 'From today up to so many days from now.', extensions: days }),
  }),
})

export const CustomFieldWhere = builder.inputType('CustomFieldWhere', {
  description:
    'A condition on a custom field: all that is given must hold. Errors: VALIDATION_ERROR for a key that is no custom field of the kind of record (INVALID_REFERENCE), and for what does not go with its type.',
  fields: (t) => ({
    key: t.field({ type: 'FieldKey', required: true, description: 'The key of the custom field.' }),
    equals: t.field({
      type: 'JSON',
      description:
        'The value is this one, written as in `customFields`. Of a text, case does not matter, and at most 100 characters can be asked for; of a multiple choice, this is among the options chosen. `null`: there is no value.',
    }),
    anyOf: t.field({
      type: ['JSON'],
      description:
        'The value is one of these, up to 100; of a multiple choice, at least one of these is chosen.',
      extensions: limits({ type: 'array', maxItems: 100 }),
    }),
    startsWith: t.field({
      type: 'Label',
      description: 'Of a text: it starts like this; case does not matter.',
    }),
    number: t.field({ type: NumberWhere, description: 'Of a number: the range that it is in.' }),
    date: t.field({ type: DateWhere, description: 'Of a date: the range that it is in.' }),
    isEmpty: t.boolean({
      description: 'true: there is no value, no option chosen; false: there is.',
    }),
  }),
})
