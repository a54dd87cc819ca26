import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { exampleGroups } from '../src/graphiql/examples.ts'
import { createWorld, type World } from './support/world.ts'

describe('The GraphiQL page', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const getPage = (path = '/graphql', headers: Record<string, string> = {}) =>
    world.client().rest('GET', path, undefined, { Accept: 'text/html', ...headers })
  const listAssetPaths = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)

  test('the GraphiQL page loads without an API key and, on a server without a demo company, contains none', async () => {
    const { status, headers, text } = await getPage()
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(text).not.toContain('demoKey')
    expect(text.replace('placeholder="dg_…"', '')).not.toContain('dg_')
  })

  test('the server compresses the GraphiQL page with Brotli or gzip and returns 304 if the ETag in If-None-Match matches', async () => {
    const fetchPage = (headers: Record<string, string>) =>
      new Promise<{ status?: number; encoding?: string; etag?: string; body: Buffer }>((resolve) =>
        get(
          `${world.url}/graphql`,
          { headers: { Accept: 'text/html', ...headers } },
          (response) => {
            const { 'content-encoding': encoding, etag } = response.headers
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () =>
              resolve({ status: response.statusCode, encoding, etag, body: Buffer.concat(chunks) }),
            )
          },
        ),
      )
    const uncompressedPage = await fetchPage({})
    const brotliPage = await fetchPage({ 'Accept-Encoding': 'gzip, br' })
    const gzipPage = await fetchPage({ 'Accept-Encoding': 'gzip;q=0.5, br;q=0' })
    expect([uncompressedPage, brotliPage, gzipPage].map(({ encoding }) => encoding)).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(brotliPage.body).equals(uncompressedPage.body)).toBe(true)
    expect(gunzipSync(gzipPage.body).equals(uncompressedPage.body)).toBe(true)
    expect(brotliPage.body.length).toBeLessThan(uncompressedPage.body.length / 3)
    const notModifiedReply = await fetchPage({ 'If-None-Match': brotliPage.etag ?? '' })
    expect([notModifiedReply.status, notModifiedReply.body.length, notModifiedReply.etag]).toEqual([
      304,
      0,
      uncompressedPage.etag,
    ])
  })

  test("the Content-Security-Policy of GraphiQL allows only the server's files, inline styles and one inline script", async () => {
    const { headers, text } = await getPage()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;|$)/)
    expect(policy).not.toMatch(/https?:|eval|blob:|\*/)
    expect(text).not.toMatch(/(src|href)="?(https?:)?\/\//)
  })

  test('query parameters do not change the HTML of the GraphiQL page', async () => {
    const { text } = await getPage()
    expect(
      (
        await getPage(
          `/graphql?query=${encodeURIComponent('</script><script>alert(1)</script>')}&example=<b>`,
        )
      ).text,
    ).toBe(text)
  })

  test("GraphiQL's files can be cached for one year, and are compressed with Brotli if the request accepts Brotli", async () => {
    const filePaths = listAssetPaths((await getPage()).text).filter((file) =>
      file.includes('/graphiql-'),
    )
    const [folder = ''] = /.*\//.exec(filePaths[0] ?? '') ?? []
    for (const name of [
      'graphiql.js',
      'graphiql.css',
      'editorWorkerService.js',
      'graphql.js',
      'json.js',
    ]) {
      const { status, headers } = await world.client().rest('GET', folder + name)
      expect([name, status, headers.get('cache-control')]).toEqual([
        name,
        200,
        'public, max-age=31536000, immutable',
      ])
      expect(headers.get('content-type')).toBe(
        name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      )
    }
    expect((await world.client().rest('GET', `${folder}nothing.js`)).status).toBe(404)
    const uncompressedReply = await world
      .client()
      .rest('HEAD', `${folder}graphiql.css`, undefined, { 'Accept-Encoding': 'identity' })
    const compressedReply = await world
      .client()
      .rest('HEAD', `${folder}graphiql.css`, undefined, { 'Accept-Encoding': 'br' })
    expect([
      uncompressedReply.headers.get('content-encoding'),
      compressedReply.headers.get('content-encoding'),
    ]).toEqual([null, 'br'])
  })

  test('the GraphiQL page lists each example with its description', async () => {
    const { text } = await getPage()
    const displayedText = text.replaceAll(/<\/?code>/g, '`').replaceAll('&#39;', "'")
    for (const { title, description } of exampleGroups.flatMap(({ examples }) => examples))
      for (const exampleText of [title, description]) expect(displayedText).toContain(exampleText)
    expect(text).toContain('href="/graphql?example=PeopleAtAGlance"')
  })

  test('the GraphiQL page contains the demo key only if the Host header names a loopback address', async () => {
    const { server } = createApp(world.deps, { isReady: true, demoKey: 'dg_demo' })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const readPage = (host: string) =>
      new Promise<string>((resolve) =>
        get(
          { port, path: '/graphql', headers: { Accept: 'text/html', Host: host } },
          (response) => {
            let html = ''
            response.on('data', (part) => {
              html += part
            })
            response.on('end', () => resolve(html))
          },
        ),
      )
    expect(await readPage(`127.0.0.1:${port}`)).toContain('dg_demo')
    expect(await readPage('evil.example')).not.toContain('dg_demo')
    server.closeAllConnections()
    server.close()
  })

  test('a GET request to /graphql with an Authorization header or without text/html in Accept receives JSON', async () => {
    for (const Accept of ['*/*', 'application/json']) {
      const { status, body } = await getPage('/graphql?query=%7Bme%7Bid%7D%7D', { Accept })
      expect([Accept, status, body.errors[0].extensions.code]).toEqual([
        Accept,
        401,
        'UNAUTHORIZED',
      ])
    }
    const { body } = await world
      .as('owner')
      .rest('GET', '/graphql?query=%7Bme%7BfirstName%7D%7D', undefined, {
        Accept: 'text/html,*/*;q=0.8',
      })
    expect(body.data.me.firstName).toBe('Olga')
  })
})
