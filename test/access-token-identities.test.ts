/** Tests the identities of access tokens and the permissions of their users. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCompany } from '../src/resources/companies/operations.ts'
import { type Claims, TokenIssuer } from './support/token-issuer.ts'
import { createWorld, type World } from './support/world.ts'

let issuer: TokenIssuer
let world: World
const startWorld = async (settings: Record<string, string> = {}) => {
  world = await createWorld({
    ...issuer.settings,
    ...settings,
  })
  issuer.clock = world.clock
}
beforeEach(async () => {
  issuer = await TokenIssuer.start()
})
afterEach(async () => {
  await world.stop()
  await issuer.stop()
})

const createTokenClient = (sub: string, email?: string, claims: Claims = {}) =>
  world.client(issuer.sign({ sub, ...(email && { email, email_verified: true }), ...claims }))
const readMe = (...args: Parameters<typeof createTokenClient>) =>
  createTokenClient(...args).rest('GET', '/v1/me')

test('an OpenID subject stays bound to its user after an email change', async () => {
  await startWorld()
  expect((await readMe('a', 'AGENT@acme.test')).body.data.id).toBe(world.users.agent.id)
  expect((await readMe('a', 'admin@acme.test')).body.data.id).toBe(world.users.agent.id)
  expect((await readMe('a')).body.data.id).toBe(world.users.agent.id)
})

test('an access token is rejected if its email belongs to a user who is bound to another OpenID subject', async () => {
  await startWorld()
  expect((await readMe('a', 'agent@acme.test')).status).toBe(200)
  expect((await readMe('b', 'agent@acme.test')).status).toBe(401)
})

test('concurrent first requests with access tokens of one subject all succeed', async () => {
  await startWorld()
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, jti) => readMe('a', 'agent@acme.test', { jti })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('an access token whose email belongs to users in two companies requires X-Company-Id, and a request is rejected if X-Company-Id names a company that the credential cannot access', async () => {
  await startWorld()
  const { company, otherCompany } = world
  const user = { firstName: 'Both', email: 'owner@rival.test', role: 'Agent' }
  expect((await world.as('owner').rest('POST', '/v1/users', user)).status).toBe(201)
  const client = createTokenClient('r', user.email)
  const readMeInCompany = (id?: string) =>
    client.rest('GET', '/v1/me', undefined, id === undefined ? {} : { 'X-Company-Id': id })
  const rejectedReply = await readMeInCompany()
  expect(rejectedReply.status).toBe(400)
  expect(rejectedReply.text).toContain(company.id)
  expect(rejectedReply.text).toContain(otherCompany.id)
  expect((await readMeInCompany(company.id)).body.data.email).toBe(user.email)
  expect((await readMeInCompany(otherCompany.id)).body.data.id).toBe(world.users.stranger.id)
  expect((await readMeInCompany()).status).toBe(400)
  const rejectedStatuses = [
    await readMeInCompany('company_nothing'),
    await readMeInCompany(''),
  ].map(({ status }) => status)
  for (const status of rejectedStatuses) expect(status).toBe(403)
  const apiKeyReply = await world.as('owner').rest('GET', '/v1/me', undefined, {
    'X-Company-Id': otherCompany.id,
  })
  expect(apiKeyReply.status).toBe(403)
})

test('X-Company-Id has no effect on a server without an OpenID issuer', async () => {
  await startWorld({ OIDC_ISSUER: '' })
  const { status } = await world.as('owner').rest('GET', '/v1/me', undefined, {
    'X-Company-Id': world.otherCompany.id,
  })
  expect(status).toBe(200)
})

test.each(['before', 'after'])(
  'with DEMO=false, a user of the demo company and one other company need not select a company (first request %s the setting changes)',
  async (time) => {
    await startWorld()
    const { deps, users, company } = world
    const { email, firstName, lastName } = users.agent
    const owner = { email, firstName, lastName }
    const demoCreation = await deps.store.allCompanies.write((db) =>
      createCompany(deps, db, { name: 'Demo', region: 'US', isDemo: true, owner }),
    )
    expect((await readMe('a', email)).status).toBe(400)
    for (const { id } of time === 'before' ? [demoCreation.company, company] : [])
      await createTokenClient('a', email).rest('GET', '/v1/me', undefined, { 'X-Company-Id': id })
    Object.assign(deps.settings, { DEMO: false })
    expect((await readMe('a', email)).body.data.id).toBe(users.agent.id)
  },
)

test('access token scopes can narrow the permissions of a role but never widen them', async () => {
  await startWorld()
  const readStatus = async (claims: Claims, path = '/v1/tags', email = 'owner') =>
    (
      await createTokenClient(email, `${email}@acme.test`, claims).rest('POST', path, {
        name: `T${Math.random()}`,
      })
    ).status
  expect(await readStatus({ scope: 'openid email' })).toBe(201)
  expect(await readStatus({ scope: 'openid tags.manage' })).toBe(201)
  expect(await readStatus({ scp: ['people.view'] })).toBe(403)
  expect(await readStatus({ scope: 'openid', scp: ['people.view'] })).toBe(403)
  expect(await readStatus({ scope: 'openid,people.view' })).toBe(403)
  expect(await readStatus({ scope: 'people.everything' })).toBe(403)
  expect(await readStatus({ scope: 'pipelines.manage' }, '/v1/stages', 'agent')).toBe(403)
})

test('a suspension or role change takes effect at the next request with an access token', async () => {
  await startWorld()
  const client = createTokenClient('l', 'loner@acme.test')
  const path = `/v1/users/${world.users.loner.id}`
  expect((await client.rest('GET', '/v1/me')).body.data.role).toBe('Agent')
  await world.as('owner').rest('PUT', path, { role: 'Admin' })
  expect((await client.rest('GET', '/v1/me')).body.data.role).toBe('Admin')
  await world.as('owner').rest('PUT', path, { suspended: true })
  expect((await client.rest('GET', '/v1/me')).status).toBe(401)
})

test('provisioning requires that the company `OIDC_COMPANY` exists and that the email is verified, and creates one Agent per unknown OpenID subject', async () => {
  await startWorld({ OIDC_PROVISION: 'agent' })
  expect((await readMe('n', 'new@acme.test')).status).toBe(401)
  await world.stop()
  await startWorld({ OIDC_PROVISION: 'agent', OIDC_COMPANY: 'company_unknown' })
  expect((await readMe('n', 'new@acme.test')).status).toBe(401)
  Object.assign(world.deps.settings, { OIDC_COMPANY: world.company.id })
  const { body } = await readMe('n', 'new@acme.test', { given_name: 'Nora', family_name: 'New' })
  expect(body.data).toMatchObject({ firstName: 'Nora', role: 'Agent', email: 'new@acme.test' })
  expect((await readMe('n')).body.data.id).toBe(body.data.id)
  expect((await readMe('m', 'other@acme.test', { email_verified: 'no' })).status).toBe(401)
})

test('provisioning does not create a new Agent for a suspended user whose email changes', async () => {
  await startWorld({ OIDC_PROVISION: 'agent' })
  Object.assign(world.deps.settings, { OIDC_COMPANY: world.company.id })
  expect((await readMe('l', 'loner@acme.test')).status).toBe(200)
  const path = `/v1/users/${world.users.loner.id}`
  await world.as('owner').rest('PUT', path, { suspended: true })
  for (const email of ['loner@acme.test', 'renamed@acme.test', 'agent@acme.test'])
    expect([email, (await readMe('l', email)).status]).toEqual([email, 401])
})

test('an idempotent request can be replayed with another access token of the same user, but not by another user', async () => {
  await startWorld()
  const createPerson = async (sub: string, jti: number) =>
    (
      await createTokenClient(sub, `${sub}@acme.test`, { jti }).rest(
        'POST',
        '/v1/people',
        { firstName: 'Ida' },
        { 'Idempotency-Key': 'one' },
      )
    ).body.data.id
  const createdId = await createPerson('agent', 1)
  expect(await createPerson('agent', 2)).toBe(createdId)
  expect(await createPerson('admin', 3)).not.toBe(createdId)
})
