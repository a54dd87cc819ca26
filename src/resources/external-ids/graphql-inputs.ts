import { type InputFieldBuilder, notNull } from '../../graphql/schema/builder.ts'

/** The input fields of every record that can have external ids. */
export const externalIdFields = (t: InputFieldBuilder) => ({
  externalId: t.field({
    type: 'ExternalId',
    description:
      'The id of the record in another program, replacing any other id of that program; `null` removes it. Errors: CONFLICT if another record of this kind has it.',
  }),
  externalSource: t.field({
    type: 'ExternalSource',
    description:
      'The program of `externalId`, such as hubspot (default: `default`). Imports match records by the same name.',
    extensions: notNull,
  }),
})

/** The types of the filters on external ids. */
export const externalIdWhere = {
  externalId: 'ExternalId',
  externalSource: 'ExternalSource',
} as const
