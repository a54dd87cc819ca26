import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

/** The length of a response determines how its text is encoded. */
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
    'a long REST or GraphQL response contains %s unchanged and states its length in bytes as Content-Length',
    async (_, sampleText) => {
      const owner = world.as('owner')
      const longText = sampleText.repeat(Math.floor(4500 / sampleText.length))
      const creationReplies = await Promise.all(
        Array.from({ length: 60 }, () =>
          owner.rest('POST', '/v1/people', { firstName: sampleText, background: longText }),
        ),
      )
      const replies = []
      for (const pageSize of [1, 2, 8, 60]) {
        const reply = await owner.gql(
          `{ people(first: ${pageSize}) { nodes { firstName background } } }`,
        )
        expect(reply.body.data.people.nodes).toEqual(
          Array(pageSize).fill({ firstName: sampleText, background: longText }),
        )
        replies.push(reply)
      }
      const personReply = await owner.rest('GET', `/v1/people/${creationReplies[0]?.body.data.id}`)
      const pageReply = await owner.rest('GET', '/v1/people?limit=60')
      expect([personReply.body.data.background, pageReply.body.data[59].firstName]).toEqual([
        longText,
        sampleText,
      ])
      for (const { text, headers } of [...replies, personReply, pageReply])
        expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    },
  )
})
