import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Kind, parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { examples } from '../src/graphql/examples.ts'
import { schema } from '../src/resources/index.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

describe('GraphiQL', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const page = (headers: Record<string, string> = {}) => world.client().rest('GET', '/graphql', undefined, { Accept: 'text/html', ...headers })

  test('its page is free, needs no key, loads nothing from elsewhere, and presets no key outside the demo', async () => {
    const { status, headers, text } = await page()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).not.toMatch(/<(script|link)[^>]+(src|href)="?https?:/)
    expect(text).toContain('YOUR_API_KEY')
    expect(text).not.toContain('dg_')
  })

  test("the demo's key is preset for a local name only", async () => {
    const { server } = createApp(world.deps, { ready: true, demoKey: 'dg_demo' })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const read = (host: string) =>
      new Promise<string>((resolve) =>
        get({ port, path: '/graphql', headers: { Accept: 'text/html', Host: host } }, (answer) => {
          let text = ''
          answer.on('data', (part) => {
            text += part
          })
          answer.on('end', () => resolve(text))
        }),
      )
    expect(await read(`127.0.0.1:${port}`)).toContain('dg_demo')
    expect(await read('evil.example')).not.toContain('dg_demo')
    server.closeAllConnections()
    server.close()
  })

  test('every example operation is valid, and runs', async () => {
    const document = parse(examples)
    expect(validate(schema, document)).toEqual([])
    const operations = document.definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION && each.name ? [each] : []))
    const named = (streamed: boolean) => operations.filter(({ operation }) => (operation === 'subscription') === streamed).map(({ name }) => name?.value)
    const names = named(false)
    expect(named(true)).toEqual(['WhatHappensNow'])
    expect(names.length).toBeGreaterThanOrEqual(4)
    for (const operationName of names) {
      const { body } = await world.as('owner').rest('POST', '/graphql', { query: examples, operationName })
      expect([operationName, body.errors]).toEqual([operationName, undefined])
    }
    const stream = await openStream(world.as('owner'), { url: world.url, query: examples, operationName: 'WhatHappensNow' })
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Now' })
    expect((await stream.next())?.data).toMatchObject({ data: { events: { type: 'person.created', record: { fullName: 'Now' } } } })
    stream.close()
  })
})
