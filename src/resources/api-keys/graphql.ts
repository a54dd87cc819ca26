import { builder, limits, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { relationField, relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import type { PayloadFields } from '../../graphql/schema/payloads.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { requiredUserField } from '../users/graphql.ts'
import { apiKeyFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const ApiKey = builder.objectRef<operations.ApiKeyRow>('ApiKey').implement({
  description: "A user's API key.",
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: "The API key's name." }),
    prefix: t.exposeString('prefix', { description: "The secret's first characters." }),
    lastFour: t.exposeString('lastFour', { description: "The secret's last four characters." }),
    scopes: t.field({
      type: ['Scope'],
      ...optional("The scopes; null if the key has all of its user's scopes."),
      resolve: operations.parseScopes,
    }),
    userId: t.exposeID('userId', { description: "The id of the key's user." }),
    user: t.field(requiredUserField('userId', "The key's user.")),
    expiresAt: t.expose('expiresAt', optionalTime('The expiry time; null if none.')),
    revokedAt: t.expose('revokedAt', optionalTime('The revocation time.')),
    previousExpiresAt: t.expose(
      'previousExpiresAt',
      optionalTime("The previous secret's expiry time."),
    ),
    lastUsedAt: t.field({
      type: 'DateTime',
      ...optional('The time of last use; null if never used.'),
      ...relationField(operations.loadLastUse, 'id', (time) => time ?? null),
    }),
  }),
})

/** Returns the GraphQL field options for the API key that authenticated a change or request. */
export const apiKeyField = <C extends string>(column: C, description: string) =>
  relationToOne(ApiKey, operations.loadApiKey, column, description)

registerRecord(ApiKey, {
  filterSpec: apiKeyFilterSpec,
  load: operations.loadApiKey,
  findCredential: operations.getManageableKey,
  one: { description: 'Returns an API key by id.', get: operations.getApiKey },
  many: {
    name: 'apiKeys',
    description: "Returns the caller's API keys, or all keys for an Owner or Admin.",
    list: operations.apiKeys,
  },
})

const keyWithSecretPayload: PayloadFields<operations.KeyWithSecret> = (t) => ({
  apiKey: t.expose('apiKey', { type: ApiKey, description: 'The API key.' }),
  secret: t.exposeString('secret', { description: 'The secret (`dg_…`), returned only once.' }),
})

const defaultGraceHours = 24

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'Input for rotating an API key.',
  fields: (t) => ({
    graceHours: t.int({
      defaultValue: defaultGraceHours,
      description: 'The number of hours for which the previous secret remains valid, 0 to 168.',
      extensions: limits({ type: 'integer', minimum: 0, maximum: 168 }),
    }),
  }),
})

const mutations = new RecordMutations({ type: ApiKey, noun: 'API key', scope: null })

mutations.create('createApiKey', {
  payload: keyWithSecretPayload,
  description: 'Creates an API key.',
  input: (t) => ({
    name: t.field({ type: 'Label', required: true, description: "The API key's name." }),
    scopes: t.field({
      type: ['Scope'],
      description:
        "The scopes, 1 to 100, limited to those of the key's user and of the caller's credential; by default all of them. `people.view`, `people.edit` and `deals.view` require a suffix: `.own`, `.team` or `.all`.",
      extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'The expiry time; by default none.' }),
    userId: t.id({
      description:
        "The id of the key's user; by default the caller. Only an Owner or Admin can create keys for other users.",
    }),
  }),
  resolve: operations.createApiKey,
})
mutations.action('rotateApiKey', {
  actions: [{ action: 'rotate', isPossible: operations.canRotateKey }],
  payload: keyWithSecretPayload,
  description:
    'Issues a new secret for an API key; the previous secret stays valid for the grace period. Errors: CONFLICT (the key is revoked or expired).',
  args: (t) => ({ input: t.arg({ type: RotateApiKeyInput, description: 'The grace period.' }) }),
  resolve: (ctx, id, { input }) =>
    operations.rotateApiKey(ctx, id, input?.graceHours ?? defaultGraceHours),
})
mutations.action('revokeApiKey', {
  actions: [{ action: 'revoke', isPossible: operations.canRevokeKey }],
  description: 'Revokes an API key and all its secrets immediately.',
  resolve: operations.revokeApiKey,
})
