import { builder, needs } from '../../graphql/builder.ts'
import { edge } from '../../graphql/edge.ts'
import { connectionType } from '../../graphql/paging.ts'
import { connectFound, foundArgs, orderOf, whereOf } from '../../graphql/where.ts'
import { ApiKey } from '../api-keys/graphql.ts'
import { loadApiKey } from '../api-keys/operations.ts'
import { useKind } from './kind.ts'
import { type DeprecatedUseRow, deprecatedUses } from './operations.ts'

const DeprecatedUse = builder.objectRef<DeprecatedUseRow>('DeprecatedUse').implement({
  description:
    'That an API key uses something deprecated: a route, or a part of the schema. Written about once a minute.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    what: t.exposeString('what', {
      description:
        'What is used: a route by its operation id in OpenAPI, such as `ListPeople`, or a part of the schema by its coordinate, such as `Person.tagList`.',
    }),
    keyId: t.exposeID('keyId', {
      description: 'The id of the API key; it stays the same when the key is rotated.',
    }),
    apiKey: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The API key; null for one that is gone.',
      ...edge(loadApiKey, 'keyId'),
    }),
    calls: t.exposeInt('calls', {
      description: 'How many requests used it, in all; those that were refused are not among them.',
    }),
    firstUsedAt: t.expose('firstUsedAt', {
      type: 'DateTime',
      description: 'When it was first used after it was deprecated.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it was last used.' }),
    sunset: t.exposeString('sunset', {
      nullable: true,
      description:
        'The day from which on it may be removed, such as `2027-06-01`; null: that is not decided.',
    }),
  }),
})

const DeprecatedUseConnection = connectionType('DeprecatedUse', DeprecatedUse)

const DeprecatedUseWhere = whereOf('DeprecatedUse', useKind)
const DeprecatedUseOrder = orderOf('DeprecatedUse', useKind)

builder.queryField('deprecatedUses', (t) =>
  t.field({
    type: DeprecatedUseConnection,
    description:
      'Which API keys of the company still use something deprecated, those that did last first unless told otherwise: who has to change something before it is removed. For Owner and Admin; what a request itself uses, its answer tells.',
    extensions: needs('audit.view'),
    args: foundArgs(t, DeprecatedUseWhere, DeprecatedUseOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      connectFound(ctx, info, page, 'deprecatedUses', { where, orderBy }, deprecatedUses),
  }),
)
