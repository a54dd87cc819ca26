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
import type { TestUser } from './world.ts'

/** A test case of an operation on a credential or role. */
export interface CredentialCase {
  /** The kind of target for which `createValues` returns the arguments. */
  targetKind: Target['kind']
  createValues(target: Target): object
  /** Returns whether to test the caller; by default, every caller is tested. */
  isTested?(caller: Caller, target: Target): boolean
  /** Returns whether the caller may perform the operation. */
  isAllowed(caller: Caller, target: Target): boolean
}

/** A credential, a user with a role, or a team with its users, on which an operation is tested. */
export interface Target extends Omit<RecordFacts, 'kind'> {
  kind:
    | 'apiKey'
    | 'identity'
    | 'session'
    | 'webhookEndpoint'
    | 'webhookDelivery'
    | 'user'
    | 'suspended'
    | 'team'
  /** For an API key, the id of its user; for a team, the id of a user who is not in the team. */
  userId: string
}

const toFacts = (target: Target) => target as RecordFacts
const canViewTarget = (caller: Caller, target: Target) => canView([], caller, toFacts(target))
const getOwner = (target: Target): TestUser => target.user ?? 'owner'
/** Returns whether the caller can manage a user's API keys. */
const canManageKey = (caller: Caller, target: Target) =>
  getOwner(target) === caller.user ||
  (caller.user !== 'leader' &&
    caller.user !== 'agent' &&
    (getOwner(target) !== 'owner' || caller.user === 'owner') &&
    holdsRole(caller, getOwner(target)))

const keyCase: CredentialCase = {
  targetKind: 'apiKey',
  createValues: ({ id }) => ({ id }),
  isAllowed: canViewTarget,
}
const keyChangeCase: CredentialCase = {
  ...keyCase,
  isAllowed: (caller, target) => canViewTarget(caller, target) && canManageKey(caller, target),
}
const identityCase: CredentialCase = { ...keyCase, targetKind: 'identity' }
const sessionCase: CredentialCase = { ...keyCase, targetKind: 'session' }
const createEndpointCase = (input?: object): CredentialCase => ({
  targetKind: 'webhookEndpoint',
  createValues: ({ id }) => ({ id, ...(input && { input }) }),
  isAllowed: (caller, target) =>
    hasScope(caller, 'webhooks.manage') && canViewTarget(caller, target),
})
const deliveryCase: CredentialCase = { ...createEndpointCase(), targetKind: 'webhookDelivery' }
const createRoleCheck =
  (scope: string) =>
  (caller: Caller, target: Target): boolean =>
    hasScope(caller, scope) &&
    (getOwner(target) !== 'owner' || caller.user === 'owner') &&
    holdsRole(caller, getOwner(target))
const canGrantRole = createRoleCheck('users.manage')
const roleNames: Partial<Record<TestUser, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  leader: 'Team Leader',
  agent: 'Agent',
}
const createUserValues = (target: Target) => ({
  input: { firstName: 'New', email: 'new@acme.test', roleName: roleNames[getOwner(target)] },
})
const canManageTeams = (caller: Caller) =>
  hasScope(caller, 'teams.manage') && holdsRole(caller, 'leader')
const createTeamCase = (input?: (target: Target) => object): CredentialCase => ({
  targetKind: 'team',
  createValues: (target) => ({ id: target.id, ...(input && { input: input(target) }) }),
  isAllowed: canManageTeams,
})
const nodeCases = [keyCase, identityCase, sessionCase, createEndpointCase(), deliveryCase]

/**
 * The operations on credentials or roles. The value `lists` marks an operation that returns a list;
 * other tests check the lists. A `reason` states why the operation cannot exceed the permissions of
 * its caller.
 */
export const credentialOperations: Record<string, CredentialCase[] | 'lists' | { reason: string }> =
  {
    apiKey: [keyCase],
    node: nodeCases,
    nodes: nodeCases.map((node) => ({ ...node, createValues: ({ id }) => ({ ids: [id] }) })),
    identity: [identityCase],
    session: [sessionCase],
    apiKeys: 'lists',
    identities: 'lists',
    sessions: 'lists',
    webhookEndpoints: 'lists',
    webhookDeliveries: 'lists',
    auditLog: 'lists',
    events: 'lists',
    webhookEndpoint: [createEndpointCase()],
    webhookDelivery: [deliveryCase],
    createApiKey: [
      {
        targetKind: 'apiKey',
        createValues: ({ userId, scopes }) => ({
          input: { name: 'New', userId, ...(scopes && { scopes }) },
        }),
        // A key that a narrowed key creates without `scopes` has the scopes of the narrowed key.
        isTested: ({ scopes }, target) => !scopes || target.scopes !== undefined,
        isAllowed: (caller, target) =>
          canManageKey(caller, target) && holdsCredential(caller, target),
      },
    ],
    rotateApiKey: [keyChangeCase],
    revokeApiKey: [keyChangeCase],
    deleteIdentity: [{ ...keyChangeCase, targetKind: 'identity' }],
    revokeSession: [{ ...keyChangeCase, targetKind: 'session' }],
    createWebhookEndpoint: { reason: "the endpoint receives the caller's scopes" },
    updateWebhookEndpoint: [
      createEndpointCase({ description: 'Mine' }),
      createEndpointCase({ paused: true }),
      createEndpointCase({ url: 'https://93.184.216.34/mine' }),
    ],
    deleteWebhookEndpoint: [createEndpointCase()],
    rotateWebhookSecret: [createEndpointCase()],
    pingWebhookEndpoint: [createEndpointCase()],
    replayWebhookDelivery: [deliveryCase],
    replayWebhookDeliveries: [createEndpointCase({ failed: true })],
    createUser: [{ targetKind: 'user', createValues: createUserValues, isAllowed: canGrantRole }],
    inviteUser: [{ targetKind: 'user', createValues: createUserValues, isAllowed: canGrantRole }],
    inviteUserToSignIn: [
      { targetKind: 'user', createValues: createUserValues, isAllowed: canGrantRole },
    ],
    updateUser: [
      {
        targetKind: 'user',
        createValues: ({ id }) => ({ id, input: { suspended: true } }),
        isAllowed: canGrantRole,
      },
      {
        targetKind: 'user',
        createValues: ({ id }) => ({ id, input: { email: 'x@acme.test' } }),
        isAllowed: canGrantRole,
      },
      ...(['owner', 'admin', 'leader', 'agent'] as const).map(
        (to): CredentialCase => ({
          targetKind: 'user',
          createValues: ({ id }) => ({ id, input: { roleName: roleNames[to] } }),
          isAllowed: (caller, target) =>
            getOwner(target) === to
              ? hasScope(caller, 'users.manage') && (to !== 'owner' || caller.user === 'owner')
              : canGrantRole(caller, target) && canGrantRole(caller, { ...target, user: to }),
        }),
      ),
    ],
    suspendUser: [
      { targetKind: 'user', createValues: ({ id }) => ({ id }), isAllowed: canGrantRole },
    ],
    reactivateUser: [
      { targetKind: 'suspended', createValues: ({ id }) => ({ id }), isAllowed: canGrantRole },
    ],
    reassignRecords: { reason: 'moves only records that the caller can edit' },
    createTeam: [
      {
        ...createTeamCase(),
        createValues: ({ userId }) => ({ input: { name: 'New', leaderIds: [userId] } }),
      },
      {
        ...createTeamCase(),
        createValues: ({ userId }) => ({ input: { name: 'New', memberIds: [userId] } }),
      },
    ],
    updateTeam: [
      createTeamCase(({ userId }) => ({ leaderIds: [userId] })),
      createTeamCase(({ userId }) => ({ memberIds: [userId] })),
      createTeamCase(() => ({ leaderIds: [] })),
    ],
    deleteTeam: [createTeamCase()],
  }

const getTypeByName = (type: unknown) => getNamedType(type as GraphQLOutputType) as GraphQLNamedType

const isRecord = (type: GraphQLNamedType) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Record')

/**
 * Returns whether a type or a type nested in it is an expected type. Fields of related records are
 * not considered, because other tests check them.
 */
const reachesType = (
  type: GraphQLNamedType,
  isExpectedType: (type: GraphQLNamedType) => boolean,
  visitedTypes = new Set<GraphQLNamedType>(),
): boolean => {
  if (isExpectedType(type)) return true
  if (visitedTypes.has(type)) return false
  visitedTypes.add(type)
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return false
  const fieldTypes = Object.values(type.getFields()).map((field) => getTypeByName(field.type))
  return isRecord(type)
    ? fieldTypes.some(isExpectedType)
    : fieldTypes.some((fieldType) => reachesType(fieldType, isExpectedType, visitedTypes))
}

/** Returns whether a type contains a credential or secret, or can be any record. */
const exposesCredential = (type: GraphQLNamedType) =>
  type.name === 'Node' ||
  type.name === 'AuditEntry' ||
  ['ApiKey', 'Identity', 'Session'].includes(type.name) ||
  type.name === 'WebhookEndpoint' ||
  (isObjectType(type) && 'secret' in type.getFields())
const isRoleType = ({ name }: GraphQLNamedType) => ['Role', 'RoleName', 'Scope'].includes(name)
const administrationScopes = ['users.manage', 'teams.manage', 'webhooks.manage']

/** Returns whether a root field returns or changes a credential, or changes a role. */
export function affectsCredential(
  field: GraphQLField<unknown, unknown>,
  isMutation: boolean,
): boolean {
  const scopes = (field.extensions['scopes'] as string[] | undefined) ?? []
  const inputs = field.args.map(({ type }) => getTypeByName(type))
  return (
    reachesType(getTypeByName(field.type), exposesCredential) ||
    (isMutation &&
      (scopes.length === 0 ||
        scopes.some((scope) => administrationScopes.includes(scope)) ||
        inputs.some((type) => reachesType(type, isRoleType))))
  )
}

/** Returns the object types that have a field `secret`. */
export const listTypesWithSecret = () =>
  Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && 'secret' in type.getFields(),
  )
