import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorld, type World } from './support/world.ts'

const multipartAccept =
  'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9'
const eventsSubscription =
  'subscription($after: String) { events(types: ["person.*"], after: $after) { type recordId } }'

describe('Multipart subscriptions', () => {
  let world: World
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    world = await createWorld()
  })
  afterAll(async () => {
    await world.stop()
    vi.useRealTimers()
  })

  const subscribe = (secret = world.as('owner').secret, variables = {}, extraHeaders = {}) =>
    fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        Accept: multipartAccept,
        ...extraHeaders,
      },
      body: JSON.stringify({ query: eventsSubscription, variables }),
    })
  const createPerson = async (firstName: string) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName })).body.data.id as string

  /**
   * Creates a reader. Its method `take` reads until `maxParts` parts are complete or the stream
   * ends, and returns all parts since the start of the stream.
   */
  function createPartReader(response: Response) {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let receivedText = ''
    let isEnded = false
    const listCompleteParts = () => receivedText.split('\r\n--graphql').slice(1, -1)
    return {
      text: () => receivedText,
      close: () => reader.cancel(),
      async take(maxParts = Number.POSITIVE_INFINITY) {
        while (!isEnded && listCompleteParts().length < maxParts) {
          const { value, done } = await reader.read()
          isEnded = done
          receivedText += decoder.decode(value)
        }
        return listCompleteParts().map((part) => {
          expect(part).toMatch(/^\r\nContent-Type: application\/json\r\n\r\n/)
          return JSON.parse(part.slice(part.indexOf('{')))
        })
      },
    }
  }

  test('a multipart subscription sends each event as one complete part, and empty parts as heartbeats', async () => {
    const response = await subscribe()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
    ])
    const partReader = createPartReader(response)
    const oneId = await createPerson('One')
    expect(await partReader.take(1)).toEqual([
      { payload: { data: { events: { type: 'person.created', recordId: oneId } } } },
    ])
    await vi.advanceTimersByTimeAsync(15_000)
    expect((await partReader.take(2))[1]).toEqual({})
    await partReader.close()
  })

  test('a multipart subscription ends with the reason and the closing boundary when its key is revoked', async () => {
    const revokedClient = await world.createKey('idle')
    const keyId = (await world.as('owner').gql('{ apiKeys(first: 1) { nodes { id } } }')).body.data
      .apiKeys.nodes[0].id
    const partReader = createPartReader(await subscribe(revokedClient.secret))
    await world
      .as('owner')
      .gql('mutation($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }', { id: keyId })
    expect(await partReader.take()).toMatchObject([
      { payload: null, errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
    ])
    expect(partReader.text().endsWith('\r\n--graphql--\r\n')).toBe(true)
  })

  test('an invalid multipart subscription returns JSON, and text/event-stream takes precedence over multipart', async () => {
    const rejectedResponse = await subscribe(undefined, { after: 'nowhere' })
    expect([rejectedResponse.status, rejectedResponse.headers.get('content-type')]).toEqual([
      422,
      'application/graphql-response+json; charset=utf-8',
    ])
    expect(await rejectedResponse.json()).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_ERROR' } }],
    })
    const eventStreamResponse = await subscribe(
      undefined,
      {},
      { Accept: `text/event-stream, ${multipartAccept}` },
    )
    expect(eventStreamResponse.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await eventStreamResponse.body?.cancel()
  })
})
