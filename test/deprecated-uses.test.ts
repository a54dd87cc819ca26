import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../src/app.ts'
import { type Client, clientOf } from './support/client.ts'
import { dealgraph, serve } from './support/command.ts'
import { newFile } from './support/database.ts'
import { routes, schema } from './support/deprecated-api.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type Who, type World } from './support/world.ts'

interface Used {
  what: string
  calls: number
  firstUsedAt: string
  lastUsedAt: string
  sunset: string | null
}

let world: World
beforeAll(async () => {
  world = await createWorld({}, { api: { schema, routes } })
})
afterAll(() => world.stop())
afterEach(() => void vi.useRealTimers())
const owner = () => world.as('owner')
const now = () => new Date(world.clock.now()).toISOString()

/** A key of its own for each test, so that they do not count each other's uses. */
async function newKey(
  who: Who = 'owner',
  scopes?: string[],
): Promise<{ client: Client; id: string }> {
  const { id, secret } = (
    await world.as(who).rest('POST', '/v1/api-keys', { name: 'Robot', ...(scopes && { scopes }) })
  ).body.data
  return { client: world.client(secret), id }
}

const written = async (keyId: string, client = owner()): Promise<Used[]> =>
  (await client.rest('GET', `/v1/deprecated-uses?limit=100&keyId=${keyId}`)).body.data

/** What is reported of a key once it is written: how often it used what. */
async function reported(keyId: string): Promise<Record<string, number>> {
  await world.flush()
  return Object.fromEntries((await written(keyId)).map(({ what, calls }) => [what, calls]))
}

describe('the report of who uses what is deprecated', () => {
  test('counts what each key uses, at both doors', async () => {
    const [one, other] = [await newKey(), await newKey('agent')]
    for (let time = 0; time < 3; time++) await one.client.rest('GET', '/v1/test-contacts')
    await one.client.rest('GET', '/v1/people')
    await one.client.rest('GET', '/v1/test-things?id=1&kind=stale')
    await one.client.rest('GET', '/v1/test-things?kind=fresh')
    await one.client.rest(
      'GET',
      `/v1/test-things?where=${encodeURIComponent('{"inner":[{"title":"x"}]}')}`,
    )
    await one.client.gql('{ testThing { name title } testOld }')
    await one.client.gql('query ($kind: TestKind) { testThing(kind: $kind) { title } }', {
      kind: 'stale',
    })
    await other.client.rest('POST', '/v1/test-things/rename', { title: 'x' })
    await other.client.gql('{ testOld }')
    expect(await reported(one.id)).toEqual({
      ListTestContacts: 3,
      'Query.testThing(id:)': 1,
      'TestKind.stale': 2,
      'TestWhere.title': 1,
      'TestThing.title': 2,
      'Query.testOld': 1,
    })
    expect(await reported(other.id)).toEqual({
      RenameTestThing: 1,
      'TestWhere.title': 1,
      'Query.testOld': 1,
    })
  })

  test('says whose key it is, how often, since when, when last, and when it may end; the same at both doors', async () => {
    const { client, id } = await newKey()
    const first = now()
    await client.rest('GET', '/v1/test-contacts')
    await world.flush()
    world.clock.advance(3_600_000)
    await client.rest('GET', '/v1/test-contacts')
    await client.gql('{ testOld }')
    await world.flush()
    const fields =
      'id what keyId apiKey { name prefix lastFour user { id fullName email } } calls firstUsedAt lastUsedAt sunset'
    const { body } = await owner().gql(
      `query ($id: ID) { deprecatedUses(where: { keyId: $id }) { totalCount nodes { ${fields} } } }`,
      { id },
    )
    const { totalCount, nodes } = body.data.deprecatedUses
    expect(totalCount).toBe(2)
    expect(nodes[1]).toEqual({
      id: expect.stringMatching(/^use_/),
      what: 'ListTestContacts',
      keyId: id,
      apiKey: {
        name: 'Robot',
        prefix: client.secret?.slice(0, 7),
        lastFour: client.secret?.slice(-4),
        user: { id: world.users.owner.id, fullName: 'Olga Owner', email: 'owner@acme.test' },
      },
      calls: 2,
      firstUsedAt: first,
      lastUsedAt: now(),
      sunset: '2027-02-01',
    })
    expect(nodes[0]).toMatchObject({ what: 'Query.testOld', calls: 1, sunset: '2025-06-01' })
    expect(await written(id)).toEqual(nodes)
    expect(
      (await owner().rest('GET', `/v1/deprecated-uses?keyId=${id}&orderBy=calls`)).body.data.map(
        ({ calls }: Used) => calls,
      ),
    ).toEqual([2, 1])
    expect(
      (await owner().rest('GET', `/v1/deprecated-uses?keyId=${id}&from=${now()}`)).body.data,
    ).toHaveLength(2)
    expect(
      (await owner().rest('GET', `/v1/deprecated-uses?keyId=${id}&before=${now()}`)).body.data,
    ).toEqual([])
    const one = await owner().rest(
      'GET',
      `/v1/deprecated-uses?what=Query.testOld&limit=1&total=true`,
    )
    expect([one.body.data[0].what, one.body.meta.total > 1, one.body.meta.hasMore]).toEqual([
      'Query.testOld',
      true,
      true,
    ])
    expect(
      (
        await owner().rest(
          'GET',
          `/v1/deprecated-uses?what=Query.testOld&limit=1&cursor=${one.body.meta.nextCursor}`,
        )
      ).body.data[0].what,
    ).toBe('Query.testOld')
  })

  test('goes on under the key when it is rotated', async () => {
    const { client, id } = await newKey()
    await client.gql('{ testOld }')
    const { secret } = (await owner().rest('POST', `/v1/api-keys/${id}/rotate`, {})).body.data
    await world.client(secret).gql('{ testOld }')
    expect(await reported(id)).toEqual({ 'Query.testOld': 2 })
  })

  test('does not count what was refused', async () => {
    const { client, id } = await newKey('owner', ['tasks.manage'])
    const revoked = await newKey()
    await revoked.client.rest('GET', '/v1/test-contacts')
    await owner().rest('DELETE', `/v1/api-keys/${revoked.id}`)
    const refused = [
      await revoked.client.rest('GET', '/v1/test-contacts'),
      await revoked.client.gql('{ testOld }'),
      await client.rest('GET', '/v1/test-contacts'),
      await client.rest('GET', '/v1/test-contacts/%3E'),
      await client.gql('{ testThing { title } }'),
      await client.gql('{ testOld nothing }'),
      await client.gql('{ testOld person(id: "x") { id } }'),
    ]
    expect(
      refused.map(({ status, body }) => [
        status,
        body.error?.code ?? body.errors?.[0].extensions.code,
      ]),
    ).toEqual([
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
      [403, 'FORBIDDEN'],
      [403, 'FORBIDDEN'],
      [200, 'FORBIDDEN'],
      [200, 'BAD_REQUEST'],
      [200, 'FORBIDDEN'],
    ])
    expect(await reported(id)).toEqual({})
    expect(await reported(revoked.id)).toEqual({ ListTestContacts: 1 })
  })

  test('counts a subscription once, when it is opened', async () => {
    const { client, id } = await newKey()
    const stream = await openStream(client, {
      url: world.url,
      query: 'subscription { events(types: ["task.*"]) { type actor { testTitle } } }',
    })
    for (const title of ['One', 'Two']) await owner().rest('POST', '/v1/tasks', { title })
    const messages = await stream.take(2)
    expect(messages.map(({ data }) => data.data.events.actor.testTitle)).toEqual(['Olga', 'Olga'])
    expect(messages[1]?.data.extensions.deprecations).toMatchObject([
      { coordinate: 'User.testTitle' },
    ])
    stream.close()
    expect(await reported(id)).toEqual({ 'User.testTitle': 1 })
  })

  test('has one row for each key and each thing, whatever clients write', async () => {
    const { client, id } = await newKey()
    for (let i = 0; i < 30; i++) await client.gql(`query Name${i} { alias${i}: testOld }`)
    for (let i = 0; i < 30; i++) await client.rest('GET', `/v1/test-contacts?other=${i}`)
    expect(await reported(id)).toEqual({ 'Query.testOld': 30, ListTestContacts: 30 })
    await client.gql('{ testOld }')
    expect(await reported(id)).toEqual({ 'Query.testOld': 31, ListTestContacts: 30 })
  })

  test('is for Owner and Admin with the scope, and of their own company', async () => {
    const { client, id } = await newKey()
    await client.gql('{ testOld }')
    await world.as('stranger').gql('{ testOld }')
    await world.flush()
    for (const who of ['leader', 'agent', 'loner', 'idle'] as const) {
      expect((await world.as(who).rest('GET', '/v1/deprecated-uses')).status).toBe(403)
      expect(
        (await world.as(who).gql('{ deprecatedUses { totalCount } }')).body.errors[0].extensions
          .code,
      ).toBe('FORBIDDEN')
    }
    expect(
      (await (await world.keyOf('owner', ['tasks.manage'])).rest('GET', '/v1/deprecated-uses'))
        .status,
    ).toBe(403)
    expect((await written(id, world.as('admin'))).length).toBe(1)
    expect(await written(id, world.as('stranger'))).toEqual([])
    const theirs = (await world.as('stranger').rest('GET', '/v1/deprecated-uses')).body.data
    expect(
      theirs.map(({ apiKey }: { apiKey: { user: { email: string } } }) => apiKey.user.email),
    ).toEqual(['owner@rival.test'])
  })

  test('is written a minute after the first use, not with the requests', async () => {
    const { client, id } = await newKey()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await world.flush()
    world.statements()
    await client.rest('GET', '/v1/test-contacts')
    await client.gql('{ testOld }')
    expect(world.statements().filter((text) => text.includes('deprecatedUses'))).toEqual([])
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await vi.waitFor(async () =>
      expect((await written(id)).map(({ what }) => what)).toEqual([
        'Query.testOld',
        'ListTestContacts',
      ]),
    )
  })

  test('keeps what cannot be written for the next time', async () => {
    const { client, id } = await newKey()
    await client.gql('{ testOld }')
    const { store } = world.deps
    const of = vi.spyOn(store, 'of').mockImplementation(() => ({
      ...store.everyCompany,
      write: () => Promise.reject(new Error('the disk is full')),
    }))
    await world.flush()
    of.mockRestore()
    expect(await written(id)).toEqual([])
    await client.gql('{ testOld }')
    expect(await reported(id)).toEqual({ 'Query.testOld': 2 })
  })

  test('adds up over several processes, in whatever order they write', async () => {
    const { client, id } = await newKey()
    const other = createApp(world.deps, undefined, { api: { schema, routes } })
    const viewer = { ...world.users.owner, keyId: id } as never
    const use = [
      {
        what: 'Query.testOld',
        deprecated: { since: '2024-01-01', sunset: '2025-06-01', reason: 'Why.' },
      },
    ]
    const first = now()
    other.tally.note(viewer, use)
    world.clock.advance(1000)
    await client.gql('{ testOld }')
    await world.flush()
    await Promise.all([other.tally.flush(), other.tally.flush()])
    expect(await written(id)).toMatchObject([{ calls: 2, firstUsedAt: first, lastUsedAt: now() }])
  })
})

describe('npx dealgraph deprecations', () => {
  test('lists them for whoever runs the server', async () => {
    const { client, id } = await newKey('agent')
    await client.gql('{ testOld }')
    await world.flush()
    const run = (...args: string[]) =>
      dealgraph({ DATABASE_URL: world.database }, 'deprecations', ...args)
    const { out, code } = await run()
    expect(code).toBe(0)
    expect(out).toContain(`Query.testOld, which may be removed from 2025-06-01 on\n`)
    expect(out).toContain(`  ${id}  agent@acme.test  "Robot"  1 call, last ${now()}\n`)
    expect(out).toContain('owner@rival.test')
    const { uses } = JSON.parse((await run('--company', world.company.id, '--json')).out)
    expect(uses.filter(({ keyId }: { keyId: string }) => keyId === id)).toEqual([
      {
        what: 'Query.testOld',
        sunset: '2025-06-01',
        companyId: world.company.id,
        keyId: id,
        keyName: 'Robot',
        user: 'agent@acme.test',
        revokedAt: null,
        calls: 1,
        firstUsedAt: now(),
        lastUsedAt: now(),
      },
    ])
    expect(
      uses.filter(({ companyId }: { companyId: string }) => companyId !== world.company.id),
    ).toEqual([])
    const unknown = await run('--company', 'company_x')
    expect([unknown.code, unknown.err]).toEqual([1, 'There is no company company_x.\n'])
  })
})

test('what was counted is written when the server stops', async () => {
  const { url, file, remove } = newFile()
  const env = { DATABASE_URL: url, DEMO: 'true', HOME: dirname(file) }
  const served = await serve(env, {
    flags: ['--import', join(import.meta.dirname, 'preload/deprecate.ts')],
  })
  const { body } = await clientOf(served.url, served.keys['Agent']).gql('{ testOld }')
  expect(body.extensions.deprecations[0].coordinate).toBe('Query.testOld')
  expect((await served.stop()).code).toBe(0)
  const { uses } = JSON.parse((await dealgraph(env, 'deprecations', '--json')).out)
  expect(uses).toMatchObject([{ what: 'Query.testOld', calls: 1 }])
  await remove()
})
