import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecords, type Records } from './support/access-records.ts'
import { type OperationCase, operations } from './support/access-table.ts'
import { type ApiCall, apiCalls, type CallResult, listFields } from './support/api-calls.ts'
import type { Client, Reply } from './support/client.ts'
import { dump, withRollback } from './support/dump.ts'
import { providerSettings } from './support/sign-in.ts'
import type { RecordFacts } from './support/visibility-model.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let nextKeyNumber = 0
const createKeyHeader = () => ({ 'Idempotency-Key': `right-${nextKeyNumber++}` })

describe('Replays and permission changes', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const createRecord = async (path: string, body: object, client = world.as('owner')) => {
    const reply = await client.rest('POST', path, body)
    expect([path, reply.status]).toEqual([path, 201])
    return reply.body.data
  }
  const createPerson = async (user: TestUser): Promise<string> =>
    (await createRecord('/v1/people', { firstName: 'Pat', assignedAgentId: world.users[user].id }))
      .id
  const assignPerson = async (id: string, user: TestUser) =>
    expect(
      (
        await world
          .as('owner')
          .rest('PUT', `/v1/people/${id}`, { assignedAgentId: world.users[user].id })
      ).status,
    ).toBe(200)
  const createKeyFor = async (user: TestUser, scopes?: string[]) =>
    createRecord('/v1/api-keys', {
      name: 'Key',
      userId: world.users[user].id,
      ...(scopes && { scopes }),
    })
  const createUserWithRole = async (role: string) => {
    const email = `user-${nextKeyNumber++}@acme.test`
    const { id } = await createRecord('/v1/users', { firstName: 'New', email, role })
    const { secret } = await createRecord('/v1/api-keys', { name: 'Key', userId: id })
    return { id, client: world.client(secret) }
  }
  const setRole = async (id: string, role: string) =>
    expect((await world.as('owner').rest('PUT', `/v1/users/${id}`, { role })).status).toBe(200)

  /**
   * Sends a request, changes the caller's permissions, and sends the request again with and without
   * its idempotency key.
   */
  async function sendTwice(
    send: (headers: object) => Promise<Reply>,
    changePermissions: () => Promise<unknown>,
  ) {
    const headers = createKeyHeader()
    const firstReply = await send(headers)
    expect(firstReply.body.errors ?? firstReply.body.error, firstReply.text).toBeUndefined()
    await changePermissions()
    const dataBefore = await dump(world)
    const [repeatedReply, directReply] = [
      await send(headers),
      await withRollback(world, () => send({})),
    ]
    expect(await dump(world)).toEqual(dataBefore)
    return { firstReply, repeatedReply, directReply }
  }
  const getCode = ({ body }: Reply) => body.error?.code ?? body.errors?.[0].extensions.code
  const getMessage = ({ body }: Reply) => body.error?.message ?? body.errors?.[0].message
  function expectRejected({
    firstReply,
    repeatedReply,
    directReply,
  }: Record<'firstReply' | 'repeatedReply' | 'directReply', Reply>) {
    expect([repeatedReply.status, getCode(repeatedReply)]).toEqual([
      directReply.status,
      getCode(directReply),
    ])
    expect(getMessage(repeatedReply)).toBe(getMessage(directReply))
    expect(repeatedReply.headers.get('idempotent-replayed')).toBeNull()
    expect(repeatedReply.text).not.toContain(
      firstReply.body.data?.secret ?? firstReply.body.data?.id ?? 'nothing',
    )
  }
  function expectReplayed({
    firstReply,
    repeatedReply,
  }: Record<'firstReply' | 'repeatedReply', Reply>) {
    expect([repeatedReply.status, repeatedReply.text]).toEqual([firstReply.status, firstReply.text])
    expect(repeatedReply.headers.get('idempotent-replayed')).toBe('true')
  }

  test('a stored response is replayed only to the API key that sent the request, not to another key of the same user', async () => {
    const narrowedClient = world.client((await createKeyFor('owner', ['users.view'])).secret)
    const headers = createKeyHeader()
    const body = { name: 'Wide' }
    const firstReply = await world.as('owner').rest('POST', '/v1/api-keys', body, headers)
    const repeatedReply = await narrowedClient.rest('POST', '/v1/api-keys', body, headers)
    expect(repeatedReply.text).not.toContain(firstReply.body.data.secret)
    expect(repeatedReply.body.data.apiKey.scopes).toEqual(['users.view'])
    const id = await createPerson('owner')
    const personUpdate = { source: 'Web' }
    await world.as('owner').rest('PUT', `/v1/people/${id}`, personUpdate, createKeyHeader())
    const rejectedReply = await narrowedClient.rest(
      'PUT',
      `/v1/people/${id}`,
      personUpdate,
      headers,
    )
    expect([rejectedReply.status, rejectedReply.body.error.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('a stored response is still replayed after the API key that sent the request is rotated', async () => {
    const { id, secret } = await createKeyFor('owner')
    const headers = createKeyHeader()
    const createTask = (client: Client) =>
      client.rest('POST', '/v1/tasks', { title: 'Once' }, headers)
    const firstReply = await createTask(world.client(secret))
    const rotationReply = await world.as('owner').rest('POST', `/v1/api-keys/${id}/rotate`)
    expectReplayed({
      firstReply,
      repeatedReply: await createTask(world.client(rotationReply.body.data.secret)),
    })
  })

  test("an idempotent replay is rejected like a new request once the caller's role lacks the required scope", async () => {
    const { id, client } = await createUserWithRole('Admin')
    const name = `Stage ${nextKeyNumber++}`
    const replies = await sendTwice(
      (headers) => client.rest('POST', '/v1/stages', { name }, { ...headers }),
      () => setRole(id, 'Agent'),
    )
    expect(replies.repeatedReply.status).toBe(403)
    expectRejected(replies)
  })

  test('an idempotent replay succeeds after a role change if the new role still permits the request', async () => {
    const { id, client } = await createUserWithRole('Admin')
    expectReplayed(
      await sendTwice(
        (headers) => client.rest('POST', '/v1/tasks', { title: 'Mine' }, { ...headers }),
        () => setRole(id, 'Agent'),
      ),
    )
  })

  test("an idempotent replay is rejected once the caller can no longer view the record, even if the response omits the record's id", async () => {
    const id = await createPerson('agent')
    const updateByRest = (headers: object) =>
      world.as('agent').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers })
    const hideRecord = () => assignPerson(id, 'loner')
    const replies = await sendTwice(updateByRest, hideRecord)
    expect(replies.repeatedReply.status).toBe(403)
    expectRejected(replies)
    await assignPerson(id, 'agent')
    const updateByGraphQL = (headers: object) =>
      world
        .as('agent')
        .gql(
          'mutation($id: ID!) { updatePerson(id: $id, input: { source: "Ad" }) { person { fullName } } }',
          { id },
          { ...headers },
        )
    expectRejected(await sendTwice(updateByGraphQL, hideRecord))
  })

  test('an idempotent replay is rejected if the caller can still view, but no longer edit, the record', async () => {
    const id = await createPerson('owner')
    const scopes = ['people.view.all', 'people.edit.own']
    const client = world.client((await createKeyFor('owner', scopes)).secret)
    const replies = await sendTwice(
      (headers) => client.rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers }),
      () => assignPerson(id, 'loner'),
    )
    expect(replies.repeatedReply.status).toBe(403)
    expectRejected(replies)
  })

  test('an idempotent replay is rejected once the caller can no longer view a record nested in the response', async () => {
    const id = await createPerson('agent')
    const createTaskSelecting = (selection: string) => (headers: object) =>
      world
        .as('agent')
        .gql(
          `mutation($id: ID!) { createTask(input: { title: "Call", personId: $id }) { task { ${selection} } } }`,
          { id },
          { ...headers },
        )
    for (const selection of ['title person { fullName }', 'title personId']) {
      await assignPerson(id, 'agent')
      const { repeatedReply } = await sendTwice(createTaskSelecting(selection), () =>
        assignPerson(id, 'loner'),
      )
      expect([selection, getCode(repeatedReply)]).toEqual([selection, 'VALIDATION_ERROR'])
      expect(repeatedReply.text).not.toContain('Pat')
    }
    await assignPerson(id, 'agent')
    expectReplayed(await sendTwice(createTaskSelecting('title'), () => assignPerson(id, 'loner')))
  })

  test("an idempotent replay by a Team Leader is rejected once the record's assignee has left the team", async () => {
    const id = await createPerson('agent')
    const teamPath = `/v1/teams/${world.teamId}`
    const setMembers = (memberIds: string[]) =>
      world.as('owner').rest('PUT', teamPath, { memberIds })
    const updatePerson = (headers: object) =>
      world.as('leader').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers })
    const replies = await sendTwice(updatePerson, () => setMembers([]))
    expect(replies.repeatedReply.status).toBe(403)
    expectRejected(replies)
    await setMembers([world.users.agent.id])
    const repliesAfterDeletion = await sendTwice(updatePerson, async () => {
      await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
      await setMembers([])
    })
    expect(repliesAfterDeletion.repeatedReply.status).toBe(404)
    expectRejected(repliesAfterDeletion)
    await setMembers([world.users.agent.id])
  })

  test("an idempotent replay about a deleted deal is rejected once the caller has left the deal's team", async () => {
    const pipelines = await world.as('owner').rest('GET', '/v1/pipelines')
    const { id } = await createRecord('/v1/deals', {
      title: 'Pier 9',
      pipelineId: pipelines.body.data[0].id,
      teamIds: [world.teamId],
    })
    const setMembers = (memberIds: string[]) =>
      world.as('owner').rest('PUT', `/v1/teams/${world.teamId}`, { memberIds })
    const replies = await sendTwice(
      (headers) => world.as('agent').rest('PATCH', `/v1/deals/${id}`, { price: 1 }, { ...headers }),
      async () => {
        await world.as('owner').rest('DELETE', `/v1/deals/${id}`)
        await setMembers([])
      },
    )
    expect(replies.repeatedReply.status).toBe(404)
    expectRejected(replies)
    await setMembers([world.users.agent.id])
  })

  test('an idempotent replay returns the same bytes after the record is permanently deleted', async () => {
    const id = await createPerson('agent')
    expectReplayed(
      await sendTwice(
        (headers) =>
          world.as('agent').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers }),
        () => world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`),
      ),
    )
  })

  test('an idempotent replay of a bulk request is rejected once the caller can no longer view one of its records', async () => {
    const ids = [await createPerson('agent'), await createPerson('agent')]
    const { repeatedReply } = await sendTwice(
      (headers) =>
        world
          .as('agent')
          .gql(
            'mutation($input: [UpdatePeopleInput!]!) { updatePeople(input: $input) { results { person { fullName } } } }',
            { input: ids.map((id) => ({ id, source: 'Web' })) },
            { ...headers },
          ),
      () => assignPerson(ids[1] ?? '', 'loner'),
    )
    expect(getCode(repeatedReply)).toBe('FORBIDDEN')
    expect(repeatedReply.text).not.toContain('Pat')
  })

  test('an idempotent replay returns no secret that the caller is no longer permitted to receive', async () => {
    const admin = world.as('admin')
    const { id } = await createUserWithRole('Agent')
    const keyReplies = await sendTwice(
      (headers) => admin.rest('POST', '/v1/api-keys', { name: 'K', userId: id }, { ...headers }),
      () => setRole(id, 'Owner'),
    )
    expect(keyReplies.repeatedReply.status).toBe(403)
    expectRejected(keyReplies)

    const email = `invited-${nextKeyNumber++}@acme.test`
    let invitedId = ''
    const invitationReplies = await sendTwice(
      async (headers) => {
        const reply = await admin.rest(
          'POST',
          '/v1/users/invite',
          { firstName: 'In', email, role: 'Agent' },
          { ...headers },
        )
        invitedId ||= reply.body.data.id
        return reply
      },
      () => setRole(invitedId, 'Owner'),
    )
    expect([
      invitationReplies.repeatedReply.status,
      getCode(invitationReplies.repeatedReply),
    ]).toEqual([403, 'FORBIDDEN'])
    expect(invitationReplies.repeatedReply.text).not.toContain(
      invitationReplies.firstReply.body.data.secret,
    )
    const input = { firstName: 'In', email: `invited-${nextKeyNumber++}@acme.test`, role: 'AGENT' }
    const secretReplies = await sendTwice(
      (headers) =>
        admin.gql(
          'mutation($input: InviteUserInput!) { inviteUser(input: $input) { secret } }',
          { input },
          { ...headers },
        ),
      async () => {
        const { data } = (await world.as('owner').rest('GET', '/v1/users?name=In&limit=1')).body
        await setRole(data[0].id, 'Owner')
      },
    )
    expect(getCode(secretReplies.repeatedReply)).toBe('FORBIDDEN')
    expect(secretReplies.repeatedReply.text).not.toContain('dg_')

    const narrowedClient = world.client((await createKeyFor('owner', ['webhooks.manage'])).secret)
    const url = 'https://93.184.216.34/hook'
    const endpoint = await createRecord(
      '/v1/webhook-endpoints',
      { url, events: ['deal.*'] },
      narrowedClient,
    )
    const endpointPath = `/v1/webhook-endpoints/${endpoint.id}`
    const rotationReplies = await sendTwice(
      (headers) =>
        narrowedClient.rest('POST', `${endpointPath}/rotate-secret`, undefined, { ...headers }),
      () => world.as('owner').rest('PUT', endpointPath, { url: `${url}/other` }),
    )
    expect(rotationReplies.repeatedReply.status).toBe(403)
    expectRejected(rotationReplies)
  })
})

interface SentMutation {
  apiCall: ApiCall
  values: object
  headers: Record<string, string>
}

describe('Replays of every mutation', () => {
  let world: World
  let createdRecords: Records
  let caller: { id: string; client: Client }
  const sentRequests: SentMutation[] = []
  beforeAll(async () => {
    world = await createWorld(providerSettings)
    createdRecords = await createRecords(world)
    const { id } = (
      await world
        .as('owner')
        .rest('POST', '/v1/users', { firstName: 'Boss', email: 'boss@acme.test', role: 'Owner' })
    ).body.data
    const keyReply = await world
      .as('owner')
      .rest('POST', '/v1/api-keys', { name: 'Boss', userId: id })
    caller = { id, client: world.client(keyReply.body.data.secret) }
  })
  afterAll(() => world.stop())

  async function sendMutation(
    { apiCall, values, headers }: SentMutation,
    client = caller.client,
  ): Promise<{ callResult: CallResult; reply: Reply }> {
    let reply: Reply | undefined
    const storeReply = async (replyPromise: Promise<Reply>) => {
      reply = await replyPromise
      return reply
    }
    const keyedClient: Client = {
      secret: client.secret,
      rest: (method, path, body) => storeReply(client.rest(method, path, body, headers)),
      gql: (query, variables) => storeReply(client.gql(query, variables, headers)),
    }
    const callResult = await apiCall.call(keyedClient, values)
    return { callResult, reply: reply as Reply }
  }

  /** Returns an operation's arguments for each record, newest record first. */
  function listArguments(testCase: OperationCase): object[] {
    const emptyRecord: RecordFacts = { kind: 'person', id: '', company: 'acme' }
    const records = createdRecords.records.filter(
      (record) =>
        testCase.recordKinds?.includes(record.kind) &&
        record.company === 'acme' &&
        !record.trashed &&
        (testCase.isApplicable?.(record) ?? true),
    )
    return (testCase.recordKinds ? records.toReversed() : [emptyRecord]).map(
      (record) =>
        testCase.createValues?.(record, createdRecords.companyRecords.acme) ??
        (testCase.recordKinds ? { id: record.id } : {}),
    )
  }

  test("an idempotent replay of any mutation returns the same bytes while the caller's permissions are unchanged", async () => {
    const executionOrder = [
      /^(?!create|merge|delete|revoke)/,
      /^create/,
      /^merge/,
      /^(delete|revoke)/,
    ]
    const getOrderIndex = ({ field }: ApiCall) =>
      executionOrder.findIndex((pattern) => pattern.test(field))
    const mutations = listFields('Mutation').map(({ name }) => name)
    const replayedMutations = new Set<string>()
    const repeatableCalls = apiCalls
      .filter(({ name, field }) => mutations.includes(field) && !name.startsWith('DELETE '))
      .toSorted((a, b) => getOrderIndex(a) - getOrderIndex(b))
    // `createTag` receives another name, because the tag of the permission table already exists.
    for (const apiCall of repeatableCalls)
      for (const testCase of operations[apiCall.field] ?? [])
        for (const values of apiCall.field === 'createTag'
          ? [{ input: { name: apiCall.name } }]
          : listArguments(testCase).filter(apiCall.accepts)) {
          const headers = createKeyHeader()
          const firstReply = await sendMutation({ apiCall, values, headers })
          if (firstReply.callResult.outcome !== 'ok') continue
          const repeatedReply = await sendMutation({ apiCall, values, headers })
          expect([apiCall.name, repeatedReply.reply.text]).toEqual([
            apiCall.name,
            firstReply.reply.text,
          ])
          expect(repeatedReply.reply.headers.get('idempotent-replayed'), apiCall.name).toBe('true')
          replayedMutations.add(apiCall.field)
          sentRequests.push({ apiCall, values, headers })
          break
        }
    expect([...replayedMutations].sort()).toEqual(mutations.toSorted())
  })

  test("after the caller's role changes from Owner to Agent, an idempotent replay of a mutation that the new role forbids is rejected like a new request", async () => {
    await world.as('owner').rest('PUT', `/v1/users/${caller.id}`, { role: 'Agent' })
    const dataBefore = await dump(world)
    let rejectionCount = 0
    for (const request of sentRequests) {
      const directReply = await withRollback(world, () => sendMutation({ ...request, headers: {} }))
      const repeatedReply = await sendMutation(request)
      const isForbidden = ['FORBIDDEN', 'SCOPE'].includes(directReply.callResult.outcome)
      if (!isForbidden) continue
      rejectionCount++
      expect(
        [
          repeatedReply.reply.status,
          repeatedReply.callResult.outcome,
          repeatedReply.callResult.message,
        ],
        request.apiCall.name,
      ).toEqual([
        directReply.reply.status,
        directReply.callResult.outcome,
        directReply.callResult.message,
      ])
    }
    expect(rejectionCount).toBeGreaterThan(40)
    expect(await dump(world)).toEqual(dataBefore)
  })
})
