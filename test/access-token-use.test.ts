/**
 * Tests that limits, idempotency keys and log entries refer to identities rather than to access
 * tokens, and that the server accepts the tokens of common issuers.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import type { Reply } from './support/client.ts'
import { email, issuerTokens } from './support/issuer-tokens.ts'
import { formatRequestHead, openConnection } from './support/raw-http.ts'
import { startReceiver } from './support/receiver.ts'
import { openStream } from './support/stream.ts'
import { type Claims, type SignOptions, TokenIssuer } from './support/token-issuer.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let issuer: TokenIssuer
let world: World
const logLines: string[] = []
const startWorld = async (settings: Record<string, string> = {}) => {
  world = await createWorld(
    {
      PUBLIC_URL: 'https://crm.example',
      ...issuer.settings,
      ...settings,
    },
    { log: (line) => void logLines.push(line) },
  )
  issuer.clock = world.clock
}
beforeEach(async () => {
  issuer = await TokenIssuer.start()
  logLines.splice(0)
})
afterEach(async () => {
  await world.stop()
  await issuer.stop()
})

let tokenCount = 0
/** Returns a client that sends a new access token of `user`. */
const createTokenClient = (user: TestUser, claims: Claims = {}) => {
  const { email } = world.users[user]
  const jti = `${tokenCount++}`
  return world.client(issuer.sign({ sub: user, email, email_verified: true, jti, ...claims }))
}
const createPerson = (client = createTokenClient('agent'), headers: Record<string, string> = {}) =>
  client.rest('POST', '/v1/people', { firstName: 'Ida' }, headers)
const readIdentityId = async (user: TestUser) => {
  const { body } = await createTokenClient(user).gql(
    '{ me { authentication { apiKeyId identityId } } }',
  )
  expect(body.data.me.authentication.apiKeyId).toBeNull()
  return body.data.me.authentication.identityId as string
}
const getLimitHeaders = ({ headers }: Reply) =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

describe('Identity limits', () => {
  test('all access tokens of a user share a rate limit that is separate from those of API keys and other users', async () => {
    await startWorld({ RATE_LIMIT_PER_HOUR: '3' })
    const readLimits = async (client = createTokenClient('agent')) =>
      getLimitHeaders(await client.rest('GET', '/v1/me'))
    expect([await readLimits(), await readLimits(), await readLimits()]).toEqual([
      [3, 2],
      [3, 1],
      [3, 0],
    ])
    const rejectedReply = await createPerson()
    expect([rejectedReply.status, rejectedReply.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await readLimits(createTokenClient('leader'))).toEqual([3, 2])
    expect(await readLimits(world.as('agent'))).toEqual([3, 2])
  })

  test('all access tokens of a user share the limits on concurrent requests and subscriptions', async () => {
    await startWorld({ MAX_IN_FLIGHT_PER_KEY: '1', SSE_STREAMS_PER_KEY: '1' })
    await createPerson()
    const [body, completedUsers] = ['{"firstName":"Ida"}', [] as string[]]
    const connection = await openConnection(world.url)
    connection.send(
      formatRequestHead('POST', '/v1/people', createTokenClient('agent').secret, body.length),
    )
    await expect
      .poll(async () => (await world.client().rest('GET', '/metrics')).text)
      .toMatch(/^dealgraph_requests_in_flight 2$/m)
    const waitingRequest = createPerson().then(() => completedUsers.push('agent'))
    await createPerson(createTokenClient('leader')).then(() => completedUsers.push('leader'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(completedUsers).toEqual(['leader'])
    connection.send(body)
    expect(await connection.receive(/}$/)).toMatch(/^HTTP\/1.1 201/)
    await waitingRequest
    connection.socket.destroy()
    const openSubscription = (user: TestUser) =>
      openStream(createTokenClient(user), {
        url: world.url,
        query: 'subscription { events { type } }',
      })
    const streams = [
      await openSubscription('agent'),
      await openSubscription('agent'),
      await openSubscription('leader'),
    ]
    expect(streams.map(({ status }) => status)).toEqual([200, 429, 200])
    for (const stream of streams) stream.close()
  })

  test('an Idempotency-Key is shared among the access tokens of a user, but not with API keys or other users', async () => {
    await startWorld()
    const headers = { 'Idempotency-Key': 'one' }
    const firstReply = await createPerson(createTokenClient('agent'), headers)
    const repeatedReply = await createPerson(createTokenClient('agent'), headers)
    expect([repeatedReply.text, repeatedReply.headers.get('idempotent-replayed')]).toEqual([
      firstReply.text,
      'true',
    ])
    const otherClients = [
      createTokenClient('leader'),
      createTokenClient('stranger'),
      world.as('agent'),
    ]
    const replies = [firstReply]
    for (const client of otherClients) replies.push(await createPerson(client, headers))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(4)
  })

  test('an Idempotency-Key sent with an access token applies separately to each company', async () => {
    await startWorld()
    const { company, otherCompany } = world
    const { email } = world.users.stranger
    const user = { firstName: 'Both', email, role: 'Agent' }
    expect((await world.as('owner').rest('POST', '/v1/users', user)).status).toBe(201)
    const createPersonIn = async ({ id }: { id: string }) => {
      const reply = await createPerson(createTokenClient('stranger'), {
        'Idempotency-Key': 'one',
        'X-Company-Id': id,
      })
      expect(reply.status).toBe(201)
      return reply.body.data.id as string
    }
    const id = await createPersonIn(company)
    expect(await createPersonIn(otherCompany)).not.toBe(id)
    expect(await createPersonIn(company)).toBe(id)
  })

  test('a subscription opened with an access token ends with UNAUTHORIZED after the user of the token is suspended', async () => {
    await startWorld()
    const stream = await openStream(createTokenClient('agent'), {
      url: world.url,
      query: 'subscription { events(types: ["person.*"]) { type } }',
    })
    expect(stream.status).toBe(200)
    const path = `/v1/users/${world.users.agent.id}`
    await world.as('owner').rest('PUT', path, { suspended: true })
    await createPerson(world.as('owner'))
    await stream.readRemaining()
    expect(stream.text()).toContain('UNAUTHORIZED')
  })
})

test('the audit log, events and access log name the identity of an access token instead of an API key', async () => {
  await startWorld()
  const identityId = await readIdentityId('owner')
  const reply = await createPerson(createTokenClient('owner'))
  const selection = 'type recordId apiKeyId apiKey { id } identityId identity { id }'
  const { id } = reply.body.data
  const expectedIdentity = { recordId: id, identityId, identity: { id: identityId } }
  const { body } = await world
    .as('owner')
    .gql(`{ auditLog(where: { recordId: { eq: "${id}" } }) { nodes { ${selection} } } }`)
  expect(body.data.auditLog.nodes).toMatchObject([
    { ...expectedIdentity, apiKeyId: null, apiKey: null },
  ])
  const feedReply = await createTokenClient('owner').gql(
    `{ events(types: ["person.created"]) { nodes { ${selection} } } }`,
  )
  expect(feedReply.body.data.events.nodes).toMatchObject([
    { ...expectedIdentity, apiKeyId: null, apiKey: null },
  ])
  const readRestList = async (path: string) =>
    (await createTokenClient('owner').rest('GET', path)).body.data
  expect(await readRestList(`/v1/audit-log?identityId=${identityId}`)).toMatchObject([
    { recordId: id, keyId: null, identityId },
  ])
  const events = await readRestList('/v1/events?types=person.created')
  expect(events).toMatchObject([{ recordId: id, keyId: null, identityId }])
  const logText = logLines.find((line) => line.includes(reply.headers.get('x-request-id') ?? ''))
  const logLine = JSON.parse(logText ?? '{}')
  expect(logLine).toMatchObject({ operation: 'CreatePerson', identityId })
  expect('keyId' in logLine).toBe(false)
  expect(logLines.join()).not.toContain('eyJ')
})

test('a webhook payload names the identity of an access token instead of an API key', async () => {
  await startWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' })
  const receiver = await startReceiver()
  const dispatcher = new Dispatcher(world.deps, {
    owner: 'test',
    timeoutMs: 1500,
    repeat: () => () => {},
    stopTimeoutMs: 100,
  })
  const endpoint = { url: receiver.url, events: ['person.created'] }
  expect(
    (await createTokenClient('owner').rest('POST', '/v1/webhook-endpoints', endpoint)).status,
  ).toBe(201)
  const identityId = await readIdentityId('owner')
  await createPerson(createTokenClient('owner'))
  await dispatcher.waitUntilIdle()
  expect(receiver.received[0]?.body.data.actor).toEqual({
    userId: world.users.owner.id,
    keyId: null,
    identityId,
  })
  await dispatcher.stop()
  await receiver.stop()
})

describe('Access tokens of common issuers', () => {
  test.each(issuerTokens)(
    'an access token in the format of %s is accepted with the documented settings',
    async (_, claims, settings, header) => {
      await startWorld(settings)
      const options: SignOptions = { header }
      const reply = await world
        .client(issuer.sign({ sub: 'subject', ...claims }, options))
        .rest('GET', '/v1/me')
      expect([reply.status, reply.body.data.email]).toEqual([200, email])
    },
  )
})

test('a 401 or 403 response from a server with an OpenID issuer names the resource metadata and required scopes in WWW-Authenticate', async () => {
  await startWorld()
  const resourceMetadata =
    'resource_metadata="https://crm.example/.well-known/oauth-protected-resource/v1"'
  const readChallenge = async (client = createTokenClient('agent'), status = 401) => {
    const reply = await client.rest('GET', '/v1/people')
    expect(reply.status).toBe(status)
    return reply.headers.get('www-authenticate')
  }
  expect(await readChallenge(world.client('wrong'))).toBe(
    `Bearer ${resourceMetadata}, error="invalid_token", scope="openid email profile"`,
  )
  expect(await readChallenge(world.client())).toBe(
    `Bearer ${resourceMetadata}, scope="openid email profile"`,
  )
  expect(await readChallenge(createTokenClient('agent', { scope: 'tags.manage' }), 403)).toBe(
    `Bearer ${resourceMetadata}, error="insufficient_scope", scope="people.view"`,
  )
  expect(await readChallenge(createTokenClient('agent'), 200)).toBeNull()
})
