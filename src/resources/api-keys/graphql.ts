import { builder, limits, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { relationField, relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import type { PayloadFields } from '../../graphql/schema/payloads.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { requiredUserField } from '../users/graphql.ts'
import { apiKeyFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

export const ApiKey = builder.objectRef<operations.ApiKeyRow>('ApiKey').implement({
  description: 'An API key.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the secret.' }),
    lastFour: t.exposeString('lastFour', {
      description: 'The last four characters of the secret.',
    }),
    scopes: t.field({
      type: ['Scope'],
      ...optional('The scopes; null if the key has all scopes of its user.'),
      resolve: operations.parseScopes,
    }),
    userId: t.exposeID('userId', { description: "The id of the key's user." }),
    user: t.field(requiredUserField('userId', "The key's user.")),
    expiresAt: t.expose('expiresAt', optionalTime('The time of expiry.')),
    revokedAt: t.expose('revokedAt', optionalTime('The time of revocation.')),
    previousExpiresAt: t.expose(
      'previousExpiresAt',
      optionalTime('The time of expiry of the previous secret.'),
    ),
    lastUsedAt: t.field({
      type: 'DateTime',
      ...optional('The time of the last use.'),
      ...relationField(operations.loadLastUse, 'id', (time) => time ?? null),
    }),
  }),
})

/** Returns the GraphQL field options for the API key that made a change; null if not visible. */
export const apiKeyField = <C extends string>(column: C, description: string) =>
  relationToOne(ApiKey, operations.loadApiKey, column, `${description} Null if not visible.`)

registerRecord(ApiKey, {
  filterSpec: apiKeyFilterSpec,
  load: operations.loadApiKey,
  findCredential: operations.getManageableKey,
  one: { description: 'Returns an API key by its id.', get: operations.getApiKey },
  many: {
    name: 'apiKeys',
    description: "Returns the caller's API keys; for Owner and Admin, all.",
    list: operations.apiKeys,
  },
})

const issuedKeyPayload: PayloadFields<operations.IssuedKey> = (t) => ({
  apiKey: t.expose('apiKey', { type: ApiKey, description: 'The key.' }),
  secret: t.exposeString('secret', { description: 'The secret (`dg_…`), returned only once.' }),
})

const defaultGraceHours = 24

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'Input for rotating an API key.',
  fields: (t) => ({
    graceHours: t.int({
      defaultValue: defaultGraceHours,
      description: 'The hours for which the previous secret stays valid, 0 to 168.',
      extensions: limits({ type: 'integer', minimum: 0, maximum: 168 }),
    }),
  }),
})

const mutations = recordMutations({ type: ApiKey, noun: 'key' })

mutations.create('createApiKey', {
  payload: issuedKeyPayload,
  description: 'Creates an API key.',
  input: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'The name.' }),
    scopes: t.field({
      type: ['Scope'],
      description:
        "The scopes, 1 to 100, within those of its user and of the caller's key; by default all of these. `people.view`, `people.edit` and `deals.view` require a level: `.own`, `.team` or `.all`.",
      extensions: limits({ type: 'array', minItems: 1, maxItems: 100 }),
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'The time of expiry; by default none.' }),
    userId: t.id({
      description:
        "The id of the key's user; by default the caller. Only Owner and Admin can create keys for others.",
    }),
  }),
  inputType: { description: 'A new API key.' },
  resolve: operations.createApiKey,
})
mutations.action('rotateApiKey', {
  actions: [{ action: 'rotate', isPossible: operations.canRotateKey }],
  payload: issuedKeyPayload,
  description:
    'Issues a new secret for an API key; the previous one stays valid for the grace period. Errors: CONFLICT (revoked or expired).',
  args: (t) => ({ input: t.arg({ type: RotateApiKeyInput, description: 'The grace period.' }) }),
  resolve: (ctx, id, { input }) =>
    operations.rotateApiKey(ctx, id, input?.graceHours ?? defaultGraceHours),
})
mutations.action('revokeApiKey', {
  actions: [{ action: 'revoke', isPossible: operations.canRevokeKey }],
  description: 'Revokes an API key and all its secrets immediately.',
  resolve: operations.revokeApiKey,
})
