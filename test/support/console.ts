import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityFaults, type Visit, visit } from './browser.ts'
import type { Client } from './client.ts'

/** Opens the console in a new window, signed in with an API key. */
export async function openConsole(
  browser: Browser,
  url: string,
  { secret }: Client,
  route = '',
  options: Parameters<typeof visit>[2] = {},
): Promise<Visit> {
  const consoleVisit = await visit(browser, url, {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  await consoleVisit.page.goto(`/console${route}`)
  await consoleVisit.page.getByLabel('API key').fill(secret ?? '')
  await consoleVisit.page.getByRole('button', { name: 'Sign in' }).click()
  await consoleVisit.page.getByRole('heading', { level: 1 }).waitFor()
  await consoleVisit.page.getByRole('button', { name: 'Sign out' }).waitFor()
  return consoleVisit
}

/**
 * Closes the window, and expects that the console caused no errors and sent no requests to other
 * servers.
 */
export async function closeConsole({ externalRequests, faults, close }: Visit): Promise<void> {
  await close()
  expect([externalRequests, faults]).toEqual([[], []])
}

/** A view of the console: its route, and the actions that open it. */
export type ConsoleView = [route: string, openView: (page: Page) => Promise<unknown>]

/**
 * Expects each view to be accessible in the light theme, and on a phone in the dark theme, and to
 * be no wider than the window.
 */
export async function expectAccessible(
  browser: Browser,
  url: string,
  client: Client,
  views: ConsoleView[],
): Promise<void> {
  const visit = await openConsole(browser, url, client)
  const { page } = visit
  const expectNoFaults = async (route: string) => {
    expect([route, await findAccessibilityFaults(page)]).toEqual([route, []])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
  for (const [route, openView] of views) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/console${route}`)
    await page.reload()
    await openView(page)
    await expectNoFaults(route)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 800 })
    await expectNoFaults(route)
  }
  await closeConsole(visit)
}
