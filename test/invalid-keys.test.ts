import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from '../src/access/authenticate.ts'
import type { Reply } from './support/client.ts'
import { seededBytes } from './support/server.ts'
import { createWorld, type Who, type World } from './support/world.ts'

/** Invalid keys: neither the response nor the work reveals the reason. */
let world: World
/** Invalid secrets, by the reason. */
const wellFormed = new Map<string, string>()
const malformed = new Map<string, string | undefined>()
beforeAll(async () => {
  world = await createWorld()
  const owner = world.as('owner')
  const key = async (input: object = {}, user: Who = 'owner') =>
    (await world.as(user).rest('POST', '/v1/api-keys', { name: 'Key', ...input })).body.data
  const rotate = (id: string, graceHours: number) =>
    owner.rest('POST', `/v1/api-keys/${id}/rotate`, { graceHours })
  const [expired, revoked, replaced, replacedTwice, graceOver, suspended] = [
    await key({ expiresAt: '2026-06-01T10:00:00Z' }),
    await key(),
    await key(),
    await key(),
    await key(),
    await key({}, 'loner'),
  ]
  await owner.rest('DELETE', `/v1/api-keys/${revoked.id}`)
  await rotate(replaced.id, 0)
  await rotate(replacedTwice.id, 24)
  await rotate(replacedTwice.id, 24)
  await rotate(graceOver.id, 1)
  await owner.rest('PUT', `/v1/users/${world.users.loner.id}`, { suspended: true })
  world.clock.advance(2 * 3_600_000)
  for (const [reason, { secret }] of Object.entries({
    expired,
    revoked,
    replaced,
    replacedTwice,
    graceOver,
    suspended,
  }))
    wellFormed.set(reason, secret)
  wellFormed.set('unknown', newSecret(seededBytes(99)))
  const good = owner.secret as string
  for (const [reason, secret] of [
    ['missing', undefined],
    ['short', good.slice(0, -1)],
    ['mistyped', good.replace(/^dg_./, (start) => (start === 'dg_a' ? 'dg_b' : 'dg_a'))],
    ['of another kind', 'whsec_abc'],
    ['long', good.repeat(50)],
  ] as const)
    malformed.set(reason, secret)
})
afterAll(() => world.stop())

/** A response without ids, times and the remaining attempts of the address. */
const withoutVariableParts = ({ status, headers, text, body }: Reply) => {
  const { requestId, timestamp } = body.error ?? body.errors[0].extensions
  const cut = [requestId, timestamp]
    .filter(Boolean)
    .reduce<string>((rest, own) => rest.replaceAll(own, '-'), text)
  return {
    status,
    text: cut,
    headers: [...headers].filter(
      ([name]) => !/^(x-request-id|date|x-ratelimit-remaining|ratelimit)$/.test(name),
    ),
  }
}

describe('Invalid keys', () => {
  test.each([
    ['GET', '/v1/me', undefined],
    ['GET', '/v1/nowhere', undefined],
    ['POST', '/v1/tasks', { title: '' }],
    ['DELETE', '/v1/people/person_zzzzzzzz', undefined],
    ['POST', '/graphql', { query: '{ me { id } }' }],
    ['POST', '/graphql', { query: 'subscription { events { type } }' }],
    ['GET', '/graphql?query={me{id}}', undefined],
  ])('the response to %s %s does not reveal why a key is invalid', async (method, path, body) => {
    const replies = await Promise.all(
      [...wellFormed, ...malformed].map(([, secret]) =>
        world.client(secret).rest(method, path, body),
      ),
    )
    expect(replies.length).toBe(12)
    const [first, ...others] = replies.map(withoutVariableParts)
    expect([first?.status, first?.text]).toEqual([
      401,
      expect.stringContaining('Invalid or missing API key'),
    ])
    for (const other of others) expect(other).toEqual(first)
  })

  test('every well-formed invalid key causes the same statements, and a malformed one none', async () => {
    const statementsFor = async (secret: string | undefined) => {
      world.statements()
      await world.client(secret).rest('GET', '/v1/me')
      return world.statements()
    }
    await statementsFor(wellFormed.get('unknown'))
    const expected = await statementsFor(wellFormed.get('unknown'))
    expect(expected.length).toBe(1)
    for (const [reason, secret] of wellFormed)
      expect([reason, await statementsFor(secret)]).toEqual([reason, expected])
    for (const [reason, secret] of malformed)
      expect([reason, await statementsFor(secret)]).toEqual([reason, []])
  })
})

test('a key works with its current secret and, during the grace period, with the previous one', async () => {
  const { apiKey, secret } = (await world.as('owner').rest('POST', '/v1/api-keys', { name: 'Two' }))
    .body.data
  const rotated = (
    await world.as('owner').rest('POST', `/v1/api-keys/${apiKey.id}/rotate`, { graceHours: 1 })
  ).body.data.secret
  const works = () =>
    Promise.all(
      [secret, rotated].map(
        async (each) => (await world.client(each).rest('GET', '/v1/tasks')).status,
      ),
    )
  expect(await works()).toEqual([200, 200])
  world.clock.advance(3_600_000)
  expect(await works()).toEqual([401, 200])
})
