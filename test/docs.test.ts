import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { statusByCode } from '../src/errors.ts'
import { schema } from '../src/resources/index.ts'
import { createWorld, type World } from './support/world.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
}
const openApi = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.values(openApi.paths).flatMap((methods) => Object.values(methods))
const pagePaths = ['/docs', '/docs/filters', ...openApi.tags.map(({ name }) => `/docs/${name}`)]
const unescapeHtml = (text: string) =>
  text
    .replaceAll('&#38;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&#34;', '"')
    .replaceAll('&#60;', '<')
    .replaceAll('&#62;', '>')

describe('The REST reference', () => {
  let world: World
  const pagesByPath = new Map<string, string>()
  beforeAll(async () => {
    world = await createWorld()
    for (const path of pagePaths)
      pagesByPath.set(path, await (await fetch(world.url + path)).text())
  })
  afterAll(() => world.stop())

  const getLinks = (html: string) =>
    [...html.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => unescapeHtml(address))

  test('the REST reference requires no API key and loads no files from other servers', async () => {
    const response = await fetch(`${world.url}/docs/people`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(response.headers.get('content-security-policy')).toBe(
      (await fetch(world.url)).headers.get('content-security-policy'),
    )
    for (const html of pagesByPath.values())
      expect(html).not.toMatch(/(src|href)="https?:|style=|<script>|onclick/)
  })

  test('a page of the REST reference supports conditional requests and Brotli compression', async () => {
    const response = await fetch(`${world.url}/docs/people`)
    expect(
      (
        await fetch(`${world.url}/docs/people`, {
          headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304)
    const compressedReply = await fetch(`${world.url}/docs/people`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'br' },
    })
    expect(Number(compressedReply.headers.get('content-length'))).toBeLessThan(60_000)
  })

  test('every REST operation is described on the reference page of its resource and linked from every page of the REST reference', () => {
    for (const { operationId, tags } of operations) {
      expect(pagesByPath.get(`/docs/${tags[0]}`)).toContain(
        `<section class="operation" id="${operationId}"`,
      )
      for (const html of pagesByPath.values())
        expect(html).toContain(`href="/docs/${tags[0]}#${operationId}"`)
    }
  })

  test('every operation in the REST reference links to GraphiQL with a valid GraphQL operation and its variables', () => {
    const linkedOperations = new Set<string>()
    for (const html of pagesByPath.values())
      for (const link of getLinks(html).filter((item) => item.startsWith('/graphql?'))) {
        const { searchParams } = new URL(link, world.url)
        expect(validate(schema, parse(searchParams.get('query') ?? ''))).toEqual([])
        expect(JSON.parse(searchParams.get('variables') ?? '{}')).toBeTypeOf('object')
        linkedOperations.add(searchParams.get('operationName') ?? '')
      }
    for (const { operationId } of operations) expect(linkedOperations).toContain(operationId)
  })

  test('every error code in the REST reference has an anchor, and every link between pages of the REST reference has a target', () => {
    for (const code of Object.keys(statusByCode))
      expect(pagesByPath.get('/docs')).toContain(` id="${code}"`)
    const brokenLinks: string[] = []
    for (const [path, html] of pagesByPath)
      for (const link of getLinks(html)) {
        const { pathname, hash } = new URL(link, world.url + path)
        if (!pathname.startsWith('/docs')) continue
        const targetPage = pagesByPath.get(pathname)
        if (!targetPage || (hash && !targetPage.includes(`id="${hash.slice(1)}"`)))
          brokenLinks.push(`${path}: ${link}`)
      }
    expect(brokenLinks).toEqual([])
  })

  test('element ids are unique on every page of the REST reference', () => {
    for (const [path, html] of pagesByPath) {
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect([path, ids.length - new Set(ids).size]).toEqual([path, 0])
    }
  })

  test('an unknown page of the REST reference returns 404', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/people/more',
      '/docs/../openapi.ts',
      '/docs/constructor',
    ])
      expect([path, (await fetch(world.url + path)).status]).toEqual([path, 404])
    expect((await fetch(`${world.url}/docs/`)).status).toBe(200)
    expect((await fetch(`${world.url}/docs`, { method: 'POST' })).status).toBe(404)
  })

  test('the REST reference contains the demo key only if the Host header names a loopback address, and never in a link', async () => {
    const { server } = createApp(world.deps, { isReady: true, demoKey: 'dg_demo' })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const readPage = (host: string) =>
      new Promise<string>((resolve) =>
        get({ port, path: '/docs/people', headers: { Host: host } }, (response) => {
          let html = ''
          response.on('data', (part) => {
            html += part
          })
          response.on('end', () => resolve(html))
        }),
      )
    const localPage = await readPage(`127.0.0.1:${port}`)
    expect(localPage).toContain('"demoKey":"dg_demo"')
    expect(getLinks(localPage).join()).not.toContain('dg_demo')
    expect(await readPage('evil.example')).not.toContain('dg_demo')
    for (const html of pagesByPath.values()) expect(html).not.toContain('demoKey')
    server.closeAllConnections()
    server.close()
  })
})
