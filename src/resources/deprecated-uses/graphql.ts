import { builder, needs } from '../../graphql/builder.ts'
import { edge } from '../../graphql/edge.ts'
import { connect, connectionType, pageArgs } from '../../graphql/paging.ts'
import { ApiKey } from '../api-keys/graphql.ts'
import { loadApiKey } from '../api-keys/operations.ts'
import { countUses, type DeprecatedUseRow, usesPage } from './operations.ts'

const DeprecatedUse = builder.objectRef<DeprecatedUseRow>('DeprecatedUse').implement({
  description: 'That an API key uses something deprecated: a route, or a part of the schema. Written about once a minute.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    what: t.exposeString('what', {
      description:
        'What is used: a route by its operation id in OpenAPI, such as `ListPeople`, or a part of the schema by its coordinate, such as `Person.tagList`.',
    }),
    keyId: t.exposeID('keyId', { description: 'The id of the API key; it stays the same when the key is rotated.' }),
    apiKey: t.field({ type: ApiKey, nullable: true, description: 'The API key; null for one that is gone.', ...edge(loadApiKey, 'keyId') }),
    calls: t.exposeInt('calls', { description: 'How many requests used it, in all; those that were refused are not among them.' }),
    firstUsedAt: t.expose('firstUsedAt', { type: 'DateTime', description: 'When it was first used after it was deprecated.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it was last used.' }),
    sunset: t.exposeString('sunset', {
      nullable: true,
      description: 'The day from which on it may be removed, such as `2027-06-01`; null: that is not decided.',
    }),
  }),
})

const DeprecatedUseConnection = connectionType('DeprecatedUse', DeprecatedUse)

const DeprecatedUseWhere = builder.inputType('DeprecatedUseWhere', {
  description: 'Which uses: all that is given must hold. Each filter is served by an index.',
  fields: (t) => ({
    keyId: t.id({ description: 'Those of this API key.' }),
    what: t.string({ description: 'Those of this route or part of the schema.' }),
  }),
})

builder.queryField('deprecatedUses', (t) =>
  t.field({
    type: DeprecatedUseConnection,
    description:
      'Which API keys of the company still use something deprecated, those that began last first: who has to change something before it is removed. For Owner and Admin; what a request itself uses, its answer tells.',
    extensions: needs('audit.view'),
    args: { ...pageArgs(t), where: t.arg({ type: DeprecatedUseWhere, description: 'Which uses.' }) },
    resolve: (_, { where, ...page }, ctx) =>
      connect(ctx, page, {
        list: ['deprecatedUses', where ?? {}],
        page: (window) => usesPage(ctx, where ?? {}, window),
        total: () => countUses(ctx, where ?? {}),
      }),
  }),
)
