/** Tests which requests are counted as failed authentication attempts of an IP address. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKey, TokenIssuer } from './support/token-issuer.ts'
import { createWorld, type World } from './support/world.ts'

let issuer: TokenIssuer
let world: World
beforeEach(async () => {
  issuer = await TokenIssuer.start()
  world = await createWorld({
    ...issuer.settings,
  })
  issuer.clock = world.clock
})
afterEach(async () => {
  await world.stop()
  await issuer.stop()
})

const ownerClaims = { sub: 'o', email: 'owner@acme.test', email_verified: true }
const pageHeaders = { 'X-Requested-With': 'test' }

/** Sends a request. @returns the status, the body without ids and the rate limit units used */
async function sendAndMeasure(method: string, path: string, headers: Record<string, string> = {}) {
  const readRemainingUnits = async () =>
    Number((await fetch(`${world.url}/nowhere`)).headers.get('x-ratelimit-remaining'))
  const remainingUnitsBefore = await readRemainingUnits()
  const response = await fetch(world.url + path, { method, headers, redirect: 'manual' })
  const stableText = (await response.text()).replace(/"(requestId|timestamp)":"[^"]*"/g, '')
  return {
    status: response.status,
    text: stableText,
    usedUnits: remainingUnitsBefore - (await readRemainingUnits()),
  }
}
const readMe = (headers: Record<string, string>) => sendAndMeasure('GET', '/v1/me', headers)
const readMeWithToken = (token: string) => readMe({ Authorization: `Bearer ${token}` })

test('invalid API keys, access tokens and session cookies are counted as failed authentication attempts of an IP address', async () => {
  const { status, text } = await readMeWithToken('dg_wrong')
  expect(status).toBe(401)
  for (const [headers, usedUnits] of [
    [{ Authorization: 'Bearer dg_wrong' }, 1],
    [{ Authorization: `Bearer ${issuer.sign(ownerClaims, { key: createKey('ES256') })}` }, 1],
    [{ Authorization: `Bearer ${issuer.sign({ ...ownerClaims, aud: 'x' })}` }, 1],
    [{ Authorization: 'Basic eDp5' }, 1],
    [{ Authorization: 'Bearer dg_wrong', Cookie: 'dealgraph=wrong', ...pageHeaders }, 1],
    [{ Cookie: 'dealgraph=wrong', ...pageHeaders }, 1],
    [pageHeaders, 0],
    [{}, 0],
  ] as [Record<string, string>, number][])
    expect([headers, await readMe(headers)]).toEqual([headers, { status: 401, text, usedUnits }])
  expect(await readMeWithToken(issuer.sign(ownerClaims))).toMatchObject({
    status: 200,
    usedUnits: 0,
  })
})

test.each([
  ['responds with an error', { status: 500 }],
  ['names another issuer', { metadata: { issuer: 'https://other.test' } }],
  ['does not respond', { isSilent: true }],
])(
  'if the issuer %s, invalid tokens are counted as failed authentication attempts, but tokens with an unknown signing key are not',
  async (_, fault) => {
    const newKey = createKey('ES256')
    expect((await readMeWithToken(issuer.sign(ownerClaims))).status).toBe(200)
    const { text } = await readMeWithToken('dg_wrong')
    Object.assign(issuer.faults, fault)
    world.clock.advance(11_000)
    for (let i = 0; i < 2; i++)
      expect(await readMeWithToken(issuer.sign(ownerClaims, { key: newKey }))).toEqual({
        status: 401,
        text,
        usedUnits: 0,
      })
    expect((await readMeWithToken(issuer.sign({ ...ownerClaims, aud: 'x' }))).usedUnits).toBe(1)
    for (const name of Object.keys(fault)) delete issuer.faults[name as 'status']
    world.clock.advance(11_000)
    expect((await readMeWithToken(issuer.sign(ownerClaims, { key: newKey }))).usedUnits).toBe(1)
    issuer.keys.push(newKey)
    world.clock.advance(11_000)
    expect((await readMeWithToken(issuer.sign(ownerClaims, { key: newKey }))).status).toBe(200)
  },
)

test.each([
  ['sign-in callbacks', 'GET', '/sign-in/callback?code=x&state=y', {}, 400],
  ['sign-outs', 'POST', '/sign-out', { ...pageHeaders, Cookie: 'dealgraph=wrong' }, 401],
])(
  'after 1,000 invalid %s in an hour, an IP address receives 429',
  async (_, method, path, headers, status) => {
    expect(await sendAndMeasure(method, path, headers)).toMatchObject({ status, usedUnits: 1 })
    for (let i = 1; i < 1000; i++) await fetch(world.url + path, { method, headers })
    expect(await sendAndMeasure(method, path, headers)).toMatchObject({ status: 429, usedUnits: 0 })
    expect((await readMe({ Authorization: 'Bearer dg_wrong' })).status).toBe(429)
    expect((await world.as('owner').rest('GET', '/v1/me')).status).toBe(200)
    world.clock.advance(3_600_000)
    expect((await sendAndMeasure(method, path, headers)).status).toBe(status)
  },
)
