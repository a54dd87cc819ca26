import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Error pages in a browser', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const browserHeaders = {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  }
  /** Requests a page with `node:http`, because `fetch` sets the `Sec-Fetch` headers itself. */
  async function fetchPage(
    path: string,
    headers: Record<string, string> = browserHeaders,
    method = 'GET',
  ) {
    const response = await new Promise<IncomingMessage>((resolve) =>
      request(world.url, { path, method, headers }, resolve).end(),
    )
    return {
      status: response.statusCode,
      headers: response.headers,
      text: Buffer.concat(await response.toArray()).toString(),
    }
  }

  test('a browser without an API key receives an error page with links and the status, code and headers of the JSON error', async () => {
    const { status, headers, text } = await fetchPage('/v1/people')
    expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(headers['www-authenticate']).toBe(
      (await fetchPage('/v1/people', {})).headers['www-authenticate'],
    )
    expect(headers['x-ratelimit-limit']).toBe('1000')
    expect(text).toContain('UNAUTHORIZED')
    expect(text).toContain(headers['x-request-id'])
    for (const path of ['/docs', '/graphql', '/console']) expect(text).toContain(`href="${path}"`)
  })

  test('the HTML error page for an unknown path links to the home page', async () => {
    const { status, text } = await fetchPage('/nothing')
    expect(status).toBe(404)
    expect(text).toContain('href="/"')
  })

  test('an HTML error page does not repeat the path, query or referrer of the request', async () => {
    const { text } = await fetchPage('/v1/<b>marker</b>?marker=1', {
      ...browserHeaders,
      Referer: 'marker',
    })
    expect(text).not.toContain('marker')
  })

  test('a request other than a browser page load receives the JSON error', async () => {
    const otherHeaders: Record<string, string>[] = [
      {},
      { Accept: '*/*' },
      { Accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' },
      { Accept: browserHeaders.Accept },
      { ...browserHeaders, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
      { ...browserHeaders, Accept: 'application/json' },
    ]
    for (const headers of otherHeaders) {
      const { status, text } = await fetchPage('/v1/people', headers)
      expect([headers, status, JSON.parse(text).error.code]).toEqual([headers, 401, 'UNAUTHORIZED'])
    }
    expect(
      JSON.parse((await fetchPage('/v1/people/person_12345678', browserHeaders, 'DELETE')).text)
        .error.code,
    ).toBe('UNAUTHORIZED')
  })
})
