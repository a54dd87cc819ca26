import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRecords, type Records } from './support/access-records.ts'
import { type OperationCase, operations } from './support/access-table.ts'
import { type ApiCall, apiCalls, type CallResult, fieldsOf } from './support/api-calls.ts'
import type { Client, Reply } from './support/client.ts'
import { dump, rehearse } from './support/dump.ts'
import type { RecordFacts } from './support/visibility-model.ts'
import { createWorld, type Who, type World } from './support/world.ts'

let next = 0
const newKey = () => ({ 'Idempotency-Key': `right-${next++}` })

describe('Replays of stored responses', () => {
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
  const personOf = async (user: Who): Promise<string> =>
    (await create('/v1/people', { firstName: 'Pat', assignedAgentId: world.users[user].id })).id
  const assign = async (id: string, user: Who) =>
    expect(
      (
        await world
          .as('owner')
          .rest('PUT', `/v1/people/${id}`, { assignedAgentId: world.users[user].id })
      ).status,
    ).toBe(200)
  const keyFor = async (user: Who, scopes?: string[]) =>
    create('/v1/api-keys', { name: 'Key', userId: world.users[user].id, ...(scopes && { scopes }) })
  const userWith = async (role: string) => {
    const email = `user-${next++}@acme.test`
    const { id } = await create('/v1/users', { firstName: 'New', email, role })
    const { secret } = await create('/v1/api-keys', { name: 'Key', userId: id })
    return { id, client: world.client(secret) }
  }
  const setRole = async (id: string, role: string) =>
    expect((await world.as('owner').rest('PUT', `/v1/users/${id}`, { role })).status).toBe(200)

  /** Sends a request twice and changes the rights of the caller between them. */
  async function twice(send: (headers: object) => Promise<Reply>, between: () => Promise<unknown>) {
    const headers = newKey()
    const first = await send(headers)
    expect(first.body.errors ?? first.body.error, first.text).toBeUndefined()
    await between()
    const before = await dump(world)
    const [again, direct] = [await send(headers), await rehearse(world, () => send({}))]
    expect(await dump(world)).toEqual(before)
    return { first, again, direct }
  }
  const codeOf = ({ body }: Reply) => body.error?.code ?? body.errors?.[0].extensions.code
  const messageOf = ({ body }: Reply) => body.error?.message ?? body.errors?.[0].message
  function expectRefused({ first, again, direct }: Record<'first' | 'again' | 'direct', Reply>) {
    expect([again.status, codeOf(again)]).toEqual([direct.status, codeOf(direct)])
    expect(messageOf(again)).toBe(messageOf(direct))
    expect(again.headers.get('idempotent-replayed')).toBeNull()
    expect(again.text).not.toContain(first.body.data?.secret ?? first.body.data?.id ?? 'nothing')
  }
  function expectReplayed({ first, again }: Record<'first' | 'again', Reply>) {
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  }

  test('a replay is limited to the API key of the first request, not all keys of its user', async () => {
    const narrow = world.client((await keyFor('owner', ['users.view'])).secret)
    const headers = newKey()
    const body = { name: 'Wide' }
    const first = await world.as('owner').rest('POST', '/v1/api-keys', body, headers)
    const again = await narrow.rest('POST', '/v1/api-keys', body, headers)
    expect(again.text).not.toContain(first.body.data.secret)
    expect(again.body.data.apiKey.scopes).toEqual(['users.view'])
    const id = await personOf('owner')
    const change = { source: 'Web' }
    await world.as('owner').rest('PUT', `/v1/people/${id}`, change, newKey())
    const refusal = await narrow.rest('PUT', `/v1/people/${id}`, change, headers)
    expect([refusal.status, refusal.body.error.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('a replay works after the rotation of the API key', async () => {
    const { id, secret } = await keyFor('owner')
    const headers = newKey()
    const send = (client: Client) => client.rest('POST', '/v1/tasks', { title: 'Once' }, headers)
    const first = await send(world.client(secret))
    const rotated = await world.as('owner').rest('POST', `/v1/api-keys/${id}/rotate`)
    expectReplayed({ first, again: await send(world.client(rotated.body.data.secret)) })
  })

  test('a replay is refused like a new request once the role lacks the scope', async () => {
    const { id, client } = await userWith('Admin')
    const name = `Stage ${next++}`
    const replies = await twice(
      (headers) => client.rest('POST', '/v1/stages', { name }, { ...headers }),
      () => setRole(id, 'Agent'),
    )
    expect(replies.again.status).toBe(403)
    expectRefused(replies)
  })

  test('a replay works if the role is lowered and still permits the request', async () => {
    const { id, client } = await userWith('Admin')
    expectReplayed(
      await twice(
        (headers) => client.rest('POST', '/v1/tasks', { title: 'Mine' }, { ...headers }),
        () => setRole(id, 'Agent'),
      ),
    )
  })

  test('a replay is refused once the record is hidden, whether or not the response contains its id', async () => {
    const id = await personOf('agent')
    const byRest = (headers: object) =>
      world.as('agent').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers })
    const hide = () => assign(id, 'loner')
    const replies = await twice(byRest, hide)
    expect(replies.again.status).toBe(403)
    expectRefused(replies)
    await assign(id, 'agent')
    const byGraphQL = (headers: object) =>
      world
        .as('agent')
        .gql(
          'mutation($id: ID!) { updatePerson(id: $id, input: { source: "Ad" }) { fullName } }',
          { id },
          { ...headers },
        )
    expectRefused(await twice(byGraphQL, hide))
  })

  test('a replay is refused once the caller can view but not edit the record', async () => {
    const id = await personOf('owner')
    const scopes = ['people.view.all', 'people.edit.own']
    const client = world.client((await keyFor('owner', scopes)).secret)
    const replies = await twice(
      (headers) => client.rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers }),
      () => assign(id, 'loner'),
    )
    expect(replies.again.status).toBe(403)
    expectRefused(replies)
  })

  test('a replay is refused once a nested record is hidden', async () => {
    const id = await personOf('agent')
    const add = (selection: string) => (headers: object) =>
      world
        .as('agent')
        .gql(
          `mutation($id: ID!) { createTask(input: { title: "Call", personId: $id }) { ${selection} } }`,
          { id },
          { ...headers },
        )
    for (const selection of ['title person { fullName }', 'title personId']) {
      await assign(id, 'agent')
      const { again } = await twice(add(selection), () => assign(id, 'loner'))
      expect([selection, codeOf(again)]).toEqual([selection, 'VALIDATION_ERROR'])
      expect(again.text).not.toContain('Pat')
    }
    await assign(id, 'agent')
    expectReplayed(await twice(add('title'), () => assign(id, 'loner')))
  })

  test('a replay for a team leader is refused once the user has left the team', async () => {
    const id = await personOf('agent')
    const team = `/v1/teams/${world.teamId}`
    const members = (memberIds: string[]) => world.as('owner').rest('PUT', team, { memberIds })
    const send = (headers: object) =>
      world.as('leader').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers })
    const replies = await twice(send, () => members([]))
    expect(replies.again.status).toBe(403)
    expectRefused(replies)
    await members([world.users.agent.id])
    const gone = await twice(send, async () => {
      await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
      await members([])
    })
    expect(gone.again.status).toBe(404)
    expectRefused(gone)
    await members([world.users.agent.id])
  })

  test('a replay returns the same bytes after the permanent deletion of the record', async () => {
    const id = await personOf('agent')
    expectReplayed(
      await twice(
        (headers) =>
          world.as('agent').rest('PUT', `/v1/people/${id}`, { source: 'Web' }, { ...headers }),
        () => world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`),
      ),
    )
  })

  test('a replay of a bulk request is refused once one of its records is hidden', async () => {
    const ids = [await personOf('agent'), await personOf('agent')]
    const { again } = await twice(
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
    expect(codeOf(again)).toBe('FORBIDDEN')
    expect(again.text).not.toContain('Pat')
  })

  test('a replay returns no secret to a caller who could not receive that credential now', async () => {
    const admin = world.as('admin')
    const { id } = await userWith('Agent')
    const byAdmin = await twice(
      (headers) => admin.rest('POST', '/v1/api-keys', { name: 'K', userId: id }, { ...headers }),
      () => setRole(id, 'Owner'),
    )
    expect(byAdmin.again.status).toBe(403)
    expectRefused(byAdmin)

    const email = `invited-${next++}@acme.test`
    let invited = ''
    const invitation = await twice(
      async (headers) => {
        const reply = await admin.rest(
          'POST',
          '/v1/users/invite',
          { firstName: 'In', email, role: 'Agent' },
          { ...headers },
        )
        invited ||= reply.body.data.id
        return reply
      },
      () => setRole(invited, 'Owner'),
    )
    expect([invitation.again.status, codeOf(invitation.again)]).toEqual([403, 'FORBIDDEN'])
    expect(invitation.again.text).not.toContain(invitation.first.body.data.secret)
    const input = { firstName: 'In', email: `invited-${next++}@acme.test`, role: 'AGENT' }
    const secretOnly = await twice(
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
    expect(codeOf(secretOnly.again)).toBe('FORBIDDEN')
    expect(secretOnly.again.text).not.toContain('dg_')

    const narrow = world.client((await keyFor('owner', ['webhooks.manage'])).secret)
    const url = 'https://93.184.216.34/hook'
    const endpoint = await create('/v1/webhook-endpoints', { url, events: ['deal.*'] }, narrow)
    const address = `/v1/webhook-endpoints/${endpoint.id}`
    const rotated = await twice(
      (headers) => narrow.rest('POST', `${address}/rotate-secret`, undefined, { ...headers }),
      () => world.as('owner').rest('PUT', address, { url: `${url}/other` }),
    )
    expect(rotated.again.status).toBe(403)
    expectRefused(rotated)
  })
})

interface Sent {
  apiCall: ApiCall
  values: object
  headers: Record<string, string>
}

describe('Replays of every mutation', () => {
  let world: World
  let made: Records
  let caller: { id: string; client: Client }
  const sent: Sent[] = []
  beforeAll(async () => {
    world = await createWorld()
    made = await makeRecords(world)
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
    { apiCall, values, headers }: Sent,
    client = caller.client,
  ): Promise<{ called: CallResult; reply: Reply }> {
    let reply: Reply | undefined
    const remember = async (sending: Promise<Reply>) => {
      reply = await sending
      return reply
    }
    const keyed: Client = {
      secret: client.secret,
      rest: (method, path, body) => remember(client.rest(method, path, body, headers)),
      gql: (query, variables) => remember(client.gql(query, variables, headers)),
    }
    const called = await apiCall.call(keyed, values)
    return { called, reply: reply as Reply }
  }

  /** Arguments of an operation for each record, the newest first. */
  function valuesOf(testCase: OperationCase): object[] {
    const none: RecordFacts = { kind: 'person', id: '', company: 'acme' }
    const records = made.records.filter(
      (each) =>
        testCase.on?.includes(each.kind) &&
        each.company === 'acme' &&
        !each.trashed &&
        (testCase.only?.(each) ?? true),
    )
    return (testCase.on ? records.toReversed() : [none]).map(
      (record) =>
        testCase.with?.(record, made.homes.acme) ?? (testCase.on ? { id: record.id } : {}),
    )
  }

  test('a replay of every mutation returns the same bytes while the caller keeps all rights', async () => {
    const order = [/^(?!create|merge|delete|revoke)/, /^create/, /^merge/, /^(delete|revoke)/]
    const orderOf = ({ field }: ApiCall) => order.findIndex((pattern) => pattern.test(field))
    const mutations = fieldsOf('Mutation').map(({ name }) => name)
    const repeatable = new Set<string>()
    const repeatableCalls = apiCalls
      .filter(({ name, field }) => mutations.includes(field) && !name.startsWith('DELETE '))
      .toSorted((a, b) => orderOf(a) - orderOf(b))
    // A tag with the name in the table exists by then.
    for (const apiCall of repeatableCalls)
      for (const testCase of operations[apiCall.field] ?? [])
        for (const values of apiCall.field === 'createTag'
          ? [{ input: { name: apiCall.name } }]
          : valuesOf(testCase).filter(apiCall.accepts)) {
          const headers = newKey()
          const first = await send({ apiCall, values, headers })
          if (first.called.outcome !== 'ok') continue
          const again = await send({ apiCall, values, headers })
          expect([apiCall.name, again.reply.text]).toEqual([apiCall.name, first.reply.text])
          expect(again.reply.headers.get('idempotent-replayed'), apiCall.name).toBe('true')
          repeatable.add(apiCall.field)
          sent.push({ apiCall, values, headers })
          break
        }
    expect([...repeatable].sort()).toEqual(mutations.toSorted())
  })

  test('a replay of every mutation is refused like a new request once the role is lowered', async () => {
    await world.as('owner').rest('PUT', `/v1/users/${caller.id}`, { role: 'Agent' })
    const before = await dump(world)
    let refusal = 0
    for (const each of sent) {
      const direct = await rehearse(world, () => send({ ...each, headers: {} }))
      const again = await send(each)
      const isForbidden = ['FORBIDDEN', 'SCOPE'].includes(direct.called.outcome)
      if (!isForbidden) continue
      refusal++
      expect(
        [again.reply.status, again.called.outcome, again.called.message],
        each.apiCall.name,
      ).toEqual([direct.reply.status, direct.called.outcome, direct.called.message])
    }
    expect(refusal).toBeGreaterThan(40)
    expect(await dump(world)).toEqual(before)
  })
})
