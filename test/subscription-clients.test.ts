import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

const eventsSubscription =
  'subscription($after: String, $types: [EventPattern!]) { events(after: $after, types: $types) { type cursor recordId } }'

interface SubscriptionData {
  events: { type: string; cursor: string; recordId: string }
}

/** Tests published subscription clients with the configuration that their documentation shows. */
describe('Published subscription clients', () => {
  let world: World
  let startCursor = ''
  const personIds: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    for (const firstName of ['One', 'Two', 'Three']) personIds.push(await createPerson(firstName))
    startCursor = (
      await world.as('owner').gql('{ events(types: ["person.*"], first: 1) { nodes { cursor } } }')
    ).body.data.events.nodes[0].cursor
  })
  afterAll(() => world.stop())

  const createPerson = async (firstName: string) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName })).body.data.id as string
  const createHeaders = () => ({ Authorization: `Bearer ${world.as('owner').secret}` })
  const createVariables = () => ({ after: startCursor, types: ['person.created'] })
  const createSseClient = () =>
    createClient({ url: `${world.url}/graphql`, headers: createHeaders, retryAttempts: 0 })

  /** Reads past events and one event recorded while the stream is open. @returns the record ids */
  async function readPastAndLive(results: AsyncIterator<{ data?: unknown }>): Promise<string[]> {
    const receivedIds: string[] = []
    const takeEvent = async () =>
      receivedIds.push(((await results.next()).value.data as SubscriptionData).events.recordId)
    await takeEvent()
    await takeEvent()
    const liveId = await createPerson('Live')
    await takeEvent()
    await results.return?.()
    expect(receivedIds).toEqual([...personIds.slice(1, 3), liveId])
    return receivedIds
  }

  test('the graphql-sse client receives past and new events and the errors of an invalid operation', async () => {
    const results = createSseClient().iterate<SubscriptionData>({
      query: eventsSubscription,
      variables: createVariables(),
    })
    personIds.push(...(await readPastAndLive(results)).slice(2))
    const rejectedResults = createSseClient().iterate({
      query: eventsSubscription,
      variables: { after: 'nowhere' },
    })
    expect((await rejectedResults.next()).value).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'after' }] } }],
    })
    expect((await rejectedResults.next()).done).toBe(true)
    const unauthorizedClient = createClient({
      url: `${world.url}/graphql`,
      headers: { Authorization: 'Bearer dg_wrong' },
      retryAttempts: 0,
    })
    await expect(
      unauthorizedClient.iterate({ query: eventsSubscription }).next(),
    ).rejects.toMatchObject({
      response: { status: 401 },
    })
  })

  test('the urql client receives past and new events through its built-in SSE support (`fetchSubscriptions`) and through graphql-sse', async () => {
    const url = `${world.url}/graphql`
    const clientOptions = {
      url,
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      fetchOptions: () => ({ headers: createHeaders() }),
      preferGetMethod: false as const,
    }
    const sseClient = createSseClient()
    const forwardingExchange = subscriptionExchange({
      forwardSubscription: (request) => ({
        subscribe: (observer) => ({
          unsubscribe: sseClient.subscribe(
            { ...request, query: request.query ?? '' },
            observer as never,
          ),
        }),
      }),
    })
    for (const options of [
      clientOptions,
      {
        ...clientOptions,
        fetchSubscriptions: false,
        exchanges: [forwardingExchange, fetchExchange],
      },
    ]) {
      const subscription = new Client(options).subscription<SubscriptionData>(eventsSubscription, {
        ...createVariables(),
      })
      const receivedIds: string[] = []
      const startIndex = personIds.length - 1
      const liveId = await new Promise<string>((resolve, reject) => {
        let liveIdPromise = Promise.resolve('')
        const { unsubscribe } = subscription.subscribe(({ data, error }) => {
          if (error) reject(error)
          receivedIds.push(data?.events.recordId ?? '')
          if (receivedIds.length === startIndex) liveIdPromise = createPerson('Live')
          if (receivedIds.length === startIndex + 1)
            void liveIdPromise.then((id) => {
              unsubscribe()
              resolve(id)
            })
        })
      })
      personIds.push(liveId)
      expect(receivedIds).toEqual(personIds.slice(1))
    }
    const rejectedResult = await new Client(clientOptions)
      .subscription(eventsSubscription, { after: 'nowhere' })
      .toPromise()
    expect(rejectedResult.error?.graphQLErrors[0]?.extensions['code']).toBe('VALIDATION_ERROR')
  })
})
