import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes } from '../src/access/scopes.ts'
import { createHttpClient } from './support/client.ts'
import { type RunningServer, runDealgraph, serve } from './support/command.ts'
import { type Folder, newFolder } from './support/folder.ts'
import { createWorld, testUsers, type World } from './support/world.ts'

const companyQuery = '{ me { scopes company { id name region currency timeZone } } }'

describe('Companies', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test('users can read their own company through the `me` query', async () => {
    for (const user of testUsers) {
      const { body } = await world.as(user).gql(companyQuery)
      const expectedNameAndRegion = user === 'stranger' ? ['Rival', 'DE'] : ['Acme', 'US']
      const { id, name, region, ...settings } = body.data.me.company
      expect([name, region, settings]).toEqual([
        ...expectedNameAndRegion,
        { currency: 'USD', timeZone: 'UTC' },
      ])
      expect(id === world.company.id).toBe(user !== 'stranger')
    }
    expect((await world.client().gql(companyQuery)).status).toBe(401)
  })

  test("the `me` query lists the scopes of the user's role, limited to the scopes of the API key", async () => {
    const readScopes = async (client = world.as('owner')): Promise<string[]> =>
      (await client.gql(companyQuery)).body.data.me.scopes
    expect(await readScopes()).toEqual([...allScopes].sort())
    expect(await readScopes(world.as('agent'))).not.toContain('people.view.team')
    const scopes = ['people.view.all', 'tasks.manage', 'users.manage']
    expect(await readScopes(await world.createKey('agent', scopes))).toEqual([
      'people.view.own',
      'tasks.manage',
    ])
  })

  test("the `scopes` field of another user lists the scopes of that user's role, even if the caller's API key is narrowed", async () => {
    const key = await world.createKey('owner', ['users.view'])
    const readUserScopes = async (id: string) =>
      (await key.gql('query($id: ID!) { user(id: $id) { scopes } }', { id })).body.data.user.scopes
    expect(await readUserScopes(world.users.owner.id)).toEqual(['users.view'])
    expect(await readUserScopes(world.users.agent.id)).toEqual(
      (await world.as('agent').gql(companyQuery)).body.data.me.scopes,
    )
  })
})

describe('The company commands', () => {
  let folder: Folder
  let server: RunningServer
  beforeAll(async () => {
    folder = newFolder()
    server = await serve(folder.env())
  })
  afterAll(async () => {
    await server.stop()
    folder.remove()
  })

  const runCommand = (...args: string[]) => runDealgraph(folder.env(), ...args)
  const createCompany = (...options: string[]) =>
    runCommand('company', 'create', '--name', 'Acme', '--owner-email', 'eva@acme.test', ...options)

  test('a running server immediately returns the settings of a company that a command created or updated', async () => {
    const { stdout, stderr } = await createCompany(
      ...['--region', 'DE', '--currency', 'eur', '--time-zone', 'europe/berlin', '--json'],
    )
    expect(stderr).toBe('')
    const { companyId: id } = JSON.parse(stdout)
    const key = await runCommand('keys', 'create', '--user', 'eva@acme.test', '--json')
    const client = createHttpClient(server.url, JSON.parse(key.stdout).secret)
    const readCompany = async () => (await client.gql(companyQuery)).body.data.me.company
    const createdCompany = {
      id,
      name: 'Acme',
      region: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
    }
    expect(await readCompany()).toEqual(createdCompany)

    const updateOptions = ['--name', 'Acme AG', '--region', 'CH', '--currency', 'CHF']
    const updatedCompany = { ...createdCompany, name: 'Acme AG', region: 'CH', currency: 'CHF' }
    const updateResult = await runCommand('company', 'update', id, ...updateOptions, '--json')
    expect(JSON.parse(updateResult.stdout)).toEqual(updatedCompany)
    expect(await readCompany()).toEqual(updatedCompany)
  })

  test.each([
    ['an unknown currency', 2, /ISO 4217/, ['--currency', 'XYZ']],
    ['an unknown time zone', 2, /IANA name/, ['--time-zone', '+02:00']],
    ['an unknown country', 2, /two-letter country code/, ['--region', 'XX']],
    ['an update without changes', 2, /to change a company/, []],
    ['an unknown company', 1, /There is no company with the id company_none/, ['--name', 'Other']],
  ])(
    'the command `company update` rejects %s',
    async (_case, exitCode, messagePattern, options) => {
      const { code, stdout, stderr } = await runCommand(
        'company',
        'update',
        'company_none',
        ...options,
      )
      expect([code, stdout]).toEqual([exitCode, ''])
      expect(stderr).toMatch(messagePattern)
    },
  )
})
