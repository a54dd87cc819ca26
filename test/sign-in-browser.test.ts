import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findAccessibilityFaults,
  findContrastFaults,
  openBrowser,
  requiresBrowser,
  visit,
} from './support/browser.ts'
import { closeConsole, openConsole } from './support/console.ts'
import { startProvider, type TestProvider } from './support/provider.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const signedOutReason = 'Your session has expired or was revoked'

describe('Sign-in with an OpenID provider in a browser', requiresBrowser, () => {
  let provider: TestProvider
  let world: World
  let browser: Browser
  beforeAll(async () => {
    ;[provider, browser] = await Promise.all([startProvider(), openBrowser()])
    world = await createWorld(provider.settings)
    setRealTime()
    provider.allowRedirectUrls(`${world.url}/sign-in/callback`, `${world.url}/console`)
  })
  afterAll(async () => {
    await browser.close()
    await world.stop()
    await provider.stop()
  })

  const setRealTime = () => world.clock.advance(Date.now() - world.clock.now())

  /** Opens a page in a new browser window that can reach the server and the OpenID provider. */
  async function openPage(path: string, options: BrowserContextOptions = {}) {
    const { context, page, ...pageVisit } = await visit(browser, world.url, options)
    await page.goto(path)
    /** Closes the window, and expects no page errors except 401 responses while signed out. */
    const close = async () => {
      await pageVisit.close()
      const unexpectedFaults = pageVisit.faults.filter((fault) => !fault.includes('status of 401'))
      const unexpectedRequests = pageVisit.externalRequests.filter(
        (requestUrl) => !requestUrl.startsWith(provider.issuer),
      )
      expect([unexpectedRequests, unexpectedFaults]).toEqual([[], []])
    }
    return { context, page, close }
  }

  /** Opens a page and signs in with the provider, which then redirects to the page. */
  async function openSignedIn(
    user: TestUser,
    path = '/console',
    options: BrowserContextOptions = {},
  ) {
    const openedPage = await openPage(path, options)
    await signIn(openedPage.page, user)
    return openedPage
  }

  async function signIn(page: Page, user: TestUser) {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByLabel('Name').fill(user)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${world.url}/**`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }

  /** Signs in again without a prompt, because the provider still has a session. */
  async function signInAgain(page: Page) {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }

  async function signOut(page: Page) {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${provider.issuer}/session/end?*`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${world.url}/console`)
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  }

  async function revokeSessions(user: TestUser) {
    const { gql } = world.as(user)
    const { nodes } = (
      await gql('{ sessions(where: { revoked: { eq: false } }) { nodes { id } } }')
    ).body.data.sessions
    for (const { id } of nodes)
      await gql('mutation($id: ID!) { revokeSession(id: $id) { session { id } } }', { id })
  }

  const createPerson = (firstName: string) =>
    world.as('owner').rest('POST', '/v1/people', { firstName })

  test('a user who signs in to the console with the OpenID provider returns to the view that was open', async () => {
    const { page, close } = await openPage('/console#/webhooks')
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    const link = page.getByRole('link', { name: 'Sign in' })
    await expect.poll(() => link.evaluate((node) => node === document.activeElement)).toBe(true)
    await signIn(page, 'agent')
    await page.getByText('Agent · Acme').waitFor()
    expect(page.url()).toBe(`${world.url}/console#/webhooks`)
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('Agent Tester').first().waitFor()
    await page.reload()
    await page.getByText('Agent · Acme').waitFor()
    await close()
  })

  test('the pages of a server with OpenID sign-in neither request nor store an API key, and their scripts cannot read the session cookie', async () => {
    const { context, page, close } = await openPage('/console')
    for (const path of ['/console', '/docs', '/graphql']) {
      await page.evaluate("sessionStorage.setItem('dealgraph.key', 'dg_old')")
      await page.goto(path)
      await page.getByRole('link', { name: 'Sign in' }).waitFor()
      expect([path, await page.locator('input[type=password]').count()]).toEqual([path, 0])
      expect([path, await page.evaluate('sessionStorage.length')]).toEqual([path, 0])
    }
    await signIn(page, 'agent')
    const sessionCookie = (await context.cookies(world.url)).find(
      ({ name }) => name === 'dealgraph',
    )
    expect(sessionCookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    for (const path of ['/graphql', '/console']) {
      if (path === '/console') await page.goto(path)
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      expect(await page.evaluate('[sessionStorage.length, document.cookie]')).toEqual([0, ''])
      const readableText =
        (await page.content()) + (await page.evaluate('JSON.stringify(localStorage)'))
      expect(readableText).not.toMatch(/dg_[0-9A-Za-z]{20}|eyJ[\w-]{20}/)
      expect(readableText).not.toContain(sessionCookie?.value)
    }
    await close()
  })

  test('the board of the console shows new deals immediately to a user who has signed in', async () => {
    const { page, close } = await openSignedIn('owner', '/console#/board')
    await page.getByText('Live', { exact: true }).waitFor()
    const { gql, rest } = world.as('admin')
    const { data } = (await gql('{ pipelines { nodes { id stages { id } } } }')).body
    const [{ id: pipelineId, stages }] = data.pipelines.nodes
    const deal = { title: 'Seen live', price: 100, pipelineId, stageId: stages[0].id }
    expect((await rest('POST', '/v1/deals', deal)).status).toBe(201)
    await page.getByText('Seen live').waitFor()
    await close()
  })

  test("signing out of the console redirects to the OpenID provider and then to the console's sign-in page", async () => {
    const { context, page, close } = await openSignedIn('agent')
    await signOut(page)
    const cookies = await context.cookies(world.url)
    expect(cookies.map(({ name }) => name)).not.toContain('dealgraph')
    await signIn(page, 'leader')
    await page.getByText('Team Leader · Acme').waitFor()
    await close()
  })

  test('revoking a session immediately signs out its console window and shows the reason', async () => {
    const { page, close } = await openSignedIn('agent')
    await page.getByRole('table').waitFor()
    await revokeSessions('agent')
    await page.getByRole('alert').filter({ hasText: signedOutReason }).waitFor()
    await signInAgain(page)
    expect(await page.getByText(signedOutReason).count()).toBe(0)
    await close()
  })

  test('after a session expires, the console shows the expiry at its next request', async () => {
    const { page, close } = await openSignedIn('agent')
    await page.getByRole('table').waitFor()
    world.clock.advance(61 * 60_000)
    await page.evaluate("location.hash = '#/webhooks'")
    await page.getByRole('alert').filter({ hasText: signedOutReason }).waitFor()
    setRealTime()
    await close()
  })

  test('GraphiQL executes queries and subscriptions with a session until the session is revoked', async () => {
    const { page, close } = await openSignedIn('admin', '/graphql?example=WatchEvents')
    expect(new URL(page.url()).search).toBe('?example=WatchEvents')
    expect(await page.locator('#who').textContent()).toMatch(/ · Admin$/)
    const executeButton = page.getByRole('button', { name: /Execute query/ })
    const waitForResult = (text: string) =>
      page.locator('.result-window .view-lines', { hasText: text }).waitFor()
    await executeButton.click()
    await page.getByRole('button', { name: /Stop query/ }).waitFor()
    await createPerson('Streamed')
    await waitForResult('Streamed')
    await page.getByRole('button', { name: /Stop query/ }).click()
    await page.goto('/graphql?query=%7B%20me%20%7B%20email%20%7D%20%7D')
    await executeButton.click()
    await waitForResult('admin@acme.test')
    await revokeSessions('admin')
    await executeButton.click()
    await page.getByText(signedOutReason).waitFor()
    await signInAgain(page)
    await signOut(page)
    await close()
  })

  test("a user can sign out another browser in the console's Sessions view", async () => {
    await revokeSessions('agent')
    const otherWindow = await openSignedIn('agent')
    const { page, close } = await openSignedIn('agent', '/console#/sessions')
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(2)
    const ownRow = page.getByRole('row', { name: 'current session' })
    expect(await ownRow.textContent()).toMatch(/^Chrome on \w+ current session.*active/)
    const otherRow = page
      .getByRole('row', { name: /active/ })
      .filter({ hasNotText: 'current session' })
    await otherRow.getByRole('button', { name: 'Revoke Chrome on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText(/Chrome on \w+ revoked\./).waitFor()
    await otherWindow.page.getByText(signedOutReason).waitFor()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
    await ownRow.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('This is your current session').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('You revoked your current session. Sign in again.').waitFor()
    await close()
    await otherWindow.close()
  })

  test("in the console, an Admin can list the sessions of all users, and an Agent only the Agent's own sessions", async () => {
    for (const user of ['owner', 'admin', 'agent'] as const) await revokeSessions(user)
    const agentWindow = await openSignedIn('agent', '/console#/sessions')
    await openSignedIn('owner').then(({ close }) => close())
    const { page, close } = await openSignedIn('admin', '/console#/sessions')
    const locateRow = (name: string) => page.getByRole('row', { name })
    await locateRow('Agent Tester').getByRole('button', { name: 'Revoke' }).waitFor()
    await locateRow('Olga Owner').waitFor()
    expect(await locateRow('Olga Owner').getByRole('button').count()).toBe(0)
    await page.getByLabel('User').selectOption('me')
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
    await locateRow('Admin Tester').getByText('current session').waitFor()
    await agentWindow.page.reload()
    await agentWindow.page.getByRole('row', { name: 'current session' }).waitFor()
    expect(await agentWindow.page.getByRole('rowheader').count()).toBe(1)
    expect(await agentWindow.page.getByLabel('User').count()).toBe(0)
    await close()
    await agentWindow.close()
  })

  test('the console has no Sessions view if sign-in is not configured', async () => {
    const plainWorld = await createWorld()
    const client = plainWorld.as('agent')
    const consoleVisit = await openConsole(browser, plainWorld.url, client, '#/sessions')
    await consoleVisit.page.getByRole('heading', { name: 'API keys' }).waitFor()
    expect(await consoleVisit.page.getByRole('link', { name: 'Sessions' }).count()).toBe(0)
    await closeConsole(consoleVisit)
    await plainWorld.stop()
  })

  /**
   * Returns a page's accessibility faults in the light theme and its contrast faults in the dark
   * theme. Excludes the GraphiQL editor, which changes its theme only when the page loads.
   */
  async function findFaults(page: Page): Promise<string[]> {
    const faults = await findAccessibilityFaults(page, '.graphiql-container')
    await page.emulateMedia({ colorScheme: 'dark' })
    faults.push(...(await findContrastFaults(page, '.graphiql-container')))
    await page.emulateMedia({ colorScheme: 'light' })
    return faults
  }

  test("the console's Sessions view is accessible in the light and the dark theme, and fits a window 375 pixels wide", async () => {
    const { page, close } = await openSignedIn('admin', '/console#/sessions')
    await page.getByRole('table').waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByRole('button', { name: 'Revoke' }).first().click()
    await page.getByRole('dialog').waitFor()
    expect(await findFaults(page)).toEqual([])
    await close()
  })

  test('the console and GraphiQL are accessible in the light and the dark theme before, during and after a session', async () => {
    const { page, close } = await openPage('/console')
    for (const path of ['/console', '/graphql']) {
      await page.goto(path)
      await page.getByRole('link', { name: 'Sign in' }).waitFor()
      expect([path, await findFaults(page)]).toEqual([path, []])
      await signIn(page, 'idle')
      await (path === '/console'
        ? page.getByRole('table').waitFor()
        : page.getByRole('button', { name: /Execute query/ }).waitFor())
      expect([path, await findFaults(page)]).toEqual([path, []])
      await revokeSessions('idle')
      if (path === '/graphql') await page.getByRole('button', { name: /Execute query/ }).click()
      await page.getByText(signedOutReason).waitFor()
      expect([path, await findFaults(page)]).toEqual([path, []])
      await page.context().clearCookies()
    }
    await close()
  })
})
