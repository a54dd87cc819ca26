/**
 * The response to an invalid API key does not reveal why the key is invalid, and neither do the SQL
 * statements that the server executes for a well-formed key.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecret } from '../src/access/api-keys.ts'
import type { Reply } from './support/client.ts'
import { createSeededBytes } from './support/server.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let world: World
/** Well-formed secrets that are invalid, by reason. */
const wellFormedSecrets = new Map<string, string>()
const malformedSecrets = new Map<string, string | undefined>()
beforeAll(async () => {
  world = await createWorld()
  const owner = world.as('owner')
  const createKey = async (input: object = {}, user: TestUser = 'owner') =>
    (await world.as(user).rest('POST', '/v1/api-keys', { name: 'Key', ...input })).body.data
  const rotateKey = (id: string, graceHours: number) =>
    owner.rest('POST', `/v1/api-keys/${id}/rotate`, { graceHours })
  const [expiredKey, revokedKey, replacedKey, twiceReplacedKey, expiredGraceKey, suspendedKey] = [
    await createKey({ expiresAt: '2026-06-01T10:00:00Z' }),
    await createKey(),
    await createKey(),
    await createKey(),
    await createKey(),
    await createKey({}, 'loner'),
  ]
  await owner.rest('DELETE', `/v1/api-keys/${revokedKey.id}`)
  await rotateKey(replacedKey.id, 0)
  await rotateKey(twiceReplacedKey.id, 24)
  await rotateKey(twiceReplacedKey.id, 24)
  await rotateKey(expiredGraceKey.id, 1)
  await owner.rest('PUT', `/v1/users/${world.users.loner.id}`, { suspended: true })
  world.clock.advance(2 * 3_600_000)
  for (const [reason, { secret }] of Object.entries({
    expired: expiredKey,
    revoked: revokedKey,
    replaced: replacedKey,
    replacedTwice: twiceReplacedKey,
    graceOver: expiredGraceKey,
    suspended: suspendedKey,
  }))
    wellFormedSecrets.set(reason, secret)
  wellFormedSecrets.set('unknown', createSecret(createSeededBytes(99)))
  const validSecret = owner.secret as string
  for (const [reason, secret] of [
    ['missing', undefined],
    ['short', validSecret.slice(0, -1)],
    ['mistyped', validSecret.replace(/^dg_./, (start) => (start === 'dg_a' ? 'dg_b' : 'dg_a'))],
    ['of another kind', 'whsec_abc'],
    ['long', validSecret.repeat(50)],
  ] as const)
    malformedSecrets.set(reason, secret)
})
afterAll(() => world.stop())

/** Removes ids, times and the address's remaining attempts from a response. */
const replaceVariableParts = ({ status, headers, text, body }: Reply) => {
  const { requestId, timestamp } = body.error ?? body.errors[0].extensions
  const stableText = [requestId, timestamp]
    .filter(Boolean)
    .reduce<string>((text, variablePart) => text.replaceAll(variablePart, '-'), text)
  return {
    status,
    text: stableText,
    headers: [...headers].filter(
      ([name]) => !/^(x-request-id|date|x-ratelimit-remaining|ratelimit)$/.test(name),
    ),
  }
}

describe('Invalid API keys', () => {
  test.each([
    ['GET', '/v1/me', undefined],
    ['GET', '/v1/nowhere', undefined],
    ['POST', '/v1/tasks', { title: '' }],
    ['DELETE', '/v1/people/person_zzzzzzzz', undefined],
    ['POST', '/graphql', { query: '{ me { id } }' }],
    ['POST', '/graphql', { query: 'subscription { events { type } }' }],
    ['GET', '/graphql?query={me{id}}', undefined],
  ])(
    'the response to %s %s does not reveal why an API key is invalid',
    async (method, path, body) => {
      const replies = await Promise.all(
        [...wellFormedSecrets, ...malformedSecrets].map(([, secret]) =>
          world.client(secret).rest(method, path, body),
        ),
      )
      expect(replies.length).toBe(12)
      const [firstReply, ...otherReplies] = replies.map(replaceVariableParts)
      expect([firstReply?.status, firstReply?.text]).toEqual([
        401,
        expect.stringContaining('Invalid or missing API key'),
      ])
      for (const otherReply of otherReplies) expect(otherReply).toEqual(firstReply)
    },
  )

  test('every well-formed invalid API key causes the same SQL statements, and a malformed key causes none', async () => {
    const listStatementsFor = async (secret: string | undefined) => {
      world.statements()
      await world.client(secret).rest('GET', '/v1/me')
      return world.statements()
    }
    await listStatementsFor(wellFormedSecrets.get('unknown'))
    const expectedStatements = await listStatementsFor(wellFormedSecrets.get('unknown'))
    expect(expectedStatements.length).toBe(1)
    for (const [reason, secret] of wellFormedSecrets)
      expect([reason, await listStatementsFor(secret)]).toEqual([reason, expectedStatements])
    for (const [reason, secret] of malformedSecrets)
      expect([reason, await listStatementsFor(secret)]).toEqual([reason, []])
  })
})

test('the current secret of a rotated API key is accepted, and the previous secret only during the grace period', async () => {
  const { apiKey, secret } = (await world.as('owner').rest('POST', '/v1/api-keys', { name: 'Two' }))
    .body.data
  const rotatedSecret = (
    await world.as('owner').rest('POST', `/v1/api-keys/${apiKey.id}/rotate`, { graceHours: 1 })
  ).body.data.secret
  const readStatuses = () =>
    Promise.all(
      [secret, rotatedSecret].map(
        async (key) => (await world.client(key).rest('GET', '/v1/tasks')).status,
      ),
    )
  expect(await readStatuses()).toEqual([200, 200])
  world.clock.advance(3_600_000)
  expect(await readStatuses()).toEqual([401, 200])
})
