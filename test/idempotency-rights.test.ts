import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecords, type Records } from './support/access-records.ts'
import { type OperationCase, operations } from './support/access-table.ts'
import { type ApiCall, apiCalls, type CallResult, listFields } from './support/api-calls.ts'
import type { Client, Reply } from './support/client.ts'
import { dump, withRollback } from './support/dump.ts'
import { providerSettings } from './support/sign-in.ts'
import type { RecordFacts } from './support/visibility-model.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let nextKey = 0
const newKey = () => ({ 'Idempotency-Key': `right-${nextKey++}` })

describe('Replays and permission changes', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const create = async (path: string, body: object, client = world.as('owner')) => {
    const reply = await client.rest('POST', path, body)
    expect([path, reply.status]).toEqual([path, 201])
    return reply.body.data
  }
  const readPerson = async (user: TestUser): Promise<string> =>
    (await create('/v1/people', { firstName: 'Pat', assignedAgentId: world.users[user].id })).id
  const assign = async (id: string, user: TestUser) =>
    expect(
      (
        await world
          .as('owner')
          .rest('PUT', `/v1/people/${id}`, { assignedAgentId: world.users[user].id })
      ).status,
    ).toBe(200)
  const createKeyFor = async (user: TestUser, scopes?: string[]) =>
    create('/v1/api-keys', { name: 'Key', userId: world.users[user].id, ...(scopes && { scopes }) })
  const createUserWith = async (role: string) => {
    const email = `user-${nextKey++}@acme.test`
    const { id } = await create('/v1/users', { firstName: 'New', email, role })
    const { secret } = await create('/v1/api-keys', { name: 'Key', userId: id })
    return { id, client: world.client(secret) }
  }
  const setRole = async (id: string, role: string) =>
    expect((await world.as('owner').rest('PUT', `/v1/users/${id}`, { role })).status).toBe(200)

  /** Sends a request twice, and changes the rights of the caller between the two attempts. */
  async function sendTwice(
    send: (headers: object) => Promise<Reply>,
    changeRights: () => Promise<unknown>,
  ) {
    const headers = newKey()
    const firstReply = await send(headers)
    expect(firstReply.body.errors ?? firstReply.body.error, firstReply.text).toBeUndefined()
    await changeRights()
    const dataBefore = await dump(world)
    const [repeatedReply, directReply] = [
      await send(headers),
      await withRollback(world, () => send({})),
    ]
    expect(await dump(world)).toEqual(dataBefore)
    return { first: firstReply, repeatedReply, direct: directReply }
  }
  const getCode = ({ body }: Reply) => body.error?.code ?? body.errors?.[0].extensions.code
  const getMessage = ({ body }: Reply) => body.error?.message ?? body.errors?.[0].message
  function expectRefused({
    first,
    repeatedReply,
    direct,
  }: Record<'first' | 'repeatedReply' | 'direct', Reply>) {
    expect([repeatedReply.status, getCode(repeatedReply)]).toEqual([direct.status, getCode(direct)])
    expect(getMessage(repeatedReply)).toBe(getMessage(direct))
    expect(repeatedReply.headers.get('idempotent-replayed')).toBeNull()
    expect(repeatedReply.text).not.toContain(
      first.body.data?.secret ?? first.body.data?.id ?? 'nothing',
    )
  }
  function expectReplayed({ first, repeatedReply }: Record<'first' | 'repeatedReply', Reply>) {
    expect([repeatedReply.status, repeatedReply.text]).toEqual([first.status, first.text])
    expect(repeatedReply.headers.get('idempotent-replayed')).toBe('true')
  }

  test('a stored response is replayed only to the API key that sent the request, not to another key of the user', async () => {
    const narrow = world.client((await createKeyFor('owner', ['users.view'])).secret)
    const headers = newKey()
    const body = { name: 'Wide' }
    const firstReply = await world.as('owner').rest('POST', '/v1/api-keys', body, headers)
    const repeatedReply = await narrow.rest('POST', '/v1/api-keys', body, headers)
    expect(repeatedReply.text).not.toContain(firstReply.body.data.secret)
    expect(repeatedReply.body.data.apiKey.scopes).toEqual(['users.view'])
    const id = await readPerson('owner')
    const change = { source: 'Web' }
    await world.as('owner').rest('PUT', `/v1/people/${id}`, change, newKey())
    const refusal = await narrow.rest('PUT', `/v1/people/${id}`, change, headers)
    expect([refusal.status, refusal.body.error.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('a stored response is still replayed after its API key is rotated', async () => {
    const { id, secret } = await createKeyFor('owner')
    const headers = newKey()
    const send = (client: Client) => client.rest('POST', '/v1/tasks', { title: 'Once' }, headers)
    const firstReply = await send(world.client(secret))
    const rotation = await world.as('owner').rest('POST', `/v1/api-keys/${id}/rotate`)
    expectReplayed({
      first: firstReply,
      repeatedReply: await send(world.client(rotation.body.data.secret)),
    })
  })

  test("an idempotent replay is rejected like a new request once the caller's role lacks the required scope", async () => {
    const { id, client } = await createUserWith('Admin')
    const name = `Stage ${nextKey++}`
    const replies = await sendTwice(
      (headers) => client.rest('POST', '/v1/stages', { name }, { ...headers }),
      () => setRole(id, 'Agent'),
    )
    expect(replies.repeatedReply.status).toBe(403)
    expectRefused(replies)
  })

  test('an idempotent replay succeeds after a role change if the new role still permits the request', async () => {
    const { id, client } = await createUserWith('Admin')
    expectReplayed(
      await sendTwice(
        (headers) => client.rest('POST', '/v1/tasks', { title: 'Mine' }, { ...headers }),
        () => setRole(id, 'Agent'),
      ),
    )
  })

  test("an idempotent replay is rejected once the caller can no longer view the record, even if the response omits the record's id", async () => {
    const id = await readPerson('agent')
    const updateByRest = (headers: object) =>
      world.as('agent').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers })
    const hideRecord = () => assign(id, 'loner')
    const replies = await sendTwice(updateByRest, hideRecord)
    expect(replies.repeatedReply.status).toBe(403)
    expectRefused(replies)
    await assign(id, 'agent')
    const updateByGraphQL = (headers: object) =>
      world
        .as('agent')
        .gql(
          'mutation($id: ID!) { updatePerson(id: $id, input: { source: "Ad" }) { person { fullName } } }',
          { id },
          { ...headers },
        )
    expectRefused(await sendTwice(updateByGraphQL, hideRecord))
  })

  test('an idempotent replay is rejected once the caller can still view but no longer edit the record', async () => {
    const id = await readPerson('owner')
    const scopes = ['people.view.all', 'people.edit.own']
    const client = world.client((await createKeyFor('owner', scopes)).secret)
    const replies = await sendTwice(
      (headers) => client.rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers }),
      () => assign(id, 'loner'),
    )
    expect(replies.repeatedReply.status).toBe(403)
    expectRefused(replies)
  })

  test('an idempotent replay is rejected once the caller can no longer view a record nested in the response', async () => {
    const id = await readPerson('agent')
    const add = (selection: string) => (headers: object) =>
      world
        .as('agent')
        .gql(
          `mutation($id: ID!) { createTask(input: { title: "Call", personId: $id }) { task { ${selection} } } }`,
          { id },
          { ...headers },
        )
    for (const selection of ['title person { fullName }', 'title personId']) {
      await assign(id, 'agent')
      const { repeatedReply } = await sendTwice(add(selection), () => assign(id, 'loner'))
      expect([selection, getCode(repeatedReply)]).toEqual([selection, 'VALIDATION_ERROR'])
      expect(repeatedReply.text).not.toContain('Pat')
    }
    await assign(id, 'agent')
    expectReplayed(await sendTwice(add('title'), () => assign(id, 'loner')))
  })

  test("an idempotent replay by a team leader is rejected once the record's assignee has left the team", async () => {
    const id = await readPerson('agent')
    const teamPath = `/v1/teams/${world.teamId}`
    const setMembers = (memberIds: string[]) =>
      world.as('owner').rest('PUT', teamPath, { memberIds })
    const send = (headers: object) =>
      world.as('leader').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers })
    const replies = await sendTwice(send, () => setMembers([]))
    expect(replies.repeatedReply.status).toBe(403)
    expectRefused(replies)
    await setMembers([world.users.agent.id])
    const repliesAfterDeletion = await sendTwice(send, async () => {
      await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
      await setMembers([])
    })
    expect(repliesAfterDeletion.repeatedReply.status).toBe(404)
    expectRefused(repliesAfterDeletion)
    await setMembers([world.users.agent.id])
  })

  test('an idempotent replay returns the same bytes after the record is permanently deleted', async () => {
    const id = await readPerson('agent')
    expectReplayed(
      await sendTwice(
        (headers) =>
          world.as('agent').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers }),
        () => world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`),
      ),
    )
  })

  test('an idempotent replay of a bulk request is rejected once the caller can no longer view one of its records', async () => {
    const ids = [await readPerson('agent'), await readPerson('agent')]
    const { repeatedReply } = await sendTwice(
      (headers) =>
        world
          .as('agent')
          .gql(
            'mutation($input: [UpdatePeopleInput!]!) { updatePeople(input: $input) { results { person { fullName } } } }',
            { input: ids.map((id) => ({ id, source: 'Web' })) },
            { ...headers },
          ),
      () => assign(ids[1] ?? '', 'loner'),
    )
    expect(getCode(repeatedReply)).toBe('FORBIDDEN')
    expect(repeatedReply.text).not.toContain('Pat')
  })

  test('an idempotent replay returns no secret that the caller is no longer permitted to receive', async () => {
    const admin = world.as('admin')
    const { id } = await createUserWith('Agent')
    const byAdmin = await sendTwice(
      (headers) => admin.rest('POST', '/v1/api-keys', { name: 'K', userId: id }, { ...headers }),
      () => setRole(id, 'Owner'),
    )
    expect(byAdmin.repeatedReply.status).toBe(403)
    expectRefused(byAdmin)

    const email = `invited-${nextKey++}@acme.test`
    let invitedId = ''
    const invitation = await sendTwice(
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
    expect([invitation.repeatedReply.status, getCode(invitation.repeatedReply)]).toEqual([
      403,
      'FORBIDDEN',
    ])
    expect(invitation.repeatedReply.text).not.toContain(invitation.first.body.data.secret)
    const input = { firstName: 'In', email: `invited-${nextKey++}@acme.test`, role: 'AGENT' }
    const secretReplay = await sendTwice(
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
    expect(getCode(secretReplay.repeatedReply)).toBe('FORBIDDEN')
    expect(secretReplay.repeatedReply.text).not.toContain('dg_')

    const narrow = world.client((await createKeyFor('owner', ['webhooks.manage'])).secret)
    const url = 'https://93.184.216.34/hook'
    const endpoint = await create('/v1/webhook-endpoints', { url, events: ['deal.*'] }, narrow)
    const address = `/v1/webhook-endpoints/${endpoint.id}`
    const rotation = await sendTwice(
      (headers) => narrow.rest('POST', `${address}/rotate-secret`, undefined, { ...headers }),
      () => world.as('owner').rest('PUT', address, { url: `${url}/other` }),
    )
    expect(rotation.repeatedReply.status).toBe(403)
    expectRefused(rotation)
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
    const key = await world.as('owner').rest('POST', '/v1/api-keys', { name: 'Boss', userId: id })
    caller = { id, client: world.client(key.body.data.secret) }
  })
  afterAll(() => world.stop())

  async function send(
    { apiCall, values, headers }: SentMutation,
    client = caller.client,
  ): Promise<{ called: CallResult; reply: Reply }> {
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
    return { called: callResult, reply: reply as Reply }
  }

  /** The arguments of an operation for each record, newest record first. */
  function getValues(testCase: OperationCase): object[] {
    const emptyRecord: RecordFacts = { kind: 'person', id: '', company: 'acme' }
    const records = createdRecords.records.filter(
      (request) =>
        testCase.recordKinds?.includes(request.kind) &&
        request.company === 'acme' &&
        !request.trashed &&
        (testCase.isApplicable?.(request) ?? true),
    )
    return (testCase.recordKinds ? records.toReversed() : [emptyRecord]).map(
      (record) =>
        testCase.createValues?.(record, createdRecords.companyRecords.acme) ??
        (testCase.recordKinds ? { id: record.id } : {}),
    )
  }

  test("an idempotent replay of any mutation returns the same bytes while the caller's permissions are unchanged", async () => {
    const order = [/^(?!create|merge|delete|revoke)/, /^create/, /^merge/, /^(delete|revoke)/]
    const getOrder = ({ field }: ApiCall) => order.findIndex((pattern) => pattern.test(field))
    const mutations = listFields('Mutation').map(({ name }) => name)
    const repeatable = new Set<string>()
    const repeatableCalls = apiCalls
      .filter(({ name, field }) => mutations.includes(field) && !name.startsWith('DELETE '))
      .toSorted((a, b) => getOrder(a) - getOrder(b))
    // The tag in the table already exists at this point.
    for (const apiCall of repeatableCalls)
      for (const testCase of operations[apiCall.field] ?? [])
        for (const values of apiCall.field === 'createTag'
          ? [{ input: { name: apiCall.name } }]
          : getValues(testCase).filter(apiCall.accepts)) {
          const headers = newKey()
          const firstReply = await send({ apiCall, values, headers })
          if (firstReply.called.outcome !== 'ok') continue
          const repeatedReply = await send({ apiCall, values, headers })
          expect([apiCall.name, repeatedReply.reply.text]).toEqual([
            apiCall.name,
            firstReply.reply.text,
          ])
          expect(repeatedReply.reply.headers.get('idempotent-replayed'), apiCall.name).toBe('true')
          repeatable.add(apiCall.field)
          sentRequests.push({ apiCall, values, headers })
          break
        }
    expect([...repeatable].sort()).toEqual(mutations.toSorted())
  })

  test('an idempotent replay of any mutation is rejected like a new request after the caller receives a lower role', async () => {
    await world.as('owner').rest('PUT', `/v1/users/${caller.id}`, { role: 'Agent' })
    const dataBefore = await dump(world)
    let refusal = 0
    for (const request of sentRequests) {
      const directReply = await withRollback(world, () => send({ ...request, headers: {} }))
      const repeatedReply = await send(request)
      const isForbidden = ['FORBIDDEN', 'SCOPE'].includes(directReply.called.outcome)
      if (!isForbidden) continue
      refusal++
      expect(
        [repeatedReply.reply.status, repeatedReply.called.outcome, repeatedReply.called.message],
        request.apiCall.name,
      ).toEqual([directReply.reply.status, directReply.called.outcome, directReply.called.message])
    }
    expect(refusal).toBeGreaterThan(40)
    expect(await dump(world)).toEqual(dataBefore)
  })
})
