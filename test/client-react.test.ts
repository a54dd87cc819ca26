import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, requiresBrowser } from './support/browser.ts'
import { compilerPath } from './support/compiler-path.ts'
import { publicClientId, startProvider, type TestProvider } from './support/provider.ts'
import { createWorld, type World } from './support/world.ts'

const exampleFolder = 'test/clients/react'

/** Builds the example and returns the built files by path. */
async function buildExample(world: World, provider: TestProvider): Promise<Map<string, string>> {
  const variables = {
    VITE_API_URL: world.url,
    VITE_ISSUER: provider.issuer,
    VITE_CLIENT_ID: publicClientId,
    VITE_AUDIENCE: provider.audience,
  }
  const { output } = (await build({
    root: exampleFolder,
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        `import.meta.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
    build: { write: false, modulePreload: false },
  })) as Rolldown.RolldownOutput
  return new Map(
    output.map((file) => [
      `/${file.fileName.replace('index.html', '')}`,
      file.type === 'chunk' ? file.code : String(file.source),
    ]),
  )
}

/**
 * The example is a single-page application whose origin differs from that of the API. Users sign in
 * through an OpenID provider.
 */
describe('The React example', requiresBrowser, () => {
  let provider: TestProvider
  let world: World
  let frontEnd: Server
  let origin: string
  let browser: Browser
  let filesByPath = new Map<string, string>()
  let stages: { id: string; name: string }[]
  let pipelineId: string
  let clockTimer: NodeJS.Timeout
  /** Sets the server clock to the real time, which the OpenID provider uses. */
  const synchronizeClock = () => world.clock.advance(Date.now() - world.clock.now())
  beforeAll(async () => {
    frontEnd = createServer(({ url = '' }, response) => {
      const content = filesByPath.get(url.replace(/\?.*/, ''))
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
      response.writeHead(content ? 200 : 404, { 'Content-Type': type }).end(content)
    })
    await new Promise<void>((resolve) => frontEnd.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(frontEnd.address() as AddressInfo).port}`
    provider = await startProvider({ accessTokenSeconds: 6 })
    provider.allowRedirectUrls(`${origin}/`)
    world = await createWorld({
      ...provider.settings,
      CORS_ORIGINS: origin,
      DEMO: 'false',
      OIDC_CLOCK_SKEW_SECONDS: '1',
    })
    clockTimer = setInterval(synchronizeClock, 100)
    filesByPath = await buildExample(world, provider)
    browser = await openBrowser()
    const { body } = await world
      .as('owner')
      .gql('{ pipelines { nodes { id stages { id name } } } }')
    ;[{ id: pipelineId, stages }] = body.data.pipelines.nodes
    for (let number = 1; number <= 12; number++)
      await world.as('owner').rest('POST', '/v1/people', { firstName: `Person ${number}` })
  })
  afterAll(async () => {
    clearInterval(clockTimer)
    await browser?.close()
    frontEnd.close()
    await world?.stop()
    await provider.stop()
  })

  /**
   * Opens the example and signs in on the provider's pages. Returns the page, its errors and the
   * access tokens that the example sends.
   */
  async function signIn(name: string) {
    const page = await (await browser.newContext()).newPage()
    const faults: string[] = []
    const tokens: string[] = []
    page.on('console', (message) => {
      const isFromProvider = message.location().url.startsWith(provider.issuer)
      if (['error', 'warning'].includes(message.type()) && !isFromProvider)
        faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      const { authorization } = request.headers()
      if (authorization) tokens.push(authorization.replace('Bearer ', ''))
    })
    await page.goto(origin)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('region', { name: 'People' }).waitFor()
    return { page, faults, tokens }
  }

  const createDeal = async (title: string): Promise<string> => {
    const { body } = await world
      .as('owner')
      .gql('mutation($input: CreateDealInput!) { createDeal(input: $input) { deal { id } } }', {
        input: { title, pipelineId, stageId: stages[0]?.id },
      })
    return body.data.createDeal.deal.id
  }
  const findDeal = (page: Page, stageIndex: number, title: string) =>
    page.getByRole('region', { name: stages[stageIndex]?.name }).getByText(title)

  test('the React example compiles without type errors', () => {
    const { status, stdout } = spawnSync(compilerPath, ['-p', exampleFolder], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  })

  test('a user of the React example can sign in, load more people after the access token expires, and sign out', async () => {
    const { page, faults, tokens } = await signIn('owner')
    await page.getByRole('heading', { name: 'Olga Owner' }).waitFor()
    const listedNames = page.getByRole('region', { name: 'People' }).getByRole('listitem')
    await expect.poll(() => listedNames.count()).toBe(10)
    expect(page.url()).toBe(`${origin}/`)
    const [firstToken = ''] = tokens
    await expect
      .poll(async () => (await world.client(firstToken).rest('GET', '/v1/me')).status)
      .toBe(401)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => listedNames.count()).toBe(12)
    expect(tokens.at(-1)).not.toBe(firstToken)
    expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('button[value="yes"]').click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Name').waitFor()
    expect(faults).toEqual([])
  })

  test('users can move deals on the board of the React example, which shows moves by other clients without a reload', async () => {
    const id = await createDeal('Garden house')
    const { page, faults } = await signIn('owner')
    await findDeal(page, 0, 'Garden house').waitFor()
    await world.as('admin').rest('POST', `/v1/deals/${id}/move`, { stageId: stages[1]?.id })
    await findDeal(page, 1, 'Garden house').waitFor()
    await page.getByRole('button', { name: `Move to ${stages[2]?.name}` }).click()
    await findDeal(page, 2, 'Garden house').waitFor()
    const { body } = await world.as('owner').gql(`{ deal(id: "${id}") { stageId } }`)
    expect(body.data.deal.stageId).toBe(stages[2]?.id)
    expect(faults).toEqual([])
  })

  test('the React example shows deals without buttons to move them if the token has only view scopes', async () => {
    const account = provider.accounts.get('admin')
    const narrowedAccount = { ...account, scp: 'people.view.all deals.view.all' }
    provider.accounts.set('admin', narrowedAccount as NonNullable<typeof account>)
    await createDeal('Attic')
    const { page } = await signIn('admin')
    await findDeal(page, 0, 'Attic').waitFor()
    expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
  })
})
