import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

describe('Pages', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const fetchPage = (path: string, headers: Record<string, string> = {}) =>
    fetch(world.url + path, { headers })

  test('the home page requires no API key and links to GraphiQL, the reference, the console and the contract files', async () => {
    const response = await fetchPage('/')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const html = await response.text()
    for (const path of ['/graphql', '/docs', '/console', '/openapi.json', '/schema.graphql'])
      expect(html).toContain(`href="${path}"`)
  })

  test('llms.txt links only to existing URLs', async () => {
    const llmsText = await (await fetchPage('/llms.txt')).text()
    const paths = [...llmsText.matchAll(/\]\((\/[^)]*)\)/g)].map(([, address]) => address as string)
    expect(paths).toContain('/schema.graphql')
    for (const path of paths)
      expect([path, (await fetchPage(path, { Accept: 'text/html' })).status]).toEqual([path, 200])
  })

  test('the Content-Security-Policy of the home page forbids content from other origins, inline code and framing', async () => {
    const policy = (await fetchPage('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|unsafe|\*/)
  })

  test('page scripts are served as JavaScript with a weak ETag, and page styles are served compressed', async () => {
    const firstResponse = await fetchPage('/assets/pages/browser/credential.ts')
    expect([firstResponse.status, firstResponse.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    expect(firstResponse.headers.get('etag')).toMatch(/^W\/"/)
    const script = await firstResponse.text()
    expect(script).toContain('export function readSettings   ()')
    expect(
      await (
        await fetchPage('/assets/pages/browser/credential.ts', { 'Accept-Encoding': 'identity' })
      ).text(),
    ).toBe(script)
    const compressedHead = await fetch(`${world.url}/assets/pages/browser/base.css`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'br' },
    })
    const uncompressedHead = await fetch(`${world.url}/assets/pages/browser/base.css`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'identity' },
    })
    expect(Number(compressedHead.headers.get('content-length'))).toBeLessThan(
      Number(uncompressedHead.headers.get('content-length')) / 2,
    )
    expect(
      (
        await fetchPage('/assets/pages/browser/credential.ts', {
          'If-None-Match': firstResponse.headers.get('etag') ?? '',
        })
      ).status,
    ).toBe(304)
  })

  test('an asset path that names no file for browsers returns 404', async () => {
    for (const name of [
      '',
      'nothing.ts',
      '../free.ts',
      '..%2ffree.ts',
      'tsconfig.json',
      'vendor/preact/../../../package.json',
    ])
      expect([name, (await fetchPage(`/assets/${name}`)).status]).toEqual([name, 404])
  })
})
