import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findAccessibilityFaults,
  findContrastFaults,
  openBrowser,
  requiresBrowser,
  type Visit,
  visit,
} from './support/browser.ts'
import { createWorld, type World } from './support/world.ts'

describe('The REST reference in a browser', requiresBrowser, () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await createWorld()
    for (const firstName of ['Ann', 'Ben', 'Cleo'])
      await world.as('owner').rest('POST', '/v1/people', { firstName })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  /** Runs `usePage` on a page, and expects no errors and no requests to other servers. */
  async function openPage(
    path: string,
    options: Parameters<typeof visit>[2],
    usePage: (page: Page, currentVisit: Visit) => Promise<void>,
  ): Promise<void> {
    const currentVisit = await visit(browser, world.url, options)
    await currentVisit.page.goto(path)
    await usePage(currentVisit.page, currentVisit)
    expect([currentVisit.externalRequests, currentVisit.faults]).toEqual([[], []])
    await currentVisit.close()
  }
  const enterKey = (page: Page) =>
    page.getByRole('textbox', { name: 'API key' }).fill(world.as('owner').secret ?? '')

  test.each(['/docs', '/docs/deals', '/docs/filters'])(
    'the REST reference page %s passes the axe accessibility rules in the light theme and the axe contrast rules in the dark theme',
    (path) =>
      openPage(path, {}, async (page) => {
        if (path === '/docs/deals') {
          await page.locator('#GetDeal .inner summary').first().click()
          await page.locator('#ListDeals .try-open').click()
        }
        expect(await findAccessibilityFaults(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await findContrastFaults(page)).toEqual([])
      }),
  )

  test('the REST reference can send a request and its GraphQL operation, which return the same records', () =>
    openPage('/docs/people#ListPeople', {}, async (page) => {
      await enterKey(page)
      const callSection = page.locator('#ListPeople')
      await callSection.getByRole('button', { name: 'Try it' }).click()
      await callSection.getByRole('button', { name: 'Send GET' }).click()
      const restResponse = callSection.getByRole('region', { name: 'REST response' })
      const graphqlResponse = callSection.getByRole('region', { name: 'GraphQL response' })
      await graphqlResponse.waitFor()
      expect(await restResponse.getByRole('status').textContent()).toMatch(
        /REST 200 OK \d+ ms, [\d,]+ bytes/,
      )
      expect(await restResponse.locator('.headers').textContent()).toMatch(
        /Remaining units.*Link.*rel="next".*Request id/s,
      )
      const [body, graphqlBody] = [
        JSON.parse((await restResponse.locator('code').textContent()) ?? ''),
        JSON.parse((await graphqlResponse.locator('code').textContent()) ?? ''),
      ]
      expect(body.data.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Cleo'])
      expect(graphqlBody.data.people.nodes).toEqual(body.data)
      await restResponse.getByRole('button', { name: 'Next page' }).click()
      await callSection.getByText('"Ben"').first().waitFor()
    }))

  test('the REST reference replaces example ids with the ids of existing records', () =>
    openPage('/docs/people#GetPerson', {}, async (page) => {
      await enterKey(page)
      await page.locator('#GetPerson .try-open').click()
      await page.getByLabel('id required').waitFor()
      await page.locator('#GetPerson').getByRole('button', { name: 'Send GET' }).click()
      await page.locator('#GetPerson').getByText('"Cleo"').first().waitFor()
    }))

  test('the REST reference shows a message if no record exists for an example id', () =>
    openPage('/docs/smart-lists#GetSmartList', {}, async (page) => {
      await enterKey(page)
      await page.locator('#GetSmartList .try-open').click()
      await page.getByText('You have no matching record').waitFor()
    }))

  test('the REST reference opens GraphiQL with the operation and existing ids, without the API key in the URL', () =>
    openPage('/docs/people#GetPerson', {}, async (page) => {
      await enterKey(page)
      await page.route('**/graphql?**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>GraphiQL</title>' }),
      )
      await page.locator('#GetPerson a.graphiql').click()
      await page.waitForURL('**/graphql?**')
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('operationName')).toBe('GetPerson')
      const { body } = await world
        .as('owner')
        .gql(searchParams.get('query') ?? '', JSON.parse(searchParams.get('variables') ?? ''))
      expect(body.data.person.firstName).toBe('Cleo')
      expect(page.url()).not.toContain('dg_')
    }))

  test('the REST reference can send write requests and shows errors for malformed JSON and invalid fields', () =>
    openPage('/docs/tasks#CreateTask', {}, async (page, { faults }) => {
      await enterKey(page)
      const callSection = page.locator('#CreateTask')
      await callSection.getByRole('button', { name: 'Try it' }).click()
      await callSection.getByLabel('Body').fill('{"title": "From the page"}')
      expect(await callSection.getByLabel('Also send in GraphQL').isChecked()).toBe(false)
      await callSection.getByRole('button', { name: 'Send POST' }).click()
      await callSection.getByText('201', { exact: true }).nth(1).waitFor()
      const { body } = await world.as('owner').rest('GET', '/v1/tasks')
      expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['From the page'])
      await callSection.getByLabel('Body').fill('{"title": ')
      await callSection.getByRole('button', { name: 'Send POST' }).click()
      expect(await callSection.getByRole('alert').textContent()).toContain(
        'The body must be valid JSON',
      )
      await callSection.getByLabel('Body').fill('{"title": ""}')
      await callSection.getByRole('button', { name: 'Send POST' }).click()
      await callSection
        .getByRole('region', { name: 'REST response' })
        .getByText('VALIDATION_ERROR')
        .waitFor()
      // The browser logs the rejected request in its developer console.
      expect(faults.splice(0).join()).toMatch(/^error: Failed to load resource: .* 400/)
    }))

  test('the REST reference shows the REST error and the GraphQL error for an invalid JSON parameter', () =>
    openPage('/docs/people#ListPeople', {}, async (page, { faults }) => {
      await enterKey(page)
      const callSection = page.locator('#ListPeople')
      await callSection.getByRole('button', { name: 'Try it' }).click()
      await callSection.getByRole('button', { name: 'more parameters' }).click()
      await callSection.getByLabel('where').fill('{"source": ')
      await callSection.getByRole('button', { name: 'Send GET' }).click()
      for (const name of ['REST response', 'GraphQL response'])
        await callSection.getByRole('region', { name }).getByText('VALIDATION_ERROR').waitFor()
      expect(await callSection.getByRole('alert').count()).toBe(0)
      expect(faults.splice(0).join()).toMatch(/^error: Failed to load resource: .* 400/)
    }))

  test('the REST reference prompts for an API key before it sends a request', () =>
    openPage('/docs/me', {}, async (page) => {
      await page.getByRole('button', { name: 'Try it' }).click()
      await page.getByRole('button', { name: 'Send GET' }).click()
      expect(await page.getByRole('alert').textContent()).toContain('Enter an API key')
      expect(
        await page
          .getByRole('textbox', { name: 'API key' })
          .evaluate((field) => field === document.activeElement),
      ).toBe(true)
    }))

  test('an API key entered in the REST reference remains available on all pages of the browser tab', () =>
    openPage('/docs/me', {}, async (page, { context }) => {
      await enterKey(page)
      await page.goto('/docs/people')
      expect(await page.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(
        world.as('owner').secret,
      )
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('dg_')
      expect(await context.cookies()).toEqual([])
    }))

  test('the skip link, search box and tabs of the REST reference can be used with the keyboard', () =>
    openPage('/docs/deals', {}, async (page) => {
      const readFocusedElement = () =>
        page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
      await page.keyboard.press('Tab')
      expect(await readFocusedElement()).toBe('Skip to content')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
      await page.keyboard.press('/')
      expect(await readFocusedElement()).toBe('find')
      await page.keyboard.type('post movedeal')
      expect(await page.locator('#found').textContent()).toBe('Results: 1')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs/deals#MoveDeal')
      const tab = page.locator('#MoveDeal').getByRole('tab', { name: 'curl' })
      await tab.focus()
      await page.keyboard.press('ArrowLeft')
      expect(await readFocusedElement()).toBe('GraphQL')
      expect(await page.locator('#MoveDeal').getByRole('tabpanel').first().textContent()).toContain(
        'mutation MoveDeal',
      )
      const focusOutline = await page
        .locator('#MoveDeal [role=tab]:focus')
        .evaluate((item) => getComputedStyle(item).outlineStyle)
      expect(focusOutline).toBe('solid')
    }))

  test('the language selected for one example in the REST reference applies to other examples and pages', () =>
    openPage('/docs/deals', {}, async (page) => {
      await page.locator('#GetDeal').getByRole('tab', { name: 'JavaScript' }).click()
      expect(await page.locator('#CreateDeal-request-p1').isVisible()).toBe(true)
      await page.goto('/docs/tasks')
      expect(await page.locator('#CreateTask-request-p1').isVisible()).toBe(true)
    }))

  test('the URL `/docs#` followed by an operation name opens the page of the operation', () =>
    openPage('/docs#RotateWebhookSecret', {}, async (page) => {
      await page.waitForURL('**/docs/webhook-endpoints#RotateWebhookSecret')
    }))

  test('the theme selected in the REST reference persists after a reload', () =>
    openPage('/docs/me', { colorScheme: 'light' }, async (page) => {
      const readBackground = () =>
        page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const lightBackground = await readBackground()
      await page.getByRole('button', { name: 'Theme' }).click()
      await page.getByRole('button', { name: 'Theme' }).click()
      expect(await readBackground()).not.toBe(lightBackground)
      await page.reload()
      expect(await readBackground()).not.toBe(lightBackground)
    }))

  test('the REST reference is readable without JavaScript', () =>
    openPage('/docs/deals', { javaScriptEnabled: false }, async (page) => {
      for (const exampleIndex of [0, 1, 2])
        expect(await page.locator(`#MoveDeal-request-p${exampleIndex}`).isVisible()).toBe(true)
      expect(await page.locator('#find').isVisible()).toBe(false)
    }))

  test('on a narrow screen, the REST reference fits and opens its operation list with a button', () =>
    openPage('/docs/people', { viewport: { width: 375, height: 700 } }, async (page) => {
      const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await readWidth()).toBe(375)
      expect(await page.locator('#nav').isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.locator('#nav a[href$="#MergePeople"]').click()
      expect(await page.locator('#nav').isVisible()).toBe(false)
      await page.locator('#MergePeople .try-open').click()
      expect(await readWidth()).toBe(375)
    }))
})
