/** Tests which requests count as failed attempts of an address. */
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

const owner = { sub: 'o', email: 'owner@acme.test', email_verified: true }
const pageHeaders = { 'X-Requested-With': 'test' }

/** Sends a request. @returns its status, body without ids, and units charged to the address */
async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const readRemaining = async () =>
    Number((await fetch(`${world.url}/nowhere`)).headers.get('x-ratelimit-remaining'))
  const remainingBefore = await readRemaining()
  const response = await fetch(world.url + path, { method, headers, redirect: 'manual' })
  const text = (await response.text()).replace(/"(requestId|timestamp)":"[^"]*"/g, '')
  return { status: response.status, text, charged: remainingBefore - (await readRemaining()) }
}
const callMe = (headers: Record<string, string>) => send('GET', '/v1/me', headers)
const callWithToken = (token: string) => callMe({ Authorization: `Bearer ${token}` })

test('invalid keys, tokens and cookies are counted as failed attempts of an IP address', async () => {
  const { status, text } = await callWithToken('dg_wrong')
  expect(status).toBe(401)
  for (const [headers, charged] of [
    [{ Authorization: 'Bearer dg_wrong' }, 1],
    [{ Authorization: `Bearer ${issuer.sign(owner, { key: createKey('ES256') })}` }, 1],
    [{ Authorization: `Bearer ${issuer.sign({ ...owner, aud: 'x' })}` }, 1],
    [{ Authorization: 'Basic eDp5' }, 1],
    [{ Authorization: 'Bearer dg_wrong', Cookie: 'dealgraph=wrong', ...pageHeaders }, 1],
    [{ Cookie: 'dealgraph=wrong', ...pageHeaders }, 1],
    [pageHeaders, 0],
    [{}, 0],
  ] as [Record<string, string>, number][])
    expect([headers, await callMe(headers)]).toEqual([headers, { status: 401, text, charged }])
  expect(await callWithToken(issuer.sign(owner))).toMatchObject({ status: 200, charged: 0 })
})

test.each([
  ['responds with an error', { status: 500 }],
  ['names another issuer', { metadata: { issuer: 'https://other.test' } }],
  ['does not respond', { hangs: true }],
])(
  'if the issuer %s, only invalid tokens are counted as failed attempts, not unverifiable tokens',
  async (_, fault) => {
    const newKey = createKey('ES256')
    expect((await callWithToken(issuer.sign(owner))).status).toBe(200)
    const { text } = await callWithToken('dg_wrong')
    Object.assign(issuer.faults, fault)
    world.clock.advance(11_000)
    for (let i = 0; i < 2; i++)
      expect(await callWithToken(issuer.sign(owner, { key: newKey }))).toEqual({
        status: 401,
        text,
        charged: 0,
      })
    expect((await callWithToken(issuer.sign({ ...owner, aud: 'x' }))).charged).toBe(1)
    for (const name of Object.keys(fault)) delete issuer.faults[name as 'status']
    world.clock.advance(11_000)
    expect((await callWithToken(issuer.sign(owner, { key: newKey }))).charged).toBe(1)
    issuer.keys.push(newKey)
    world.clock.advance(11_000)
    expect((await callWithToken(issuer.sign(owner, { key: newKey }))).status).toBe(200)
  },
)

test.each([
  ['callbacks', 'GET', '/sign-in/callback?code=x&state=y', {}, 400],
  ['sign-outs', 'POST', '/sign-out', { ...pageHeaders, Cookie: 'dealgraph=wrong' }, 401],
])(
  'after 1,000 invalid %s in an hour, an IP address receives 429',
  async (_, method, path, headers, status) => {
    expect(await send(method, path, headers)).toMatchObject({ status, charged: 1 })
    for (let i = 1; i < 1000; i++) await fetch(world.url + path, { method, headers })
    expect(await send(method, path, headers)).toMatchObject({ status: 429, charged: 0 })
    expect((await callMe({ Authorization: 'Bearer dg_wrong' })).status).toBe(429)
    expect((await world.as('owner').rest('GET', '/v1/me')).status).toBe(200)
    world.clock.advance(3_600_000)
    expect((await send(method, path, headers)).status).toBe(status)
  },
)
