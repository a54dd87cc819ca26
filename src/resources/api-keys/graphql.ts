import { builder, idSchema, limits, needs, versionArgs } from '../../graphql/schema/builder.ts'
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
import { apiKeyFilterSpec } from './filter-spec.ts'
import {
  type ApiKeyRow,
  apiKeys,
  createApiKey,
  getApiKey,
  type IssuedKey,
  keyToManage,
  loadApiKey,
  loadLastUse,
  revokeApiKey,
  rotateApiKey,
  scopesOfKey,
} from './operations.ts'
import { apiKeyPolicy } from './policy.ts'

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
  policy: apiKeyPolicy,
  load: loadApiKey,
  credential: keyToManage,
})

const ApiKeyConnection = connectionType('ApiKey', ApiKey)

const ApiKeyWhere = whereInput('ApiKey', apiKeyFilterSpec)
const ApiKeyOrder = orderInput('ApiKey', apiKeyFilterSpec)

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

const Issued = builder.objectRef<IssuedKey>('IssuedApiKey').implement({
  description: 'An API key with its new secret.',
  fields: (t) => ({
    id: t.id({ description: "The key's id.", resolve: ({ apiKey }) => apiKey.id }),
    apiKey: t.field({ type: ApiKey, description: 'The key.', resolve: ({ apiKey }) => apiKey }),
    secret: t.exposeString('secret', {
      description:
        'What to send as `Authorization: Bearer <secret>`. It is shown this once: keep it safe.',
    }),
  }),
})

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'What it is called.' }),
    scopes: t.field({
      type: ['Scope'],
      description:
        "What the key may do: no more than its user and the caller's own key may. Without it: all that its user may, or what the caller's key was narrowed to. `people.view`, `people.edit` and `deals.view` are given with a reach: `.own`, `.team` or `.all`.",
      extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it stops working, in the future; without it, it does not.',
    }),
    userId: t.id({
      description:
        'Whose key it is: the caller unless told otherwise. Others: Owner and Admin only; an Owner: an Owner only; by a narrowed key: a user whose role it holds.',
    }),
  }),
})

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'How to rotate an API key.',
  fields: (t) => ({
    graceHours: t.int({
      description: 'How many hours the secret before still works: 0 to 168, default 24.',
      extensions: limits({ type: 'integer', minimum: 0, maximum: 168 }),
    }),
  }),
})

const graceHours = 24

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The key's id.", extensions: idSchema })
  return {
    createApiKey: t.field({
      type: Issued,
      nullable: true,
      extensions: needs(),
      description:
        'Makes an API key. Errors: VALIDATION_ERROR (INVALID_VALUE for each scope that is too wide), FORBIDDEN.',
      args: {
        input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }),
      },
      resolve: (_, { input }, ctx) => createApiKey(ctx, input),
    }),
    rotateApiKey: t.field({
      type: Issued,
      nullable: true,
      extensions: needs(),
      description:
        'Gives an API key a new secret; the one before works a while longer, any older one stops. For its user, Owner and Admin. Errors: NOT_FOUND, FORBIDDEN (also for a narrowed key, if the key to rotate holds more or is of a user whose role does), CONFLICT (revoked or expired).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: RotateApiKeyInput, description: 'How to rotate.' }),
      },
      resolve: (_, args, ctx) => rotateApiKey(ctx, args.id, args.input?.graceHours ?? graceHours),
    }),
    revokeApiKey: t.field({
      type: ApiKey,
      nullable: true,
      extensions: needs(),
      description:
        'Stops an API key, with all its secrets, from the next request on; twice is no error. For its user, Owner and Admin. Errors: NOT_FOUND, FORBIDDEN (also for a narrowed key, if the key to revoke holds more or is of a user whose role does).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => revokeApiKey(ctx, args.id),
    }),
  }
})
