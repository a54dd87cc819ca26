import { builder, limits } from '../../graphql/schema/builder.ts'
import { relationField, relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import type { PayloadFields } from '../../graphql/schema/payloads.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { requiredUserField } from '../users/graphql.ts'
import { apiKeyFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const ApiKey = builder.objectRef<operations.ApiKeyRow>('ApiKey').implement({
  description:
    'An API key. Visible to its user, Owner and Admin; a narrowed key can view only itself and keys with no wider access. The secret is returned once, on creation or rotation.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the secret.' }),
    lastFour: t.exposeString('lastFour', {
      description: 'The last four characters of the secret.',
    }),
    scopes: t.field({
      type: ['Scope'],
      nullable: true,
      description:
        "The scopes, limited by the role of the key's user; null if the key has all scopes of its user.",
      resolve: operations.parseScopes,
    }),
    userId: t.exposeID('userId', { description: "The id of the key's user." }),
    user: t.field(requiredUserField('userId', "The key's user.")),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of expiry; null if the key does not expire.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of revocation; null if the key is not revoked.',
    }),
    previousExpiresAt: t.expose('previousExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the previous secret expires after a rotation.',
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the last use; null if the key was never used.',
      ...relationField(operations.loadLastUse, 'id', (time) => time ?? null),
    }),
  }),
})

/** Returns the options of a field for the API key of a change; null if it cannot be viewed. */
export const apiKeyField = <C extends string>(column: C, description: string) =>
  relationToOne(
    ApiKey,
    operations.loadApiKey,
    column,
    `${description} Null if the caller cannot view it.`,
  )

registerRecord(ApiKey, {
  filterSpec: apiKeyFilterSpec,
  load: operations.loadApiKey,
  findCredential: operations.getManageableKey,
  one: {
    description: 'Returns an API key by its id. Errors: NOT_FOUND, FORBIDDEN.',
    get: operations.getApiKey,
  },
  many: {
    name: 'apiKeys',
    description:
      'Returns the API keys that the caller can view, including revoked and expired ones, newest first by default. Owner and Admin can view all keys of the company, others their own.',
    list: operations.apiKeys,
  },
})

const issuedKeyPayload: PayloadFields<operations.IssuedKey> = (t) => ({
  apiKey: t.expose('apiKey', { type: ApiKey, description: 'The key.' }),
  secret: t.exposeString('secret', {
    description:
      'The secret, to be sent as `Authorization: Bearer <secret>`. It cannot be retrieved again.',
  }),
})

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'Input for creating an API key.',
  fields: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'The name.' }),
    scopes: t.field({
      type: ['Scope'],
      description:
        "The scopes of the key, 1 to 100, limited to those of its user and of the caller's key. The default is all scopes of its user, or those of the caller's key if that is narrowed. `people.view`, `people.edit` and `deals.view` require a level: `.own`, `.team` or `.all`.",
      extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The time of expiry, in the future; by default the key does not expire.',
    }),
    userId: t.id({
      description:
        "The id of the key's user; by default the caller. Only Owner and Admin can create keys for other users, and only an Owner for an Owner. A narrowed key can create keys only for users whose role has no wider access.",
    }),
  }),
})

const defaultGraceHours = 24

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'Input for rotating an API key.',
  fields: (t) => ({
    graceHours: t.int({
      defaultValue: defaultGraceHours,
      description: 'The number of hours for which the previous secret stays valid, 0 to 168.',
      extensions: limits({ type: 'integer', minimum: 0, maximum: 168 }),
    }),
  }),
})

const mutations = recordMutations({ type: ApiKey, noun: 'key' })
const managersDescription =
  'Allowed for its user, Owner and Admin; a narrowed key needs at least the access of the key and of the role of its user.'

mutations.create('createApiKey', {
  payload: issuedKeyPayload,
  description:
    'Creates an API key. Errors: VALIDATION_ERROR (INVALID_VALUE for each scope that is not allowed), FORBIDDEN.',
  input: CreateApiKeyInput,
  resolve: operations.createApiKey,
})
mutations.action('rotateApiKey', {
  actions: [{ action: 'rotate', isPossible: operations.canRotateKey }],
  payload: issuedKeyPayload,
  description: `Issues a new secret for an API key. The previous secret stays valid for a while; older ones become invalid. ${managersDescription} Errors: NOT_FOUND, FORBIDDEN, CONFLICT (revoked or expired).`,
  args: (t) => ({ input: t.arg({ type: RotateApiKeyInput, description: 'The grace period.' }) }),
  resolve: (ctx, id, { input }) =>
    operations.rotateApiKey(ctx, id, input?.graceHours ?? defaultGraceHours),
})
mutations.action('revokeApiKey', {
  actions: [{ action: 'revoke', isPossible: operations.canRevokeKey }],
  description: `Revokes an API key immediately, with all its secrets; a revoked key is left unchanged. ${managersDescription} Errors: NOT_FOUND, FORBIDDEN.`,
  resolve: operations.revokeApiKey,
})
