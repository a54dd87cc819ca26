/**
 * The limit on invalid API keys applies to the IP address of the sender, and never to valid keys.
 */

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecret } from '../src/access/api-keys.ts'
import type { Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

const proxy = '127.0.0.1'
const getRemainingUnits = ({ headers }: Reply) => Number(headers.get('x-ratelimit-remaining'))
const countStatuses = (replies: Reply[]) =>
  [200, 401, 429].map((status) => replies.filter((reply) => reply.status === status).length)
const createBytes = (length: number) =>
  createHash('shake256', { outputLength: length }).update(String(seedCounter++)).digest()
let seedCounter = 0

/**
 * Sends requests in batches of 100, because the client can open only a limited number of sockets.
 */
async function sendFlood(
  requestCount: number,
  sendRequest: (index: number) => Promise<Reply>,
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let i = 0; i < requestCount; i += 100)
    replies.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, requestCount - i) }, (_, j) => sendRequest(i + j)),
      )),
    )
  return replies
}

describe('Invalid API keys behind a trusted proxy', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ TRUSTED_PROXIES: proxy, RATE_LIMIT_PER_HOUR: '1000' })
  })
  afterAll(() => world.stop())

  const sendInvalid = (address: string, secret = createSecret(createBytes)) =>
    world.client(secret).rest('GET', '/v1/me', undefined, { 'X-Forwarded-For': address })
  const sendValid = (address: string) =>
    world.as('agent').rest('GET', '/v1/me', undefined, { 'X-Forwarded-For': address })

  test('after 1,000 requests with invalid API keys, an IP address receives 429 for invalid keys but can still use valid ones', async () => {
    const validReplies: Reply[] = []
    const replies = await sendFlood(2500, async (index) => {
      if (index % 50 === 0) validReplies.push(await sendValid('203.0.113.7'))
      return sendInvalid('203.0.113.7', index % 3 ? undefined : 'dg_wrong')
    })
    expect(countStatuses(replies)).toEqual([0, 1000, 1500])
    expect(countStatuses(validReplies)).toEqual([50, 0, 0])
    expect(validReplies.map(getRemainingUnits).sort((a, b) => a - b)[0]).toBe(950)
    expect([
      (await sendValid('203.0.113.7')).status,
      (await sendInvalid('203.0.113.7')).status,
    ]).toEqual([200, 429])
  })

  test('the invalid-key limit applies to each IP address separately, even if X-Forwarded-For contains forged addresses', async () => {
    expect((await sendInvalid('203.0.113.8')).status).toBe(401)
    expect((await sendValid('203.0.113.8')).status).toBe(200)
    for (const forwardedFor of [
      '198.51.100.1, 203.0.113.7',
      `203.0.113.8, ${proxy}, 203.0.113.7`,
      `203.0.113.7, ${proxy}`,
      '203.0.113.7,,',
      'x, 203.0.113.7',
    ])
      expect([forwardedFor, (await sendInvalid(forwardedFor)).status]).toEqual([forwardedFor, 429])
  })

  test('all addresses in an IPv6 /64 network share one invalid-key limit', async () => {
    const replies = await sendFlood(1100, (index) =>
      sendInvalid(`2001:db8:1:2:${randomBytes(2).toString('hex')}::${index.toString(16)}`),
    )
    expect(countStatuses(replies)).toEqual([0, 1000, 100])
    for (const addressInNetwork of [
      '2001:db8:1:2::',
      '2001:DB8:1:2::9',
      '2001:0db8:0001:0002:1:2:3:4',
    ])
      expect([addressInNetwork, (await sendInvalid(addressInNetwork)).status]).toEqual([
        addressInNetwork,
        429,
      ])
    for (const addressOutsideNetwork of ['2001:db8:1:3::1', '2001:db8::1:2:1'])
      expect([addressOutsideNetwork, (await sendInvalid(addressOutsideNetwork)).status]).toEqual([
        addressOutsideNetwork,
        401,
      ])
    expect((await sendValid('2001:db8:1:2::1')).status).toBe(200)
  })
})

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('without a trusted proxy, the invalid-key limit ignores the headers X-Forwarded-For, Forwarded and X-Real-IP', async () => {
  const getHeaders = (index: number) => ({
    'X-Forwarded-For': `198.51.100.${index % 250}`,
    Forwarded: `for=198.51.100.${index % 250}`,
    'X-Real-IP': '198.51.100.9',
  })
  const replies = await sendFlood(1100, (index) =>
    world.client(createSecret(createBytes)).rest('GET', '/v1/me', undefined, getHeaders(index)),
  )
  expect(countStatuses(replies)).toEqual([0, 1000, 100])
  expect((await world.as('agent').rest('GET', '/v1/me')).status).toBe(200)
  expect((await world.as('agent').gql('{ me { id } }')).status).toBe(200)
})
