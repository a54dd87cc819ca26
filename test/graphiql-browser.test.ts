import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readDemoKeys } from '../db/seed/demo-keys.ts'
import { loadDemo } from '../db/seed.ts'
import { createApp } from '../src/app.ts'
import {
  findAccessibilityFaults,
  findContrastFaults,
  openBrowser,
  requiresBrowser,
  type Visit,
  visit,
} from './support/browser.ts'
import { startServer, type TestServer } from './support/server.ts'

/** Runs GraphiQL in a browser that can reach only the test server. */
describe('GraphiQL in a browser', requiresBrowser, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-graphiql-'))
  let server: TestServer
  let browser: Browser
  let demo: { url: string; stop(): void }
  const keys: Record<string, string> = {}

  beforeAll(async () => {
    server = await startServer({
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      RATE_LIMIT_PER_HOUR: '100000',
    })
    await loadDemo(server.deps)
    for (const { role, secret } of readDemoKeys(server.deps.settings)) keys[role] = secret
    demo = await serveDemo()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    demo.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a second server for the same company, with the demo key in its pages. */
  async function serveDemo() {
    const app = createApp(server.deps, { isReady: true, demoKey: keys['Owner'] })
    await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve))
    const stop = () => {
      app.server.closeAllConnections()
      app.server.close()
    }
    return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, stop }
  }

  const waitForResult = (page: Page, text: string) =>
    page.locator('.result-window .view-lines', { hasText: text }).waitFor()
  const waitUntilReady = (page: Page) =>
    page
      .locator('#loading', { hasText: 'Loading' })
      .waitFor({ state: 'hidden' })
      .then(() => page.locator('.result-window .view-lines').waitFor({ state: 'attached' }))
  const readEditorText = (page: Page, fileName: string) =>
    page.evaluate((fileName) => {
      const { __MONACO: monaco } = globalThis as unknown as {
        __MONACO: { editor: { getModels(): { uri: { path: string }; getValue(): string }[] } }
      }
      return (
        monaco.editor
          .getModels()
          .find(({ uri }) => uri.path.endsWith(fileName))
          ?.getValue() ?? ''
      )
    }, fileName)

  /** Runs `check` on a page and expects only the errors in `faults` and no external requests. */
  async function runOnPage(
    url: string,
    path: string,
    check: (page: Page, visit: Visit) => Promise<void>,
    { faults = [] as string[], ...options }: BrowserContextOptions & { faults?: string[] } = {},
  ) {
    const session = await visit(browser, url, options)
    try {
      await session.page.goto(path)
      await check(session.page, session)
      expect(session.externalRequests).toEqual([])
      expect(session.faults).toEqual(faults)
    } finally {
      await session.close()
    }
  }
  const unauthorizedError =
    'error: Failed to load resource: the server responded with a status of 401 (Unauthorized)'

  describe('GraphiQL with the demo key', () => {
    let session: Visit
    let page: Page
    beforeAll(async () => {
      session = await visit(browser, demo.url, {
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      page = session.page
      await page.goto('/graphql')
      await waitUntilReady(page)
    })
    afterEach(() => {
      expect(session.externalRequests).toEqual([])
      expect(session.faults).toEqual([])
    })
    afterAll(() => session.close())

    test('GraphiQL opens with the demo key and can execute the operation in the editor', async () => {
      expect(await page.locator('#who').textContent()).toMatch(/ · Owner$/)
      await page.getByRole('button', { name: /Execute query/ }).click()
      await waitForResult(page, 'totalCount')
    })

    test('the Tab key reaches links, fields and buttons of GraphiQL and leaves the query editor', async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const readFocusedElement = () =>
        page.evaluate(
          () =>
            `${document.activeElement?.tagName} ${(document.activeElement?.textContent ?? '').trim().slice(0, 24)}`,
        )
      const focusedElements: string[] = []
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        focusedElements.push(await readFocusedElement())
      }
      for (const part of [
        'A Skip to GraphiQL',
        'A Dealgraph',
        'INPUT ',
        'SUMMARY People',
        'A People at a glance',
        'SUMMARY Webhooks',
        'BUTTON Copy link',
        'BUTTON Examples',
        'BUTTON Variables',
      ])
        expect(focusedElements.map((name) => name.slice(0, part.length))).toContain(part)
      await page.locator('.graphiql-query-editor .view-lines').click()
      await page.keyboard.press('Tab')
      expect(await readFocusedElement()).toMatch(/^BUTTON/)
    })

    test('a subscription in GraphiQL shows new events until it is stopped', async () => {
      const exampleLink = page.locator('[data-example=WatchEvents]')
      await page.locator('#examples details', { has: exampleLink }).locator('summary').click()
      await exampleLink.click()
      await page.getByRole('tab', { name: 'WatchEvents' }).waitFor()
      await page.getByRole('button', { name: /Execute query/ }).click()
      const stopButton = page.getByRole('button', { name: /Stop query/ })
      await stopButton.waitFor()
      const createPerson = (firstName: string) =>
        fetch(`${demo.url}/v1/people`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${keys['Owner']}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ firstName }),
        })
      await createPerson('Told')
      await waitForResult(page, 'Told')
      await createPerson('Again')
      await waitForResult(page, 'Again')
      await stopButton.click()
      await page.getByRole('button', { name: /Execute query/ }).waitFor()
    })

    test('a GraphiQL example opens with the ids of existing records and can be executed', async () => {
      await page.getByText('Deals and the board').click()
      await page.getByRole('link', { name: "A pipeline's board" }).click()
      await expect
        .poll(() => readEditorText(page, 'variables.json'))
        .toMatch(/"pipelineId": "pipeline_/)
      await page.getByRole('tab', { name: 'PipelineBoard' }).waitFor()
      await page.keyboard.press('Control+Enter')
      await waitForResult(page, 'pipelineName')
      expect(new URL(page.url()).search).toBe('?example=PipelineBoard')
      expect(await page.locator('[aria-current]').textContent()).toContain("A pipeline's board")
    })

    test('a link copied from GraphiQL contains the operation and variables', async () => {
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText('Link copied').waitFor()
      const copiedLink = await page.evaluate(() => navigator.clipboard.readText())
      expect(Object.fromEntries(new URL(copiedLink).searchParams)).toEqual({
        query: await readEditorText(page, 'operation.graphql'),
        variables: await readEditorText(page, 'variables.json'),
      })
    })

    test('the search fields of GraphiQL find examples by words and schema fields by name', async () => {
      await page.getByLabel('Find an example').fill('rotate webhook')
      expect(await page.locator('#found').textContent()).toBe('1 example')
      expect(await page.locator('#examples li a:visible').count()).toBe(1)
      await page.getByLabel('Find an example').fill('nothing of the kind')
      expect(await page.locator('#found').textContent()).toBe('0 examples')
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
      await page.getByPlaceholder(/K$|Ctrl/).fill('moveDeal')
      await page
        .getByRole('option', { name: /moveDeal/ })
        .first()
        .click()
      await page.getByText('MoveDealInput!').first().waitFor()
      await page.getByLabel('Find an example').fill('')
      await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click()
    })

    test('an API key entered in GraphiQL replaces the demo key until the user removes the entered key', async () => {
      await page.getByRole('button', { name: 'Change key' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.locator('#key').isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Change key' }).click()
      await page.locator('#key-field').fill(keys['Agent'] ?? '')
      await page.keyboard.press('Enter')
      await page.getByText(/ · Agent$/).waitFor()
      await page.getByRole('button', { name: 'Forget key' }).click()
      await page.getByText(/ · Owner$/).waitFor()
    })
  })

  test('a GraphiQL example opens in a new tab if the current tab contains another query', () =>
    runOnPage(demo.url, '/graphql?query=%7B%20me%20%7B%20id%20%7D%20%7D', async (page) => {
      await waitUntilReady(page)
      await page.getByRole('link', { name: 'People to call' }).click()
      await expect.poll(() => page.getByRole('tab').count()).toBe(2)
      await page.getByRole('tab').first().click()
      await expect.poll(() => readEditorText(page, 'operation.graphql')).toBe('{ me { id } }')
    }))

  test('GraphiQL shows exactly the query and variables of a link and does not execute the query automatically', () =>
    runOnPage(server.url, '/', async (page) => {
      const query =
        'mutation B($t: TaskTitle!) { createTask(input: { title: $t }) { task { id } } }\n# <b>"&\nquery C { me { id } }'
      const variables = '{ "t":   "as it is" }'
      await page.evaluate(
        (key) => sessionStorage.setItem('dealgraph.key', key),
        keys['Owner'] ?? '',
      )
      const requestBodies: string[] = []
      page.on('request', (request) => requestBodies.push(request.postData() ?? ''))
      await page.goto(`/graphql?${new URLSearchParams({ query, variables, operationName: 'C' })}`)
      await waitUntilReady(page)
      expect(await readEditorText(page, 'operation.graphql')).toBe(query)
      expect(await readEditorText(page, 'variables.json')).toBe(variables)
      expect(requestBodies.filter((body) => body.includes('createTask('))).toEqual([])
      await page.keyboard.press('Control+Enter')
      await waitForResult(page, 'me')
    }))

  test('GraphiQL prompts for an API key, rejects an invalid key, opens the linked example with a valid key, and keeps the key only in the browser tab', () =>
    runOnPage(
      server.url,
      '/graphql?example=WhoAmI',
      async (page, { context }) => {
        await page.getByRole('heading', { name: 'GraphiQL needs an API key' }).waitFor()
        expect(await page.locator('#graphiql').innerHTML()).toBe('')
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('key-field')
        await page.keyboard.type('dg_wrong')
        await page.keyboard.press('Enter')
        await page.getByText('Invalid API key').waitFor()
        await page.locator('#key-field').fill(`Bearer ${keys['Agent']}`)
        await page.keyboard.press('Enter')
        await waitUntilReady(page)
        expect(await page.locator('#who').textContent()).toMatch(/ · Agent$/)
        expect(await readEditorText(page, 'operation.graphql')).toContain('query WhoAmI')
        await page.reload()
        await waitUntilReady(page)
        const storedState = await page.evaluate(
          () => JSON.stringify({ ...localStorage }) + document.cookie + location.href,
        )
        expect(storedState).not.toContain(keys['Agent'])
        const otherPage = await context.newPage()
        await otherPage.goto('/graphql')
        await otherPage.getByRole('heading', { name: 'GraphiQL needs an API key' }).waitFor()
      },
      { faults: [unauthorizedError] },
    ))

  test('GraphiQL prompts for another API key after its key is revoked', () =>
    runOnPage(
      demo.url,
      '/graphql',
      async (page) => {
        await waitUntilReady(page)
        await page.evaluate(() => sessionStorage.setItem('dealgraph.key', 'dg_revoked'))
        await page.getByRole('button', { name: /Execute query/ }).click()
        await page.getByText('Your API key was revoked').waitFor()
        await waitForResult(page, 'UNAUTHORIZED')
      },
      { faults: [unauthorizedError] },
    ))

  test.each([
    ['is accessible', 'light'],
    ['has enough contrast', 'dark'],
  ] as const)('GraphiQL %s in the %s theme', (_, colorScheme) => {
    const findFaults = colorScheme === 'light' ? findAccessibilityFaults : findContrastFaults
    return runOnPage(
      server.url,
      '/graphql',
      async (page) => {
        await page.getByRole('heading', { name: 'GraphiQL needs an API key' }).waitFor()
        expect(await findFaults(page)).toEqual([])
        await page.locator('#key-field').fill(keys['Owner'] ?? '')
        await page.keyboard.press('Enter')
        await waitUntilReady(page)
        await page.getByRole('button', { name: 'Execute query' }).click()
        await expect.poll(() => readEditorText(page, 'response.json')).toContain('"data"')
        expect(await findFaults(page)).toEqual([])
        await page.locator('.graphiql-tab-add').click()
        expect(await findFaults(page)).toEqual([])
        await page.getByRole('tab').nth(1).press('Delete')
        await expect.poll(() => page.getByRole('tab').count()).toBe(1)
        for (const panel of ['Documentation Explorer', 'GraphiQL Explorer']) {
          await page.getByRole('button', { name: panel }).click()
          await page.locator('.graphiql-plugin :is(input, h1, a)').first().waitFor()
          expect([panel, await findFaults(page)]).toEqual([panel, []])
        }
        const background = await page.evaluate(
          () => getComputedStyle(document.querySelector('#examples') as Element).backgroundColor,
        )
        expect(background).toBe(
          { light: 'rgb(251, 250, 248)', dark: 'rgb(20, 23, 26)' }[colorScheme],
        )
      },
      { colorScheme },
    )
  })

  test('an HTML error page of the API is accessible and links to GraphiQL', () =>
    runOnPage(
      server.url,
      '/v1/people',
      async (page) => {
        expect(await findAccessibilityFaults(page)).toEqual([])
        await page.getByRole('link', { name: 'GraphiQL' }).click()
        await page.getByRole('heading', { name: 'GraphiQL needs an API key' }).waitFor()
      },
      { faults: [unauthorizedError] },
    ))

  test('GraphiQL on a screen 390 pixels wide shows the response below the operation', () =>
    runOnPage(
      demo.url,
      '/graphql',
      async (page) => {
        await waitUntilReady(page)
        await page.getByRole('button', { name: 'Execute query' }).click()
        await expect.poll(() => readEditorText(page, 'response.json')).toContain('"data"')
        const [operation, response] = await Promise.all(
          ['.graphiql-query-editor', '.result-window'].map((part) =>
            page.locator(part).boundingBox(),
          ),
        )
        expect(response?.width).toBeGreaterThan(250)
        expect(response?.height).toBeGreaterThan(150)
        expect(response?.y).toBeGreaterThan((operation?.y ?? 0) + (operation?.height ?? 0))
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      },
      { viewport: { width: 390, height: 844 } },
    ))

  test('GraphiQL in a narrow window shows its examples in an overlay that closes after a selection', () =>
    runOnPage(
      demo.url,
      '/graphql',
      async (page) => {
        await waitUntilReady(page)
        expect(await page.locator('#examples').isVisible()).toBe(false)
        await page.getByRole('button', { name: 'Examples' }).click()
        await page.getByRole('link', { name: 'People to call' }).click()
        await expect.poll(() => readEditorText(page, 'operation.graphql')).toContain('PeopleToCall')
        expect(await page.locator('#examples').isVisible()).toBe(false)
      },
      { viewport: { width: 800, height: 700 } },
    ))
})
