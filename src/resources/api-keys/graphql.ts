import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { apiKeyKind } from './kind.ts'
import {
  type ApiKeyRow,
  apiKeys,
  getApiKey,
  loadApiKey,
  loadLastUse,
  scopesOfKey,
} from './operations.ts'
import { keyToManage } from './rules.ts'

export const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description:
    'A key to the API. Its user, Owner and Admin can view it; a narrowed key can view itself and keys that hold no more than it does. Its secret is shown once, when it is made or rotated, and cannot be read again.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    prefix: t.exposeString('prefix', { description: 'How the secret begins.' }),
    lastFour: t.exposeString('lastFour', { description: 'How the secret ends.' }),
    scopes: t.field({
      type: ['Scope'],
      nullable: true,
      description: 'What the key may do, as far as its user may; null: all that its user may.',
      resolve: scopesOfKey,
    }),
    userId: t.exposeID('userId', { description: 'The id of the user whose key it is.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user whose key it is.',
      ...relationField(loadUser, 'userId'),
    }),
    createdBy: t.exposeID('createdBy', {
      nullable: true,
      description: 'The id of the user who made it; null for one made on the server itself.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null: it does not.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null for one that was not.',
    }),
    previousExpiresAt: t.expose('previousExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'After a rotation: until when the secret before works.',
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used; null for one that never was.',
      ...relationField(loadLastUse, 'id', (found) => found ?? null),
    }),
  }),
})

registerNodeType('key', {
  type: 'ApiKey',
  table: 'apiKeys',
  load: loadApiKey,
  credential: keyToManage,
})

const ApiKeyConnection = connectionType('ApiKey', ApiKey)

const ApiKeyWhere = whereInput('ApiKey', apiKeyKind)
const ApiKeyOrder = orderInput('ApiKey', apiKeyKind)

builder.queryFields((t) => ({
  apiKey: t.field({
    type: ApiKey,
    nullable: true,
    description: 'An API key by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs(),
    args: { id: t.arg.id({ required: true, description: "The key's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getApiKey(ctx, id),
  }),
  apiKeys: t.field({
    type: ApiKeyConnection,
    description:
      'The API keys that the caller can view, including ended ones, newest first by default: for Owner and Admin those of the company, for others their own. A narrowed key views itself and keys that hold no more than it does.',
    extensions: needs(),
    args: listArgs(t, ApiKeyWhere, ApiKeyOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'apiKeys', { where, orderBy }, apiKeys),
  }),
}))
