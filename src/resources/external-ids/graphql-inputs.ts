import { type InputFieldBuilder, notNull } from '../../graphql/schema/builder.ts'

/** The input fields of records that can have external ids. */
export const externalIdFields = (t: InputFieldBuilder) => ({
  externalId: t.field({
    type: 'ExternalId',
    description:
      'The id of the record in another program, which replaces its other ids of that program; `null` removes them. Errors: CONFLICT (the id of another record of this kind).',
  }),
  externalSource: t.field({
    type: 'ExternalSource',
    description:
      'The program of `externalId`, such as hubspot (default: `default`). Imports match records by the same name.',
    extensions: notNull,
  }),
})

/** The types of filters on external ids. */
export const externalIdWhere = {
  externalId: 'ExternalId',
  externalSource: 'ExternalSource',
} as const
