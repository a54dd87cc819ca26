import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { schema } from '../../src/resources/index.ts'
import {
  type Caller,
  canView,
  hasScope,
  holdsCredential,
  holdsRole,
  type RecordFacts,
} from './visibility-model.ts'
import type { Who } from './world.ts'

/** A test case of an operation on a credential or role. */
export interface Attempt {
  /** Its arguments for a target of this kind. */
  on: Target['kind']
  values(target: Target): object
  /** The callers; all by default. */
  by?(caller: Caller, target: Target): boolean
  /** Whether the caller is permitted. */
  allows(caller: Caller, target: Target): boolean
}

/** A credential, a user whose role counts, or a team with users. */
export interface Target extends Omit<RecordFacts, 'kind'> {
  kind: 'apiKey' | 'webhookEndpoint' | 'webhookDelivery' | 'user' | 'suspended' | 'team'
  /** apiKey: the id of its user; team: the id of a user who is not in it. */
  userId: string
}

const fact = (target: Target) => target as RecordFacts
const views = (caller: Caller, target: Target) => canView([], caller, fact(target))
const whose = (target: Target): Who => target.user ?? 'owner'
/** Whether the caller can manage keys of a user. */
const manages = (caller: Caller, target: Target) =>
  whose(target) === caller.user ||
  (caller.user !== 'leader' &&
    caller.user !== 'agent' &&
    (whose(target) !== 'owner' || caller.user === 'owner') &&
    holdsRole(caller, whose(target)))

const ofKey: Attempt = { on: 'apiKey', values: ({ id }) => ({ id }), allows: views }
const changesKey: Attempt = {
  ...ofKey,
  allows: (caller, target) => views(caller, target) && manages(caller, target),
}
const ofEndpoint = (input?: object): Attempt => ({
  on: 'webhookEndpoint',
  values: ({ id }) => ({ id, ...(input && { input }) }),
  allows: (caller, target) => hasScope(caller, 'webhooks.manage') && views(caller, target),
})
const ofDelivery: Attempt = { ...ofEndpoint(), on: 'webhookDelivery' }
const needsRole =
  (scope: string) =>
  (caller: Caller, target: Target): boolean =>
    hasScope(caller, scope) &&
    (whose(target) !== 'owner' || caller.user === 'owner') &&
    holdsRole(caller, whose(target))
const grantsRole = needsRole('users.manage')
const roleNames: Partial<Record<Who, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  leader: 'Team Leader',
  agent: 'Agent',
}
const newUser = (target: Target) => ({
  input: { firstName: 'New', email: 'new@acme.test', roleName: roleNames[whose(target)] },
})
const holdsLeader = (caller: Caller) =>
  hasScope(caller, 'teams.manage') && holdsRole(caller, 'leader')
const ofTeam = (input?: (target: Target) => object): Attempt => ({
  on: 'team',
  values: (target) => ({ id: target.id, ...(input && { input: input(target) }) }),
  allows: holdsLeader,
})
const nodes = [ofKey, ofEndpoint(), ofDelivery]

/**
 * Operations on credentials or roles. Tests check the results of `lists` separately; `free` states
 * why an operation cannot exceed the rights of the caller.
 */
export const credentialOperations: Record<string, Attempt[] | 'lists' | { free: string }> = {
  apiKey: [ofKey],
  node: nodes,
  nodes: nodes.map((each) => ({ ...each, values: ({ id }) => ({ ids: [id] }) })),
  apiKeys: 'lists',
  webhookEndpoints: 'lists',
  webhookDeliveries: 'lists',
  auditLog: 'lists',
  events: 'lists',
  webhookEndpoint: [ofEndpoint()],
  webhookDelivery: [ofDelivery],
  createApiKey: [
    {
      on: 'apiKey',
      values: ({ userId, scopes }) => ({
        input: { name: 'New', userId, ...(scopes && { scopes }) },
      }),
      // Without scopes a narrowed key creates one with its own powers.
      by: ({ scopes }, target) => !scopes || target.scopes !== undefined,
      allows: (caller, target) => manages(caller, target) && holdsCredential(caller, target),
    },
  ],
  rotateApiKey: [changesKey],
  revokeApiKey: [changesKey],
  createWebhookEndpoint: { free: 'the endpoint gets the scopes of the caller' },
  updateWebhookEndpoint: [
    ofEndpoint({ description: 'Mine' }),
    ofEndpoint({ paused: true }),
    ofEndpoint({ url: 'https://93.184.216.34/mine' }),
  ],
  deleteWebhookEndpoint: [ofEndpoint()],
  rotateWebhookSecret: [ofEndpoint()],
  pingWebhookEndpoint: [ofEndpoint()],
  replayWebhookDelivery: [ofDelivery],
  replayWebhookDeliveries: [ofEndpoint({ failed: true })],
  createUser: [{ on: 'user', values: newUser, allows: grantsRole }],
  inviteUser: [{ on: 'user', values: newUser, allows: grantsRole }],
  updateUser: [
    { on: 'user', values: ({ id }) => ({ id, input: { suspended: true } }), allows: grantsRole },
    {
      on: 'user',
      values: ({ id }) => ({ id, input: { email: 'x@acme.test' } }),
      allows: grantsRole,
    },
    ...(['owner', 'admin', 'leader', 'agent'] as const).map(
      (to): Attempt => ({
        on: 'user',
        values: ({ id }) => ({ id, input: { roleName: roleNames[to] } }),
        allows: (caller, target) =>
          whose(target) === to
            ? hasScope(caller, 'users.manage') && (to !== 'owner' || caller.user === 'owner')
            : grantsRole(caller, target) && grantsRole(caller, { ...target, user: to }),
      }),
    ),
  ],
  suspendUser: [{ on: 'user', values: ({ id }) => ({ id }), allows: grantsRole }],
  reactivateUser: [{ on: 'suspended', values: ({ id }) => ({ id }), allows: grantsRole }],
  reassignRecords: { free: 'moves records as far as the caller may change them' },
  createTeam: [
    {
      ...ofTeam(),
      values: ({ userId }) => ({ input: { name: 'New', leaderIds: [userId] } }),
    },
    { ...ofTeam(), values: ({ userId }) => ({ input: { name: 'New', memberIds: [userId] } }) },
  ],
  updateTeam: [
    ofTeam(({ userId }) => ({ leaderIds: [userId] })),
    ofTeam(({ userId }) => ({ memberIds: [userId] })),
    ofTeam(() => ({ leaderIds: [] })),
  ],
  deleteTeam: [ofTeam()],
}

const named = (type: unknown) => getNamedType(type as GraphQLOutputType) as GraphQLNamedType

const reaches = (
  type: GraphQLNamedType,
  expected: (type: GraphQLNamedType) => boolean,
  collected = new Set<GraphQLNamedType>(),
): boolean => {
  if (expected(type)) return true
  if (collected.has(type)) return false
  collected.add(type)
  return (
    (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) &&
    Object.values(type.getFields()).some((field) => reaches(named(field.type), expected, collected))
  )
}

/** Types with a secret or with any record. */
const showsCredential = (type: GraphQLNamedType) =>
  type.name === 'Node' ||
  type.name === 'AuditEntry' ||
  type.name === 'ApiKey' ||
  type.name === 'WebhookEndpoint' ||
  (isObjectType(type) && 'secret' in type.getFields())
const namesRole = ({ name }: GraphQLNamedType) => ['Role', 'RoleName', 'Scope'].includes(name)
const administering = ['users.manage', 'teams.manage', 'webhooks.manage']

/** Whether a root field returns or changes a credential, or changes a role. */
export function affectsCredential(
  field: GraphQLField<unknown, unknown>,
  mutation: boolean,
): boolean {
  const scopes = (field.extensions['scopes'] as string[] | undefined) ?? []
  const inputs = field.args.map(({ type }) => named(type))
  return (
    reaches(named(field.type), showsCredential) ||
    (mutation &&
      (scopes.length === 0 ||
        scopes.some((scope) => administering.includes(scope)) ||
        inputs.some((type) => reaches(type, namesRole))))
  )
}

/** Every type with a secret. */
export const typesWithSecret = () =>
  Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && 'secret' in type.getFields(),
  )
