import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProvider, type TestProvider } from './support/provider.ts'
import { TokenIssuer } from './support/token-issuer.ts'
import { createWorld, type World } from './support/world.ts'

const appOrigin = 'http://app.acme.test'
const browserHeaders = { 'X-Requested-With': 'test' }

/** Returns the name and value of the cookie that a response sets. */
const getCookie = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((cookie) => !cookie.includes('Max-Age=0'))
    ?.split(';')[0] ?? 'no cookie'

interface GraphqlBody {
  data: {
    me: {
      email: string
      company: { name: string }
      authentication: { sessionId: string; expiresAt: string; session: { expiresAt: string } }
    }
    sessions: { nodes: { id: string }[] }
    revokeSession: { session: { revokedAt: string } }
  }
  errors?: { extensions: { code: string } }[]
}

describe('Sign-in', () => {
  let provider: TestProvider
  let world: World
  beforeAll(async () => {
    provider = await startProvider()
    world = await createWorld({ ...provider.settings, CORS_ORIGINS: appOrigin })
    world.clock.advance(Date.now() - world.clock.now())
    provider.allowRedirectUrls(`${world.url}/sign-in/callback`, `${world.url}/console`)
  })
  afterAll(async () => {
    await world.stop()
    await provider.stop()
  })

  const fetchPath = (path: string, headers: Record<string, string> = {}) =>
    fetch(world.url + path, { headers, redirect: 'manual' })

  /** Signs in like a browser, up to the redirect back to the page. */
  async function signIn(name: string, query = '', earlierCookie = 'a=b') {
    const signInResponse = await fetchPath(`/sign-in${query}`)
    const callbackUrl = await provider.authorize(signInResponse.headers.get('location') ?? '', name)
    const callbackResponse = await fetchPath(callbackUrl.pathname + callbackUrl.search, {
      Cookie: `${earlierCookie}; ${getCookie(signInResponse)}`,
    })
    return {
      signInResponse,
      callbackUrl,
      callbackResponse,
      cookie: getCookie(callbackResponse),
    }
  }

  async function requestWithCookie(
    cookie: string,
    query: string,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: {
        ...browserHeaders,
        Cookie: cookie,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ query }),
    })
    return { status: response.status, ...((await response.json()) as GraphqlBody) }
  }

  const meQuery =
    '{ me { email authentication { method sessionId expiresAt identity { subject } } } }'

  test('a user can sign in with the OpenID provider and use the API with the session cookie', async () => {
    const { signInResponse, callbackResponse, cookie } = await signIn(
      'agent',
      '?returnTo=/graphql%3Fexample%3DX',
    )
    expect(signInResponse.status).toBe(303)
    const authorizationUrl = new URL(signInResponse.headers.get('location') ?? '')
    expect(authorizationUrl.searchParams.get('code_challenge_method')).toBe('S256')
    expect(authorizationUrl.searchParams.get('nonce')).toMatch(/^.{20,}$/)
    expect(callbackResponse.status).toBe(303)
    expect(callbackResponse.headers.get('location')).toBe('/graphql?example=X')
    expect(callbackResponse.headers.getSetCookie()).toEqual([
      'dealgraph-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      expect.stringMatching(
        /^dealgraph=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const { data } = await requestWithCookie(cookie, meQuery)
    expect(data.me).toMatchObject({
      email: 'agent@acme.test',
      authentication: { method: 'SESSION', identity: { subject: 'agent' } },
    })
  })

  test('a session cookie is accepted only with X-Requested-With and from a trusted origin', async () => {
    const { cookie } = await signIn('agent')
    const readStatusWith = async (headers: Record<string, string>) =>
      (await fetchPath('/v1/me', { Cookie: cookie, ...headers })).status
    expect(await readStatusWith({})).toBe(401)
    expect(await readStatusWith({ ...browserHeaders, Origin: 'http://evil.test' })).toBe(401)
    expect(await readStatusWith({ ...browserHeaders, Origin: world.url })).toBe(200)
    expect(await readStatusWith({ ...browserHeaders, Origin: appOrigin })).toBe(200)
    expect(await readStatusWith({ ...browserHeaders, Authorization: 'Bearer dg_x' })).toBe(401)
  })

  test('CORS allows credentials only from the origins in CORS_ORIGINS', async () => {
    const sendPreflight = (origin: string) =>
      fetch(`${world.url}/graphql`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      })
    const allowedReply = await sendPreflight(appOrigin)
    expect(allowedReply.headers.get('access-control-allow-credentials')).toBe('true')
    expect(allowedReply.headers.get('access-control-allow-headers')).toContain('X-Requested-With')
    const loopbackReply = await sendPreflight('http://localhost:3000')
    expect(loopbackReply.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('signing out revokes the session, deletes the session cookie and returns the sign-out URL of the OpenID provider', async () => {
    const { cookie } = await signIn('agent')
    const signOut = (headers: Record<string, string>) =>
      fetch(`${world.url}/sign-out`, { method: 'POST', headers })
    expect((await signOut({ Cookie: cookie })).status).toBe(401)
    expect((await requestWithCookie(cookie, meQuery)).status).toBe(200)
    const response = await signOut({ ...browserHeaders, Cookie: cookie })
    expect(response.headers.get('set-cookie')).toMatch(/^dealgraph=; Path=\/; Max-Age=0/)
    const { redirectTo } = (await response.json()) as { redirectTo: string }
    expect(redirectTo).toContain(`${provider.issuer}/session/end?`)
    expect(redirectTo).toContain('id_token_hint=')
    expect((await requestWithCookie(cookie, meQuery)).status).toBe(401)
    const homeUrl = await provider.authorize(redirectTo, 'agent')
    expect(homeUrl.href).toBe(`${world.url}/console`)
  })

  test('a session can be listed and revoked, and its cookie is rejected at the next request', async () => {
    const { cookie } = await signIn('agent')
    const { data } = await requestWithCookie(
      cookie,
      '{ me { authentication { sessionId } } sessions { nodes { id userAgent } } }',
    )
    const id = data.me.authentication.sessionId
    expect(data.sessions.nodes.map((session) => session.id)).toContain(id)
    const lonerSignIn = await signIn('loner')
    const revokeMutation = `mutation { revokeSession(id: "${id}") { session { revokedAt } } }`
    expect(
      (await requestWithCookie(lonerSignIn.cookie, revokeMutation)).errors?.[0]?.extensions.code,
    ).toBe('FORBIDDEN')
    expect((await requestWithCookie(cookie, meQuery)).status).toBe(200)
    const { data: revocation } = await requestWithCookie(cookie, revokeMutation)
    expect(revocation.revokeSession.session.revokedAt).toMatch(/^20/)
    expect((await requestWithCookie(cookie, meQuery)).status).toBe(401)
  })

  test('by default, a session ends after an hour without requests, or 12 hours after sign-in even if it is in use', async () => {
    const idleSignIn = await signIn('agent')
    world.clock.advance(59 * 60_000)
    expect((await requestWithCookie(idleSignIn.cookie, meQuery)).status).toBe(200)
    world.clock.advance(59 * 60_000)
    const { data } = await requestWithCookie(
      idleSignIn.cookie,
      '{ me { authentication { expiresAt session { expiresAt } } } }',
    )
    const expiresAt = new Date(world.clock.now() + 60 * 60_000).toISOString()
    expect(data.me.authentication).toEqual({ expiresAt, session: { expiresAt } })
    world.clock.advance(61 * 60_000)
    expect((await requestWithCookie(idleSignIn.cookie, meQuery)).status).toBe(401)
    world.clock.advance(Date.now() - world.clock.now())
    const usedSignIn = await signIn('agent')
    for (let hour = 0; hour < 14; hour++) {
      world.clock.advance(50 * 60_000)
      expect((await requestWithCookie(usedSignIn.cookie, meQuery)).status).toBe(200)
    }
    world.clock.advance(50 * 60_000)
    expect((await requestWithCookie(usedSignIn.cookie, meQuery)).status).toBe(401)
    world.clock.advance(Date.now() - world.clock.now())
  })

  test('a new sign-in revokes only the earlier session of the same browser', async () => {
    const [firstSignIn, otherSignIn] = [await signIn('agent'), await signIn('agent')]
    const secondSignIn = await signIn('loner', '', firstSignIn.cookie)
    const statuses = [firstSignIn, otherSignIn, secondSignIn].map(
      async ({ cookie }) => (await requestWithCookie(cookie, meQuery)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    expect((await signIn('agent', '', firstSignIn.cookie)).callbackResponse.status).toBe(303)
  })

  test('while a user is suspended, the session cookies and sign-ins of the user are rejected', async () => {
    const { cookie } = await signIn('idle')
    const setSuspended = (suspended: boolean) =>
      world.as('owner').rest('PUT', `/v1/users/${world.users.idle.id}`, { suspended })
    await setSuspended(true)
    expect((await requestWithCookie(cookie, meQuery)).status).toBe(401)
    const repeatedSignIn = await signIn('idle')
    expect(repeatedSignIn.callbackResponse.status).toBe(403)
    expect(repeatedSignIn.cookie).toBe('no cookie')
    await setSuspended(false)
    expect((await requestWithCookie(cookie, meQuery)).status).toBe(200)
  })

  test('a sign-in callback is accepted only from the browser that began the sign-in, and only once', async () => {
    const { signInResponse, callbackUrl } = await signIn('agent')
    const path = callbackUrl.pathname + callbackUrl.search
    expect((await fetchPath(path)).status).toBe(400)
    const otherSignIn = await fetchPath('/sign-in')
    for (const { headers, status } of [
      await fetchPath(path, { Cookie: getCookie(otherSignIn) }),
      await fetchPath(path, { Cookie: getCookie(signInResponse) }),
    ]) {
      expect(status).toBe(502)
      expect(headers.get('set-cookie')).toMatch(/^dealgraph-sign-in=; Path=\/; Max-Age=0;/)
    }
  })

  test('a sign-in redirects only to this server and to the origins in CORS_ORIGINS', async () => {
    const redirectCases: [returnTo: string, location: string][] = [
      ['/console#/webhooks', '/console#/webhooks'],
      ['https://evil.test/', '/console'],
      ['//evil.test/', '/console'],
      ['/\\evil.test/', '/console'],
      ['/%09/evil.test', '/%09/evil.test'],
      ['javascript:alert(1)', '/console'],
      [`${appOrigin}/people`, `${appOrigin}/people`],
      [`/${'x'.repeat(1999)}`, `/${'x'.repeat(1999)}`],
      [`/${'x'.repeat(2000)}`, '/console'],
      [`/${'ü'.repeat(400)}`, '/console'],
    ]
    for (const [returnTo, location] of redirectCases) {
      const { callbackResponse } = await signIn(
        'agent',
        `?returnTo=${encodeURIComponent(returnTo)}`,
      )
      expect([returnTo, callbackResponse.headers.get('location')]).toEqual([returnTo, location])
    }
  })

  test('a sign-in with an email address that belongs to no user is rejected with the advice to ask for an invitation', async () => {
    provider.accounts.set('nobody', {
      email: 'nobody@acme.test',
      email_verified: true,
      name: 'No Body',
    })
    const { callbackResponse, cookie } = await signIn('nobody')
    expect([callbackResponse.status, cookie]).toEqual([403, 'no cookie'])
    expect(await callbackResponse.text()).toContain('Ask an Owner or Admin to invite you')
  })

  test("an invited user can sign in at the invitation's URL with an account of the OpenID provider", async () => {
    const { body } = await world.as('admin').rest('POST', '/v1/users/invite-to-sign-in', {
      email: 'nia@acme.test',
      firstName: 'Nia',
      role: 'Agent',
    })
    const { signInUrl } = body.data
    expect(signInUrl).toContain(`${world.url}/sign-in?`)
    provider.accounts.set('nia', { email: 'nia@acme.test', email_verified: true, name: 'Nia' })
    const { cookie } = await signIn('nia', new URL(signInUrl).search)
    expect((await requestWithCookie(cookie, meQuery)).data.me.email).toBe('nia@acme.test')
  })

  test('a user of several companies chooses one company when signing in', async () => {
    const { rest } = world.as('stranger')
    await rest('POST', '/v1/users', { email: 'admin@acme.test', firstName: 'Ada', role: 'Agent' })
    const { callbackResponse } = await signIn('admin')
    const chooserHtml = await callbackResponse.text()
    expect(chooserHtml).toContain('Acme')
    expect(chooserHtml).toContain('Rival')
    const { cookie } = await signIn('admin', `?company=${world.otherCompany.id}`)
    const { data } = await requestWithCookie(cookie, '{ me { company { name } } }')
    expect(data.me.company.name).toBe('Rival')
    const mismatchReply = await requestWithCookie(cookie, meQuery, {
      'X-Company-Id': world.company.id,
    })
    expect(mismatchReply.status).toBe(403)
  })

  test('a person whose email address differs from that of a user only by a Kelvin sign cannot see the companies of the user', async () => {
    for (const user of ['owner', 'stranger'] as const)
      await world
        .as(user)
        .rest('POST', '/v1/users', { email: 'ken@acme.test', firstName: 'Ken', role: 'Agent' })
    provider.accounts.set('kelvin', {
      email: '\u212aen@acme.test',
      email_verified: true,
      name: 'Kelvin',
    })
    const { callbackResponse } = await signIn('kelvin')
    expect(callbackResponse.status).toBe(403)
    expect(await callbackResponse.text()).not.toContain('Acme')
  })

  test('each sign-in of a user sets a cookie with a new secret', async () => {
    const [firstSignIn, secondSignIn] = [await signIn('agent'), await signIn('agent')]
    expect(firstSignIn.cookie).not.toBe(secondSignIn.cookie)
  })
})

test('if PUBLIC_URL is an HTTPS URL, session cookies have the prefix __Host- and the attribute Secure', async () => {
  const provider = await startProvider()
  const world = await createWorld({ ...provider.settings, PUBLIC_URL: 'https://crm.example' })
  world.clock.advance(Date.now() - world.clock.now())
  provider.allowRedirectUrls('https://crm.example/sign-in/callback')
  const signInResponse = await fetch(`${world.url}/sign-in`, { redirect: 'manual' })
  const signInCookie = signInResponse.headers.get('set-cookie') ?? ''
  expect(signInCookie).toMatch(/^__Host-dealgraph-sign-in=.*; HttpOnly; SameSite=Lax; Secure$/)
  const callbackUrl = await provider.authorize(
    signInResponse.headers.get('location') ?? '',
    'agent',
  )
  expect(callbackUrl.origin).toBe('https://crm.example')
  const callbackResponse = await fetch(world.url + callbackUrl.pathname + callbackUrl.search, {
    headers: { Cookie: signInCookie.split(';')[0] ?? '' },
    redirect: 'manual',
  })
  expect(callbackResponse.headers.getSetCookie()).toEqual([
    '__Host-dealgraph-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    expect.stringMatching(
      /^__Host-dealgraph=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  const response = await fetch(`${world.url}/v1/me`, {
    headers: { ...browserHeaders, Cookie: getCookie(callbackResponse) },
  })
  expect(response.status).toBe(200)
  await world.stop()
  await provider.stop()
})

describe('Clock skew of ID tokens', () => {
  let issuer: TokenIssuer
  let world: World
  beforeAll(async () => {
    issuer = await TokenIssuer.start()
    world = await createWorld({ ...issuer.settings, OIDC_CLOCK_SKEW_SECONDS: '60' })
  })
  afterAll(async () => {
    await world.stop()
    await issuer.stop()
  })

  test.each([
    ['expired 50 seconds ago completes a sign-in', { exp: -50 }, 303],
    ['expired 70 seconds ago is rejected', { exp: -70 }, 502],
    ['becomes valid in 50 seconds completes a sign-in', { nbf: 50 }, 303],
    ['becomes valid in 70 seconds is rejected', { nbf: 70 }, 502],
  ])('with a permitted clock skew of 60 seconds, an ID token that %s', async (_, times, status) => {
    const signInResponse = await fetch(`${world.url}/sign-in`, { redirect: 'manual' })
    const { searchParams } = new URL(signInResponse.headers.get('location') ?? '')
    const nowSeconds = Math.floor(Date.now() / 1000)
    issuer.idToken = issuer.sign({
      sub: 'agent',
      aud: 'dealgraph',
      email: 'agent@acme.test',
      email_verified: true,
      nonce: searchParams.get('nonce'),
      ...Object.fromEntries(
        Object.entries(times).map(([name, offset]) => [name, nowSeconds + offset]),
      ),
    })
    const query = new URLSearchParams({ code: 'a', state: searchParams.get('state') ?? '' })
    const callbackResponse = await fetch(`${world.url}/sign-in/callback?${query}`, {
      headers: { Cookie: getCookie(signInResponse) },
      redirect: 'manual',
    })
    expect([callbackResponse.status, getCookie(callbackResponse) !== 'no cookie']).toEqual([
      status,
      status === 303,
    ])
  })
})

describe('Protected resource metadata (RFC 9728)', () => {
  test('401 responses link to metadata that names the issuer, and a 403 response names the missing scope', async () => {
    const provider = await startProvider()
    const world = await createWorld(provider.settings)
    for (const [path, method, resource] of [
      ['/graphql', 'POST', '/graphql'],
      ['/v1/me', 'GET', '/v1'],
      ['/sign-out', 'POST', ''],
    ] as const) {
      const response = await fetch(world.url + path, { method })
      const challenge = response.headers.get('www-authenticate') ?? ''
      expect(challenge).toMatch(/^Bearer resource_metadata="[^"]+", scope="openid email profile"$/)
      const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
      expect(await (await fetch(metadataUrl)).json()).toMatchObject({
        resource: world.url + resource,
        authorization_servers: [provider.issuer],
        scopes_supported: expect.arrayContaining(['openid', 'people.view.own']),
        bearer_methods_supported: ['header'],
      })
    }
    const invalidReply = await fetch(`${world.url}/v1/me`, {
      headers: { Authorization: 'Bearer x' },
    })
    expect(invalidReply.headers.get('www-authenticate')).toContain('error="invalid_token"')
    const narrowedClient = await world.createKey('owner', ['tasks.manage'])
    const forbiddenReply = await narrowedClient.rest('GET', '/v1/audit-log')
    expect(forbiddenReply.status).toBe(403)
    expect(forbiddenReply.headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="audit.view"',
    )
    await world.stop()
    await provider.stop()
  })

  test('a request for the metadata of an unknown resource returns 404, and its path does not appear in /metrics', async () => {
    const world = await createWorld({ OIDC_ISSUER: 'https://issuer.test', OIDC_AUDIENCE: 'api' })
    const path = '/.well-known/oauth-protected-resource/x'
    expect((await fetch(world.url + path)).status).toBe(404)
    expect(await (await fetch(`${world.url}/metrics`)).text()).not.toContain(path)
    await world.stop()
  })

  test('if no issuer is configured, the server has neither resource metadata nor sign-in, and rejects session cookies', async () => {
    const world = await createWorld()
    for (const path of ['/.well-known/oauth-protected-resource', '/sign-in', '/sign-in/callback'])
      expect([path, (await fetch(world.url + path)).status]).toEqual([path, 404])
    const response = await fetch(`${world.url}/v1/me`, {
      headers: { ...browserHeaders, Cookie: 'dealgraph=x' },
    })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    await world.stop()
  })
})
