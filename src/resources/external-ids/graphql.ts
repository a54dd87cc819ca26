import type { ObjectRef } from '@pothos/core'
import { builder, type InputFieldBuilder, notNull } from '../../graphql/schema/builder.ts'
import { relationToMany } from '../../graphql/schema/columns.ts'
import { getComparatorOptions } from '../../graphql/schema/comparators.ts'
import * as operations from './operations.ts'

const RecordExternalId = builder.objectRef<operations.ExternalId>('RecordExternalId').implement({
  description: "A record's id in another system.",
  fields: (t) => ({
    source: t.exposeString('source', { description: "The other system's name, in lower case." }),
    externalId: t.exposeString('externalId', { description: 'The id in the other system.' }),
  }),
})

/** Adds the GraphQL field `externalIds` to a record type. */
export const addExternalIdsField = <R extends { id: string }>(
  type: ObjectRef<typeof builder.$inferSchemaTypes, R, R>,
  kind: operations.ExternalIdKind,
) =>
  builder.objectField(type, 'externalIds', (t) =>
    t.field(
      relationToMany(RecordExternalId, operations.loadExternalIds[kind], 'The external ids.'),
    ),
  )

/** Returns the GraphQL input fields for an external id. */
export const externalIdFields = (t: InputFieldBuilder) => ({
  externalId: t.field({ type: 'ExternalId', description: 'The id in another system.' }),
  externalSource: t.field({
    type: 'ExternalSource',
    description: "The external id's source; by default `default`.",
    extensions: notNull,
  }),
})

/** The GraphQL input type for filters on external ids, by field name. */
export const externalIdWhere = {
  externalId: builder.inputType('ExternalIdComparators', {
    description: 'Comparators for external ids.',
    fields: (t) => ({
      eq: t.field({ type: 'ExternalId', ...getComparatorOptions('eq') }),
      in: t.field({ type: ['ExternalId'], ...getComparatorOptions('in') }),
      source: t.field({
        type: 'ExternalSource',
        description: 'The source; by default `default`. Without `eq` or `in`, all its ids match.',
        extensions: notNull,
      }),
    }),
  }),
}
