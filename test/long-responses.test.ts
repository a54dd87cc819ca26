import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

/** Responses are encoded differently by length: as string, as bytes, and in chunks. */
describe('Responses of any length', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test.each([
    ['ASCII', 'plain'],
    ['Latin letters', 'José Müller'],
    ['letters of several scripts', 'Łukasz 山田 Ωμέγα'],
    ['characters beyond the Basic Multilingual Plane', '👩‍👩‍👧 𝒜 end'],
  ])(
    'a long response has %s unchanged and a correct Content-Length, on both interfaces',
    async (_, words) => {
      const owner = world.as('owner')
      const written = words.repeat(Math.floor(4500 / words.length))
      const created = await Promise.all(
        Array.from({ length: 60 }, () =>
          owner.rest('POST', '/v1/people', { firstName: words, background: written }),
        ),
      )
      const replies = []
      for (const count of [1, 2, 8, 60]) {
        const reply = await owner.gql(
          `{ people(first: ${count}) { nodes { firstName background } } }`,
        )
        expect(reply.body.data.people.nodes).toEqual(
          Array(count).fill({ firstName: words, background: written }),
        )
        replies.push(reply)
      }
      const one = await owner.rest('GET', `/v1/people/${created[0]?.body.data.id}`)
      const page = await owner.rest('GET', '/v1/people?limit=60')
      expect([one.body.data.background, page.body.data[59].firstName]).toEqual([written, words])
      for (const { text, headers } of [...replies, one, page])
        expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    },
  )
})
