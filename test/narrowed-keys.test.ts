import { getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes, viewScopeForms } from '../src/access/scopes.ts'
import { getNodeType } from '../src/crud/node-types.ts'
import { schema } from '../src/resources/index.ts'
import { type ApiCall, apiCalls, listFields } from './support/api-calls.ts'
import type { Client } from './support/client.ts'
import {
  affectsCredential,
  credentialOperations,
  listTypesWithSecret,
  type Target,
} from './support/credential-table.ts'
import { dump, withRollback } from './support/dump.ts'
import { providerSettings } from './support/sign-in.ts'
import { openStream } from './support/stream.ts'
import { type Caller, canView, everyScope, type RecordFacts } from './support/visibility-model.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

type NarrowedCaller = Caller & { client: Client }

const callerScopes: [TestUser, string[] | undefined][] = [
  ['owner', ['webhooks.manage', 'users.manage', 'teams.manage', 'audit.view']],
  ['owner', ['people.view.own', 'tasks.manage', 'tags.manage', 'webhooks.manage', 'audit.view']],
  ['owner', everyScope.filter((scope) => !/^(audit|stages|people\.delete)/.test(scope))],
  ['owner', everyScope],
  ['admin', everyScope],
  ['admin', ['tags.manage', 'tasks.manage', 'webhooks.manage', 'people.view.all', 'users.manage']],
  ['leader', ['people.view.team', 'tasks.manage', 'tags.manage']],
  ['agent', ['people.view.own', 'tasks.manage']],
  ['owner', undefined],
  ['admin', undefined],
  ['agent', undefined],
]
const keyScopes: (string[] | undefined)[] = [
  undefined,
  ['tags.manage'],
  ['tasks.manage'],
  ['people.view.own', 'tasks.manage'],
  ['people.view.own', 'deals.view.own', 'deals.manage'],
  ['deals.manage'],
  ['people.view.all', 'people.edit.all', 'tasks.manage'],
  ['users.manage'],
]
const endpointScopes: (string[] | undefined)[] = [
  undefined,
  ['webhooks.manage'],
  ['webhooks.manage', 'people.view.own', 'tasks.manage'],
  ['webhooks.manage', 'people.view.all', 'activities.view'],
]
/** Returns whether a credential kind records events. */
const recordsEvents = (kind: string) =>
  ['apiKey', 'identity', 'session', 'webhookEndpoint'].includes(kind)
const rejectionOutcomes = ['FORBIDDEN', 'SCOPE', 'null', 'VALIDATION_ERROR']

describe('Narrowed keys', () => {
  let world: World
  const targets: Target[] = []
  const callers: NarrowedCaller[] = []

  const issueKey = async (user: TestUser, scopes: string[] | undefined) => {
    const { data } = (
      await world.as('owner').rest('POST', '/v1/api-keys', {
        name: 'Key',
        userId: world.users[user].id,
        ...(scopes && { scopes }),
      })
    ).body
    return data as { id: string; secret: string } | undefined
  }
  const addTarget = (
    kind: Target['kind'],
    id: string,
    user: TestUser,
    scopes?: string[],
    userId = world.users[user].id,
  ) => targets.push({ kind, id, company: 'acme', user, userId, ...(scopes && { scopes }) })

  beforeAll(async () => {
    world = await createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true', ...providerSettings })
    for (const user of ['owner', 'admin', 'leader', 'agent'] as const)
      for (const scopes of keyScopes) {
        const issuedKey = await issueKey(user, scopes)
        if (issuedKey) addTarget('apiKey', issuedKey.id, user, scopes)
      }
    for (const user of ['owner', 'admin'] as const)
      for (const scopes of endpointScopes) {
        const client = scopes ? await world.createKey(user, scopes) : world.as(user)
        const creationReply = await client.rest('POST', '/v1/webhook-endpoints', {
          url: 'https://93.184.216.34/hook',
          events: ['deal.*'],
        })
        const { id } = creationReply.body.data
        addTarget('webhookEndpoint', id, user, scopes)
        const pingReply = await client.rest('POST', `/v1/webhook-endpoints/${id}/ping`)
        addTarget('webhookDelivery', pingReply.body.data.id, user, scopes)
      }
    for (const user of ['owner', 'admin', 'leader', 'agent'] as const) {
      const { identity, session } = await world.signIn(user)
      addTarget('identity', identity.id, user)
      addTarget('session', session.id, user)
    }
    for (const user of ['owner', 'admin', 'leader', 'agent'] as const)
      for (const kind of ['user', 'suspended'] as const) {
        const { id } = (
          await world.as('owner').rest('POST', '/v1/users', {
            firstName: 'Target',
            email: `${kind}-${user}@acme.test`,
            role: world.users[user].role,
          })
        ).body.data
        if (kind === 'suspended') await world.as('owner').rest('POST', `/v1/users/${id}/suspend`)
        addTarget(kind, id, user)
      }
    addTarget('team', world.teamId, 'leader', undefined, world.users.loner.id)
    for (const [user, scopes] of callerScopes) {
      const issuedKey = await issueKey(user, scopes)
      if (!issuedKey) throw new Error(`no key for ${user} ${scopes}`)
      callers.push({
        user: user,
        keyId: issuedKey.id,
        client: world.client(issuedKey.secret),
        ...(scopes && { scopes }),
      })
      addTarget('apiKey', issuedKey.id, user, scopes)
    }
  })
  afterAll(() => world.stop())

  const canViewTarget = (caller: Caller, target: Target) =>
    canView([], caller, target as RecordFacts)
  const listVisibleTargets = (caller: Caller, kind: Target['kind']) =>
    targets
      .filter((target) => target.kind === kind && canViewTarget(caller, target))
      .map(({ id }) => id)
      .sort()
  const isAdministrator = ({ user }: Caller) => user === 'owner' || user === 'admin'
  const describeCaller = ({ user, scopes }: Caller) => `${user} ${scopes ?? 'not narrowed'}`

  test('the test table of credential operations covers every operation in the schema that affects a credential or role', () => {
    const credentialFields = [
      ...listFields('Query').filter((field) => affectsCredential(field, false)),
      ...listFields('Mutation').filter((field) => affectsCredential(field, true)),
    ].map(({ name }) => name)
    const subscriptionFields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {})
    expect(
      Object.keys(credentialOperations).sort(),
      'an operation that is missing here either has no scope (add `scope` to its `RecordMutations`) or affects a credential (add it to test/support/credential-table.ts)',
    ).toEqual([...new Set([...credentialFields, ...subscriptionFields])].sort())
  })

  test('the visibility model of the tests contains every scope, and each scope is limited by `people.view` and `deals.view` by default', () => {
    expect(
      [...everyScope].sort(),
      '`scopesOfAllRoles` or `scopesOfAdministrators` in test/support/visibility-model.ts contains each scope',
    ).toEqual([...allScopes].sort())
    // `deals.manage` uses the default.
    expect(
      viewScopeForms
        .filter(({ limits }) => limits.includes('deals.manage'))
        .map(({ scope }) => scope),
    ).toEqual(['people.view', 'deals.view'])
  })

  test('every GraphQL type with a secret has a field whose node type checks access to the credential', () => {
    const idPrefixes: Record<string, string> = { ApiKey: 'key', WebhookEndpoint: 'webhook' }
    for (const type of listTypesWithSecret()) {
      const typeNames = isObjectType(type)
        ? Object.values(type.getFields()).map((field) => getNamedType(field.type).name)
        : []
      const nodeTypes = typeNames.map((name) => getNodeType(`${idPrefixes[name] ?? ''}_0`))
      expect(
        nodeTypes.some((nodeType) => nodeType?.findCredential),
        type.name,
      ).toBe(true)
    }
    expect(isInterfaceType(schema.getType('Node'))).toBe(true)
  })

  /** Finds operations that the API permits and the visibility model forbids, or vice versa. */
  async function findDifferences(isAllowed: boolean): Promise<string[]> {
    const differences: string[] = []
    for (const [field, testCases] of Object.entries(credentialOperations))
      for (const testCase of Array.isArray(testCases) ? testCases : [])
        for (const target of targets.filter(({ kind }) => kind === testCase.targetKind))
          for (const caller of callers) {
            if (testCase.isTested?.(caller, target) === false) continue
            if (testCase.isAllowed(caller, target) !== isAllowed) continue
            const operationArguments = testCase.createValues(target)
            for (const apiCall of apiCalls.filter(
              (candidate) => candidate.field === field && candidate.accepts(operationArguments),
            ))
              differences.push(
                ...(await listUnexpectedOutcomes(
                  apiCall,
                  caller,
                  target,
                  operationArguments,
                  isAllowed,
                )),
              )
          }
    return differences
  }

  async function listUnexpectedOutcomes(
    apiCall: ApiCall,
    caller: NarrowedCaller,
    target: Target,
    values: object,
    isAllowed: boolean,
  ): Promise<string[]> {
    const callResult = await apiCall.call(caller.client, values)
    return rejectionOutcomes.includes(callResult.outcome) === !isAllowed
      ? []
      : [
          `${describeCaller(caller)}: ${apiCall.name} ${JSON.stringify(values)} on ${target.kind} of ${target.user} ${target.scopes ?? ''}: ${callResult.outcome} ${callResult.message}`,
        ]
  }

  test('a narrowed key can never view, create, change or revoke a credential or role with scopes that the key lacks', async () => {
    const dataBefore = await dump(world)
    expect(await findDifferences(false)).toEqual([])
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('a narrowed key can manage credentials within its scopes, and an unrestricted key can manage all credentials that its role permits', async () => {
    const dataBefore = await dump(world)
    await withRollback(world, async () => expect(await findDifferences(true)).toEqual([]))
    expect(await dump(world)).toEqual(dataBefore)
  })

  test('API keys and webhook endpoints that a narrowed key creates without scopes have at most the scopes of that key', async () => {
    await withRollback(world, async () => {
      for (const caller of callers.filter(({ scopes }) => scopes)) {
        const { data } = (await caller.client.rest('POST', '/v1/api-keys', { name: 'Heir' })).body
        expect(data.apiKey.scopes).not.toBeNull()
        expect(
          canViewTarget(caller, {
            ...data.apiKey,
            kind: 'apiKey',
            company: 'acme',
            user: caller.user,
          }),
        ).toBe(true)
      }
    })
    for (const { client, user, scopes } of callers) {
      if (!scopes?.includes('webhooks.manage')) continue
      const creationReply = await client.rest('POST', '/v1/webhook-endpoints', {
        url: `https://93.184.216.34/${user}`,
        events: ['deal.*'],
      })
      const endpointPath = `/v1/webhook-endpoints/${creationReply.body.data.id}`
      expect((await client.rest('GET', endpointPath)).status).toBe(200)
      expect((await world.as('owner').rest('DELETE', endpointPath)).status).toBe(200)
    }
  })

  test('lists of credentials and webhook deliveries contain and count exactly the records that a narrowed key can view', async () => {
    const credentialLists = [
      ['apiKeys', 'apiKey', 'ApiKeyWhere'],
      ['identities', 'identity', 'IdentityWhere'],
      ['sessions', 'session', 'SessionWhere'],
      ['webhookEndpoints', 'webhookEndpoint', 'WebhookEndpointWhere'],
      ['webhookDeliveries', 'webhookDelivery', 'WebhookDeliveryWhere'],
    ] as const
    for (const caller of callers)
      for (const [field, kind, whereType] of credentialLists) {
        const targetIds = targets.filter((target) => target.kind === kind).map(({ id }) => id)
        const listQuery = `query($where: ${whereType}) { ${field}(first: 100, where: $where) { totalCount nodes { id } } }`
        for (const filter of [
          undefined,
          { id: { in: targetIds.slice(0, 100) } },
          { not: { id: { in: [] } } },
        ]) {
          const { body } = await caller.client.gql(listQuery, { where: filter })
          const connection = body.data?.[field]
          if (!connection) {
            expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
            continue
          }
          const ids = connection.nodes
            .map(({ id }: { id: string }) => id)
            .filter((id: string) => targetIds.includes(id))
          expect(ids.sort(), `${describeCaller(caller)}: ${field}`).toEqual(
            listVisibleTargets(caller, kind),
          )
          if (caller.scopes) expect(connection.totalCount).toBe(connection.nodes.length)
        }
      }
  })

  test('for credentials that a narrowed key cannot view, the audit log hides changes and the event feed omits events', async () => {
    for (const caller of callers) {
      const { client } = caller
      const hiddenIds = targets
        .filter((target) => recordsEvents(target.kind) && !canViewTarget(caller, target))
        .map(({ id }) => id)
      const auditReply = await client.gql(
        '{ auditLog(first: 100) { nodes { recordId recordKind changes { field to } } } }',
      )
      if (isAdministrator(caller) && (!caller.scopes || caller.scopes.includes('audit.view'))) {
        const credentialEntries = auditReply.body.data.auditLog.nodes.filter(
          ({ recordKind }: { recordKind: string }) => recordsEvents(recordKind),
        )
        expect(credentialEntries.length).toBeGreaterThan(0)
        for (const { recordId, changes } of credentialEntries)
          if (hiddenIds.includes(recordId)) expect(changes).toEqual([])
      }
      const feedEvents = (
        await client.gql('{ events(first: 100) { nodes { recordId cursor sequence } } }')
      ).body.data.events.nodes as { recordId: string; cursor: string; sequence: number }[]
      expect(feedEvents.filter(({ recordId }) => hiddenIds.includes(recordId))).toEqual([])
      if (!caller.scopes || !feedEvents[0]) continue
      const stream = await openStream(client, {
        url: world.url,
        query: 'subscription($after: String) { events(after: $after) { recordId sequence } }',
        variables: { after: feedEvents[0].cursor },
      })
      const streamedEvents = await stream.take(feedEvents.length - 1)
      stream.close()
      expect(streamedEvents.map(({ data }) => data.data.events.sequence)).toEqual(
        feedEvents.slice(1).map(({ sequence }) => sequence),
      )
    }
  })

  test("a narrowed key receives no event about a deleted webhook endpoint, because the endpoint's scopes are unknown", async () => {
    const [narrowedCaller] = callers as [NarrowedCaller]
    const creationReply = await world.as('owner').rest('POST', '/v1/webhook-endpoints', {
      url: 'https://93.184.216.34/secret-path',
      events: ['*'],
    })
    await world.as('owner').rest('DELETE', `/v1/webhook-endpoints/${creationReply.body.data.id}`)
    const eventsQuery =
      '{ events(first: 100, types: ["webhookEndpoint.deleted"]) { nodes { recordId } } }'
    const listDeletionEvents = async (client: Client) =>
      (await client.gql(eventsQuery)).body.data.events.nodes
    expect(await listDeletionEvents(world.as('owner'))).toContainEqual({
      recordId: creationReply.body.data.id,
    })
    expect(await listDeletionEvents(narrowedCaller.client)).toEqual([])
    const auditReply = await narrowedCaller.client.gql(
      '{ auditLog(first: 5) { nodes { changes { to from } } } }',
    )
    expect(auditReply.text).not.toContain('secret-path')
  })
})
