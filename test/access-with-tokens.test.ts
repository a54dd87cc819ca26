/**
 * Runs cases of the permission table with access tokens. Each request must receive the same
 * response as with an API key.
 */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessCase, createCases } from './support/access-cases.ts'
import { createRecords } from './support/access-records.ts'
import type { Client, Reply } from './support/client.ts'
import { dump, withRollback } from './support/dump.ts'
import { TokenIssuer } from './support/token-issuer.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let issuer: TokenIssuer
let world: World
let cases: AccessCase[]
const tokenClients = {} as Record<TestUser, Client>
/** One user for each role, and a user of another company. */
const callers = ['owner', 'admin', 'leader', 'agent', 'stranger'] as const

beforeAll(async () => {
  issuer = await TokenIssuer.start()
  world = await createWorld({
    PUBLIC_URL: 'https://crm.example',
    ...issuer.settings,
  })
  issuer.clock = world.clock
  cases = selectCases(createCases(await createRecords(world)))
  for (const user of callers) {
    const { email } = world.users[user]
    tokenClients[user] = world.client(issuer.sign({ sub: user, email, email_verified: true }))
    expect((await tokenClients[user].rest('GET', '/v1/me')).body.data.id).toBe(world.users[user].id)
  }
})
afterAll(async () => {
  await world.stop()
  await issuer.stop()
})

/** Returns one case for each combination of API call, caller, record kind and outcome. */
function selectCases(allCases: AccessCase[]): AccessCase[] {
  const selectedCases = new Map(
    allCases.map((item) => [
      [item.apiCall.name, item.caller, item.record?.kind, item.outcome].join(' '),
      item,
    ]),
  )
  return [...selectedCases.values()].filter(({ caller }) => callers.some((user) => user === caller))
}

/**
 * Creates a client that sends each request twice: with the user's access token and with the API
 * key.
 */
function createComparingClient(user: TestUser): { client: Client; replies: Reply[] } {
  const replies: Reply[] = []
  const sendTwice = async (send: (client: Client) => Promise<Reply>) => {
    replies.push(await send(tokenClients[user]), await send(world.as(user)))
    return replies[0] as Reply
  }
  const client: Client = {
    secret: undefined,
    rest: (...request) => sendTwice((client) => client.rest(...request)),
    gql: (...request) => sendTwice((client) => client.gql(...request)),
  }
  return { client, replies }
}

async function compareCases(plan: AccessCase[]): Promise<void> {
  const existingIds = new Set(JSON.stringify(await dump(world)).match(/\w+_\w+/g))
  const maskNewIds = ({ status, text }: Reply) => [
    status,
    text
      .replace(/"(requestId|secret|prefix|lastFour)":"[^"]*"/g, '"$1":""')
      .replace(/[a-z]+_[0-9a-z]{8,}/gi, (id) => (existingIds.has(id) ? id : 'id')),
  ]
  const compareCase = async ({ apiCall, caller, values, outcome }: AccessCase) => {
    const { client, replies } = createComparingClient(caller)
    const callResult = await apiCall.call(client, values)
    const [reply, keyReply] = replies.map(maskNewIds)
    expect([callResult.outcome, reply], `${caller}: ${apiCall.name}`).toEqual([outcome, keyReply])
  }
  for (let batchStart = 0; batchStart < plan.length; batchStart += 16)
    await Promise.all(plan.slice(batchStart, batchStart + 16).map(compareCase))
}

test('a forbidden operation returns the same error for an access token as for an API key and changes no data', async () => {
  const dumpBefore = await dump(world)
  await compareCases(cases.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'null'))
  expect(await dump(world)).toEqual(dumpBefore)
})

test('a permitted operation returns the same response for an access token as for an API key', async () => {
  await withRollback(world, () =>
    compareCases(cases.filter(({ outcome }) => outcome === 'ok' || outcome === 'null')),
  )
  expect(cases.length).toBeGreaterThan(1000)
})
