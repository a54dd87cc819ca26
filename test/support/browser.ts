import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { requires } from './requirements.ts'

/**
 * The possible names of the browser's executable; a path in the environment variable `CHROMIUM`
 * overrides them. The headless shell comes first, because it needs only a third of the CPU time of
 * the full browser.
 */
const executableNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

const browserPath = findBrowser()
/** The options of tests that require a browser. */
export const requiresBrowser = requires(browserPath !== undefined, 'Chromium')

function findBrowser(): string | undefined {
  const configuredPath = process.env['CHROMIUM']
  const paths = configuredPath
    ? [configuredPath]
    : (process.env['PATH'] ?? '')
        .split(delimiter)
        .flatMap((folder) => executableNames.map((name) => join(folder, name)))
  return paths.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Starts Chromium without its sandbox, which root cannot use, and without `/dev/shm`, which is
 * small in containers. The pages of a context share one process, because a new process compiles all
 * scripts again.
 */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--renderer-process-limit=1',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })

/**
 * A browser window, with its errors and its requests to other servers. Requests are not
 * intercepted, because interception disables the browser's cache.
 */
export interface Visit {
  context: BrowserContext
  page: Page
  /** The URLs of requests to other servers. The browser can reach only servers on this machine. */
  externalRequests: string[]
  /**
   * Console errors and warnings, uncaught exceptions, and violations of the content security
   * policy.
   */
  faults: string[]
  close(): Promise<void>
}

/** The contexts of closed windows, with their options as JSON. */
const idleContexts = new Map<BrowserContext, string>()

/** Takes an idle context, or opens one with a blank page that keeps its process running. */
async function takeContext(browser: Browser, options: BrowserContextOptions) {
  const key = JSON.stringify(options)
  for (const [context, contextKey] of idleContexts)
    if (context.browser() === browser && contextKey === key) {
      idleContexts.delete(context)
      return context
    }
  const context = await browser.newContext(options)
  await context.newPage()
  return context
}

/**
 * Closes the windows of a context, deletes its permissions, cookies and stored data, and keeps the
 * context for the next visit.
 */
async function releaseContext(context: BrowserContext, options: BrowserContextOptions) {
  const [, ...windows] = context.pages()
  for (const page of windows) await page.close()
  context.removeAllListeners('request')
  await context.clearPermissions()
  await context.setStorageState({ cookies: [], origins: [] })
  idleContexts.set(context, JSON.stringify(options))
}

/**
 * Opens a blank page in a new window without cookies or stored data.
 *
 * @param options the theme (`colorScheme`), the size (`viewport`) and other options of the context
 */
export async function visit(
  browser: Browser,
  url: string,
  {
    colorScheme = 'light',
    viewport = { width: 1440, height: 900 },
    ...options
  }: BrowserContextOptions = {},
): Promise<Visit> {
  const contextOptions = { baseURL: url, reducedMotion: 'reduce' as const, ...options }
  const context = await takeContext(browser, contextOptions)
  const externalRequests: string[] = []
  const faults: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(url).origin)
      externalRequests.push(request.url())
  })
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme })
  if (viewport) await page.setViewportSize(viewport)
  page.on('websocket', (socket) => externalRequests.push(socket.url()))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  const close = () => releaseContext(context, contextOptions)
  return { context, page, externalRequests, faults, close }
}

/**
 * Checks a page with axe.
 *
 * @param exclude a selector of elements to omit
 * @returns the violations as `rule: element`
 */
export const findAccessibilityFaults = (page: Page, exclude?: string): Promise<string[]> =>
  runAxe(page, {}, exclude)

/** Checks only the colors of a page whose elements were already checked in another theme. */
export const findContrastFaults = (page: Page, exclude?: string): Promise<string[]> =>
  runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] }, exclude)

/** Runs axe, and copies only the violations from the page, because all results take megabytes. */
async function runAxe(page: Page, options: object, exclude?: string): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const context = exclude ? JSON.stringify({ exclude: [exclude] }) : 'document'
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  )
}

interface Violation {
  id: string
  help: string
  nodes: { target: string[] }[]
}
