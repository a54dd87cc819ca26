import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAccessibilityFaults, openBrowser, requiresBrowser, visit } from './support/browser.ts'
import { createWorld, type World } from './support/world.ts'

describe('The home page in a browser', requiresBrowser, () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await createWorld()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  test('the home page loads no files from other servers and causes no browser errors', async () => {
    const { page, externalRequests, faults, close } = await visit(browser, world.url)
    await page.goto('/', { waitUntil: 'networkidle' })
    expect([externalRequests, faults]).toEqual([[], []])
    await close()
  })

  test.each(['light', 'dark'] as const)(
    'the home page passes the axe accessibility rules in the %s theme',
    async (colorScheme) => {
      const { page, close } = await visit(browser, world.url, { colorScheme })
      await page.goto('/')
      expect(await findAccessibilityFaults(page)).toEqual([])
      await close()
    },
  )

  test('the home page, REST reference, GraphiQL and error pages fit on a phone screen 390 pixels wide', async () => {
    const { page, close } = await visit(browser, world.url, {
      viewport: { width: 390, height: 844 },
    })
    await page.goto('/docs')
    const chapterPaths = await page
      .locator('a[href^="/docs/"]')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      )
    expect(chapterPaths.length).toBeGreaterThan(10)
    for (const path of [
      '/',
      '/docs',
      ...new Set(chapterPaths),
      '/graphql',
      '/v1/people',
      '/nothing',
    ]) {
      await page.goto(path)
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        path,
        390,
      ])
    }
    await close()
  })

  test('the browser tests block and record requests to other servers', async () => {
    const { page, externalRequests, close } = await visit(browser, world.url, { bypassCSP: true })
    await page.goto('/')
    const outcome = await page.evaluate(() => fetch('https://example.com/').catch(() => 'refused'))
    expect([outcome, externalRequests]).toEqual(['refused', ['https://example.com/']])
    await close()
  })
})
