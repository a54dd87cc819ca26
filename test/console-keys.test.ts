import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { openBrowser, requiresBrowser, visit } from './support/browser.ts'
import { closeConsole, expectAccessible, openConsole } from './support/console.ts'
import { createWorld, type World } from './support/world.ts'

describe('Sign-in and API keys in the console', requiresBrowser, () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    ;[world, browser] = await Promise.all([createWorld(), openBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  const openConsoleAs = (caller: Parameters<World['as']>[0], route = '', options = {}) =>
    openConsole(browser, world.url, world.as(caller), route, options)
  const readKeys = async (where: object) =>
    (
      await world
        .as('owner')
        .gql(
          'query($where: ApiKeyWhere) { apiKeys(first: 100, where: $where) { nodes { id name scopes userId expiresAt revokedAt } } }',
          { where },
        )
    ).body.data.apiKeys.nodes

  test('the console shows an error for an invalid API key; for a valid key, it shows the user and keeps the key in session storage until sign-out', async () => {
    const session = await visit(browser, world.url)
    const { page } = session
    await page.goto('/console')
    const keyField = page.getByLabel('API key')
    expect([
      await keyField.getAttribute('type'),
      await keyField.evaluate((node) => node === document.activeElement),
    ]).toEqual(['password', true])
    await keyField.fill('hunter2')
    await page.keyboard.press('Enter')
    await page.getByText('This is not an API key').waitFor()
    await keyField.fill(`dg_${'a'.repeat(38)}`)
    await page.keyboard.press('Enter')
    await page.getByText('Unknown API key').waitFor()
    await keyField.fill(world.as('agent').secret ?? '')
    await page.keyboard.press('Enter')
    await page.getByText('Agent · Acme').waitFor()
    expect(await page.title()).toBe('API keys · Console · Dealgraph')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('API keys')
    await page.reload()
    await page.getByText('Agent Tester').first().waitFor()
    expect(page.url()).not.toContain('dg_')
    expect(
      await page.evaluate('[localStorage.length, document.cookie, sessionStorage.length]'),
    ).toEqual([0, '', 1])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await keyField.waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await page.reload()
    await keyField.waitFor()
    await session.close()
    expect(session.externalRequests).toEqual([])
    // The browser logs the 401 response in its developer console.
    expect(session.faults).toEqual([expect.stringContaining('401')])
  })

  test('the console, including its skip link, forms and views, can be used with the keyboard', async () => {
    const session = await openConsoleAs('agent', '#/webhooks')
    const { page } = session
    const readFocusedText = () => page.evaluate('document.activeElement.textContent')
    await page.keyboard.press('Shift+Tab')
    while ((await readFocusedText()) !== 'API keys') await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.title()).toContain('API keys')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.keyboard.press('Tab')
    expect(await readFocusedText()).toBe('Create API key')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Typed created' }).waitFor()
    for (const _ of ['Copy', 'Close']) await page.keyboard.press('Tab')
    while (!String(await readFocusedText()).startsWith('Close')) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(readFocusedText).toBe('Create API key')
    await page.getByRole('rowheader', { name: 'Typed' }).waitFor()
    for (
      let pressCount = 0;
      pressCount < 20 && (await readFocusedText()) !== 'Skip to content';
      pressCount++
    )
      await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect([await readFocusedText(), await page.evaluate('location.hash')]).toEqual([
      'API keys',
      '#/keys',
    ])
    await closeConsole(session)
  })

  test('the console offers the demo key only on a demo server', async () => {
    const { server } = createApp(world.deps, { isReady: true, demoKey: world.as('owner').secret })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const session = await visit(
      browser,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    await session.page.goto('/console')
    await session.page.getByRole('button', { name: "Use the demo's Owner key" }).click()
    await session.page.getByText('Owner · Acme').waitFor()
    await closeConsole(session)
    server.closeAllConnections()
    server.close()
    expect(await (await fetch(`${world.url}/console`)).text()).not.toContain('dg_')
  })

  test('the console shows the secret of a new API key once and can copy the secret', async () => {
    const session = await openConsoleAs('owner')
    const { page, context } = session
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByText('Name must not be empty').waitFor()
    await expect
      .poll(() =>
        dialog
          .getByLabel('Name')
          .evaluate((node) => node === document.activeElement && node.getAttribute('aria-invalid')),
      )
      .toBe('true')
    await dialog.getByLabel('Name').fill('<b>Importer</b>')
    await dialog.getByLabel('Expires').selectOption('in 30 days')
    await dialog.getByLabel('Only selected permissions').check()
    await dialog.getByLabel('tasks.manage').check()
    await dialog.getByLabel('deals.view: view deals').selectOption('team')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await dialog.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('rowheader', { name: '<b>Importer</b>' }).waitFor()
    expect(await page.content()).not.toContain(secret)
    const [createdKey] = await readKeys({ name: { contains: 'importer' } })
    expect(createdKey.scopes.sort()).toEqual(['deals.view.team', 'tasks.manage'])
    expect(Math.round((Date.parse(createdKey.expiresAt) - Date.now()) / 86_400_000)).toBe(30)
    const { body } = await world.client(secret).gql('{ people { totalCount } }')
    expect(body.errors[0].message).toContain('people.view')
    await closeConsole(session)
  })

  test('the console selects the text of a new secret if the clipboard is unavailable', async () => {
    const session = await openConsoleAs('loner')
    const { page } = session
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name').fill('By hand')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Selected. Press').waitFor()
    expect(
      await page.evaluate(
        'getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
      ),
    ).toBe(secret)
    await closeConsole(session)
  })

  test("the console's API key form offers only the scopes and users that the role of the signed-in user permits", async () => {
    const agentSession = await openConsoleAs('agent')
    await agentSession.page.getByRole('button', { name: 'Create API key' }).click()
    await agentSession.page.getByLabel('Only selected permissions').check()
    expect(await agentSession.page.getByLabel('User', { exact: true }).count()).toBe(0)
    expect(await agentSession.page.getByLabel('users.manage').count()).toBe(0)
    expect(
      await agentSession.page
        .getByLabel('people.view: view people')
        .locator('option')
        .allTextContents(),
    ).toEqual(['none', 'own'])
    await closeConsole(agentSession)
    const adminSession = await openConsoleAs('admin')
    const { page } = adminSession
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name').fill('For the agent')
    const userSelect = page.getByLabel('User', { exact: true })
    await userSelect.locator('option', { hasText: 'Agent Tester' }).waitFor({ state: 'attached' })
    expect((await userSelect.locator('option').allTextContents()).join()).not.toContain('Owner')
    await userSelect.selectOption({ label: 'Agent Tester (Agent, agent@acme.test)' })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Close without copying' }).click()
    expect(await readKeys({ name: { eq: 'For the agent' } })).toMatchObject([
      { userId: world.users.agent.id, scopes: null },
    ])
    await closeConsole(adminSession)
  })

  test('a console window that rotates its own API key stays signed in with the new secret', async () => {
    const session = await openConsole(browser, world.url, await world.createKey('leader'))
    const { page } = session
    const ownRow = page.getByRole('row', { name: 'current key' })
    await ownRow.getByRole('button', { name: 'Rotate' }).click()
    await page.getByLabel('Keep the previous secret valid').selectOption('not at all')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
    await page.getByText('You stay signed in').waitFor()
    await page.getByRole('button', { name: 'Close without copying' }).click()
    expect((await world.client(secret).gql('{ me { id } }')).body.data.me.id).toBe(
      world.users.leader.id,
    )
    await page.reload()
    await page.getByText('Team Leader · Acme').waitFor()
    await closeConsole(session)
  })

  test('the console revokes an API key after a confirmation and lists it as revoked', async () => {
    await world
      .as('owner')
      .gql('mutation { createApiKey(input: { name: "Old phone" }) { apiKey { id } } }')
    const session = await openConsoleAs('owner')
    const { page } = session
    const revokeButton = page.getByRole('button', { name: 'Revoke Old phone' })
    await revokeButton.click()
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => revokeButton.evaluate((node) => node === document.activeElement))
      .toBe(true)
    expect(await readKeys({ name: { eq: 'Old phone' } })).toMatchObject([{ revokedAt: null }])
    await revokeButton.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Old phone revoked.').waitFor()
    await expect.poll(() => revokeButton.count()).toBe(0)
    await page.getByLabel('Status').selectOption('revoked or expired')
    await page
      .getByRole('row', { name: 'Old phone' })
      .getByText('revoked', { exact: true })
      .waitFor()
    expect(await readKeys({ name: { eq: 'Old phone' } })).toMatchObject([
      { revokedAt: expect.any(String) },
    ])
    await closeConsole(session)
  })

  test('revoking an API key signs out a console window that is using the key, and the window shows the reason', async () => {
    const key = await world.createKey('idle')
    const { page, close } = await openConsole(browser, world.url, key)
    const [{ id }] = (await key.gql('{ apiKeys(first: 1) { nodes { id } } }')).body.data.apiKeys
      .nodes
    await world
      .as('owner')
      .gql('mutation($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }', { id })
    await page.getByText('This API key is no longer valid').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await close()
  })

  test('the console lists API keys in pages', async () => {
    for (let i = 1; i <= 30; i++)
      await world
        .as('idle')
        .gql(`mutation { createApiKey(input: { name: "Device ${i}" }) { apiKey { id } } }`)
    const session = await openConsoleAs('idle')
    const { page } = session
    await page.getByRole('rowheader', { name: 'Device 30' }).waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByRole('rowheader', { name: 'Device 1 dg' }).waitFor()
    await page.getByRole('button', { name: 'Newer' }).click()
    await page.getByRole('rowheader', { name: 'Device 30' }).waitFor()
    await closeConsole(session)
  })

  test('the API key list, form and secret in the console pass the axe accessibility rules and fit desktop and phone screens', async () => {
    await expectAccessible(browser, world.url, world.as('owner'), [
      ['#/keys', (page) => page.getByRole('table').waitFor()],
      [
        '#/keys',
        async (page) => {
          await page.getByRole('button', { name: 'Create API key' }).click()
          await page.getByLabel('Only selected permissions').check()
        },
      ],
      [
        '#/keys',
        async (page) => {
          await page.getByRole('button', { name: 'Create API key' }).click()
          await page.getByLabel('Name').fill('Seen once')
          await page.keyboard.press('Enter')
          await page.getByRole('textbox', { name: 'Secret' }).waitFor()
        },
      ],
    ])
  })
})
