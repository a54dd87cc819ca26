/** Tests access tokens that are signed without the library with which the server verifies them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from './support/client.ts'
import { openStream } from './support/stream.ts'
import {
  type Claims,
  createConfusedToken,
  createKey,
  type SignOptions,
  serializeToken,
  TokenIssuer,
} from './support/token-issuer.ts'
import { createWorld, type World } from './support/world.ts'

let issuer: TokenIssuer
let world: World
const ownerClaims = { sub: 'o', email: 'owner@acme.test', email_verified: true }
const algorithms = 'RS256,RS384,RS512,PS256,PS384,PS512,ES256,ES384,ES512,EdDSA'
const untrustedKey = createKey('ES256')
const rsaKey = createKey('RS256')

beforeAll(async () => {
  issuer = await TokenIssuer.start()
  issuer.keys.push(rsaKey)
  world = await createWorld({
    ...issuer.settings,
    OIDC_AUDIENCE: `${issuer.audience},crm`,
    OIDC_ALGORITHMS: algorithms,
  })
  issuer.clock = world.clock
})
afterAll(async () => {
  await world.stop()
  await issuer.stop()
})

const getEpochSeconds = (offset: number) => Math.floor(world.clock.now() / 1000) + offset
const signToken = (claims: Claims = {}, options?: SignOptions) =>
  issuer.sign({ ...ownerClaims, ...claims }, options)
const sendWithToken = (token: string) => world.client(token).rest('GET', '/v1/me')
const readStatus = async (token: string) => (await sendWithToken(token)).status
/** Advances the clock beyond the 10-second cooldown, so that the server can reload keys. */
const advancePastCooldown = () => world.clock.advance(11_000)

describe('Valid access tokens', () => {
  test('REST, GraphQL and subscriptions accept an access token', async () => {
    const client = world.client(signToken())
    expect((await client.rest('GET', '/v1/me')).body.data.id).toBe(world.users.owner.id)
    expect((await client.gql('{ me { id } }')).body.data.me.id).toBe(world.users.owner.id)
    const stream = await openStream(client, {
      url: world.url,
      query: 'subscription { events { type } }',
    })
    expect(stream.status).toBe(200)
    stream.close()
  })

  test.each(algorithms.split(','))('an access token signed with %s is accepted', async (alg) => {
    const key = createKey(alg)
    issuer.keys.push(key)
    advancePastCooldown()
    expect(await readStatus(signToken({}, { key }))).toBe(200)
  })

  test.each([
    ['one audience of several', { aud: ['https://other.test', 'https://crm.example/'] }, {}],
    ['the second audience in `OIDC_AUDIENCE`', { aud: 'crm' }, {}],
    ['the type JWT', {}, { typ: 'JWT' }],
    ['no type', {}, { typ: undefined }],
    ['the type as a media type in upper case', {}, { typ: 'application/AT+JWT' }],
    ['an embedded key that is not used', {}, { jwk: { kty: 'oct', k: 'AA' } }],
  ])('an access token with %s is accepted', async (_, claims, header) => {
    expect(await readStatus(signToken(claims, { header }))).toBe(200)
  })

  test('an access token is valid from 30 seconds before `nbf` until 30 seconds after `exp`', async () => {
    expect(await readStatus(signToken({ nbf: getEpochSeconds(30) }))).toBe(200)
    expect(await readStatus(signToken({ nbf: getEpochSeconds(32) }))).toBe(401)
    const token = signToken({ exp: getEpochSeconds(10) })
    expect(await readStatus(token)).toBe(200)
    world.clock.advance(39_000)
    expect(await readStatus(token)).toBe(200)
    world.clock.advance(1000)
    expect(await readStatus(token)).toBe(401)
  })
})

describe('Invalid access tokens', () => {
  const otherIssuer = 'https://other.test/'
  const embeddedKey = {
    ...untrustedKey.publicKey.export({ format: 'jwk' }),
    kid: 'x',
    alg: 'ES256',
  }
  const rsaPem = rsaKey.publicKey.export({ type: 'spki', format: 'pem' })
  /** Functions that create invalid tokens, keyed by the token's fault. */
  const invalidTokens: Record<string, () => string> = {
    'another audience': () => signToken({ aud: otherIssuer }),
    'no audience': () => signToken({ aud: undefined }),
    'an audience that starts with a valid audience': () =>
      signToken({ aud: `${issuer.audience}x` }),
    'another issuer': () => signToken({ iss: otherIssuer }),
    'a trailing slash after the issuer': () => signToken({ iss: `${issuer.url}/` }),
    'no issuer': () => signToken({ iss: undefined }),
    'no expiry': () => signToken({ exp: undefined }),
    'an expiry that is a string': () => signToken({ exp: String(getEpochSeconds(300)) }),
    'an expiry in the past': () => signToken({ exp: getEpochSeconds(-31) }),
    'an issue time in the future': () => signToken({ iat: getEpochSeconds(60) }),
    'no subject': () => signToken({ sub: undefined }),
    'an empty subject': () => signToken({ sub: '' }),
    'a subject that is a number': () => signToken({ sub: 7 }),
    'the type of a logout token': () => signToken({}, { header: { typ: 'logout+jwt' } }),
    'an unknown critical header': () => signToken({}, { header: { crit: ['x'], x: 1 } }),
    'an unencoded payload': () => signToken({}, { header: { crit: ['b64'], b64: false } }),
    'an unknown kid': () => signToken({}, { header: { kid: 'unknown' } }),
    'the kid of another key': () => signToken({}, { header: { kid: rsaKey.kid } }),
    'an untrusted key under a known kid': () =>
      signToken({}, { key: untrustedKey, header: { kid: issuer.keys[0]?.kid } }),
    'an embedded untrusted key': () =>
      signToken({}, { key: untrustedKey, header: { jwk: embeddedKey, kid: undefined } }),
    'the URL of untrusted keys': () =>
      signToken(
        {},
        { key: untrustedKey, header: { jku: `${issuer.url}/own`, x5u: `${issuer.url}/own` } },
      ),
    'the algorithm none': () =>
      serializeToken({ alg: 'none' }, { ...decodeClaims(signToken()) }, () => Buffer.from('')),
    'the algorithm nOnE': () =>
      serializeToken({ alg: 'nOnE' }, { ...decodeClaims(signToken()) }, () => Buffer.from('')),
    'HS256 with the public key as secret': () =>
      createConfusedToken(rsaKey, decodeClaims(signToken()), rsaPem),
    'an empty signature': () => signToken().replace(/[^.]+$/, ''),
    'the signature of other claims': () => {
      const [header, , signature] = signToken().split('.')
      const [, claims] = signToken({ sub: 'admin' }).split('.')
      return `${header}.${claims}.${signature}`
    },
    'a truncated signature': () => signToken().slice(0, -4),
    'four parts': () => `${signToken()}.x`,
    'only two parts': () => signToken().replace(/\.[^.]+$/, ''),
    'more than 12,000 characters': () => signToken({ groups: 'x'.repeat(9500) }),
    'an email that is not verified': () => signToken({ sub: 'new', email_verified: false }),
    'an unknown email': () => signToken({ sub: 'new', email: 'nobody@acme.test' }),
  }
  const decodeClaims = (token: string): Claims =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  const omitVariableParts = ({ status, headers, text }: Reply) => ({
    status,
    text: text.replace(/"(requestId|timestamp)":"[^"]*"/g, ''),
    headers: [...headers].filter(
      ([name]) => !/^(x-request-id|date|x-ratelimit-remaining|ratelimit)$/.test(name),
    ),
  })

  test.each(Object.keys(invalidTokens))(
    'an access token with %s receives the same response as an invalid API key',
    async (fault) => {
      expect(await readStatus(signToken())).toBe(200)
      const token = invalidTokens[fault]?.() ?? ''
      for (const sendRequest of [
        (secret: string) => world.client(secret).rest('GET', '/v1/people'),
        (secret: string) => world.client(secret).gql('{ me { id } }'),
      ]) {
        const [reply, keyReply] = [await sendRequest(token), await sendRequest('dg_unknown')]
        expect(reply.text).toContain('Invalid or missing API key')
        expect(omitVariableParts(reply)).toEqual(omitVariableParts(keyReply))
      }
    },
  )

  test('the server does not fetch a key URL named in an access token', () => {
    expect(issuer.requests.filter((path) => path === '/own')).toEqual([])
  })
})

describe('Issuer signing keys', () => {
  test('10 seconds after a key download, access tokens signed with new keys are accepted and tokens signed with removed keys are rejected', async () => {
    const oldKey = createKey('ES256')
    issuer.keys.unshift(oldKey)
    advancePastCooldown()
    const oldToken = signToken({ exp: getEpochSeconds(3600) })
    expect(await readStatus(oldToken)).toBe(200)
    issuer.keys[0] = createKey('ES256')
    advancePastCooldown()
    expect(await readStatus(signToken())).toBe(200)
    expect(await readStatus(oldToken)).toBe(401)
  })

  test('access tokens with unknown key ids cause at most one key download per 10 seconds', async () => {
    await sendWithToken(signToken())
    advancePastCooldown()
    const requestCountBefore = issuer.requests.length
    const sendTokensWithUnknownKeys = () =>
      Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          readStatus(signToken({}, { header: { kid: `${index}` } })),
        ),
      )
    expect(
      new Set([...(await sendTokensWithUnknownKeys()), ...(await sendTokensWithUnknownKeys())]),
    ).toEqual(new Set([401]))
    expect(issuer.requests.slice(requestCountBefore)).toEqual([
      '/.well-known/openid-configuration',
      '/keys',
    ])
  })

  test.each([
    ['responds with an error', { status: 500 }],
    ['does not respond', { isSilent: true }],
    ['names another issuer', { metadata: { issuer: 'https://other.test' } }],
    ['names an http URL for its keys', { metadata: { jwks_uri: 'http://keys.test/' } }],
  ])(
    'if the OpenID issuer %s, loaded keys stay valid and a token signed with a new key is rejected within 8 seconds',
    async (_, fault) => {
      expect(await readStatus(signToken())).toBe(200)
      const newKey = createKey('ES256')
      issuer.keys.push(newKey)
      Object.assign(issuer.faults, fault)
      advancePastCooldown()
      const startedAt = performance.now()
      expect(await readStatus(signToken({}, { key: newKey }))).toBe(401)
      expect(performance.now() - startedAt).toBeLessThan(8000)
      world.clock.advance(3_600_000)
      expect(await readStatus(signToken({ jti: 'new' }))).toBe(200)
      for (const name of Object.keys(fault)) delete issuer.faults[name as 'status']
      await expect
        .poll(() => {
          advancePastCooldown()
          return readStatus(signToken({}, { key: newKey }))
        })
        .toBe(200)
    },
  )
})
