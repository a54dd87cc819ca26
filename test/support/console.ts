import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityFaults, type Visit, visit } from './browser.ts'
import type { Client } from './client.ts'

/** Opens the console in a new window, signed in with a key. */
export async function openConsole(
  browser: Browser,
  url: string,
  { secret }: Client,
  route = '',
  options: Parameters<typeof visit>[2] = {},
): Promise<Visit> {
  const opened = await visit(browser, url, {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  await opened.page.goto(`/console${route}`)
  await opened.page.getByLabel('API key').fill(secret ?? '')
  await opened.page.getByRole('button', { name: 'Sign in' }).click()
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  await opened.page.getByRole('button', { name: 'Sign out' }).waitFor()
  return opened
}

/** Closes the window, and expects no errors and no requests to other servers. */
export async function leave({ blockedRequests, faults, close }: Visit): Promise<void> {
  await close()
  expect([blockedRequests, faults]).toEqual([[], []])
}

/** A view: its route, and the actions that show it. */
export type View = [route: string, show: (page: Page) => Promise<unknown>]

/**
 * Expects each view to be accessible in both themes and on a phone, and no wider than the window.
 */
export async function accessible(
  browser: Browser,
  url: string,
  client: Client,
  views: View[],
): Promise<void> {
  for (const options of [
    { colorScheme: 'light' },
    { colorScheme: 'dark', viewport: { width: 375, height: 800 } },
  ] as const) {
    const opened = await openConsole(browser, url, client, '', { ...options, bypassCSP: true })
    const { page } = opened
    for (const [route, show] of views) {
      await page.goto(`/console${route}`)
      await page.reload()
      await show(page)
      expect([route, options.colorScheme, await findAccessibilityFaults(page)]).toEqual([
        route,
        options.colorScheme,
        [],
      ])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
    await leave(opened)
  }
}
