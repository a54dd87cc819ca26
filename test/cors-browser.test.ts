import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, requiresBrowser } from './support/browser.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Runs a front end in a browser. The front end has another port on the same machine as the server.
 */
describe('A front end on another local port', requiresBrowser, () => {
  let demo: World
  let production: World
  let frontEnd: Server
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    demo = await createWorld()
    production = await createWorld({ DEMO: 'false' })
    frontEnd = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Front end</title>')
    })
    await new Promise<void>((resolve) => frontEnd.listen(0, '127.0.0.1', resolve))
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(frontEnd.address() as AddressInfo).port}/`)
  })
  afterAll(async () => {
    await browser.close()
    frontEnd.close()
    await demo.stop()
    await production.stop()
  })

  /**
   * Fetches a path from the page and returns the status, body and headers that scripts can read, or
   * the error.
   */
  const callApi = (world: World, path: string, secret: string | undefined, body?: object) =>
    page.evaluate(
      async ({ url, secret, body }) => {
        try {
          const response = await fetch(url, {
            method: body ? 'POST' : 'GET',
            headers: {
              Authorization: `Bearer ${secret}`,
              'Content-Type': 'application/json',
              'Idempotency-Key': `k${Math.random()}`,
              'X-API-Version': '1',
              'apollo-require-preflight': 'true',
              'GraphQL-Anything': 'x',
            },
            ...(body && { body: JSON.stringify(body) }),
          })
          const [location, remainingUnits] = ['Location', 'X-RateLimit-Remaining'].map((name) =>
            response.headers.get(name),
          )
          return {
            status: response.status,
            body: await response.text(),
            location,
            remainingUnits,
          }
        } catch (error) {
          return { refused: String(error) }
        }
      },
      { url: world.url + path, secret, body },
    )

  test('a front end on another port can call the GraphQL and REST APIs of a demo server', async () => {
    const { secret } = demo.as('owner')
    const query = { query: '{ me { fullName } }' }
    expect(await callApi(demo, '/graphql', secret, query)).toMatchObject({
      status: 200,
      body: expect.stringContaining('Olga Owner'),
      remainingUnits: expect.stringMatching(/^\d+$/),
    })
    expect(await callApi(demo, '/v1/tasks', secret, { title: 'Call back' })).toMatchObject({
      status: 201,
      location: expect.stringMatching(/^\/v1\/tasks\/task_/),
    })
    expect(await callApi(demo, '/graphql', 'dg_wrong', query)).toMatchObject({
      status: 401,
      body: expect.stringContaining('UNAUTHORIZED'),
    })
  })

  test('a server with DEMO=false rejects requests from a front end on another port', async () => {
    const reply = await callApi(production, '/v1/me', production.as('owner').secret)
    expect(reply).toEqual({ refused: 'TypeError: Failed to fetch' })
  })
})
