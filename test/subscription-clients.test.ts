import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

const query =
  'subscription($after: String, $types: [EventPattern!]) { events(after: $after, types: $types) { type cursor recordId } }'

interface SubscriptionData {
  events: { type: string; cursor: string; recordId: string }
}

/** Published subscription clients, configured as their documentation shows. */
describe('Published subscription clients', () => {
  let world: World
  let startCursor = ''
  const ids: string[] = []
  beforeAll(async () => {
    world = await createWorld()
    for (const firstName of ['One', 'Two', 'Three']) ids.push(await create(firstName))
    startCursor = (
      await world.as('owner').gql('{ events(types: ["person.*"], first: 1) { nodes { cursor } } }')
    ).body.data.events.nodes[0].cursor
  })
  afterAll(() => world.stop())

  const create = async (firstName: string) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName })).body.data.id as string
  const createHeaders = () => ({ Authorization: `Bearer ${world.as('owner').secret}` })
  const createVariables = () => ({ after: startCursor, types: ['person.created'] })
  const createSseClient = () =>
    createClient({ url: `${world.url}/graphql`, headers: createHeaders, retryAttempts: 0 })

  /** Reads past events, and one event that is recorded while the stream is open. */
  async function readPastAndLive(results: AsyncIterator<{ data?: unknown }>): Promise<string[]> {
    const foundNames: string[] = []
    const takeEvent = async () =>
      foundNames.push(((await results.next()).value.data as SubscriptionData).events.recordId)
    await takeEvent()
    await takeEvent()
    const liveId = await create('Live')
    await takeEvent()
    await results.return?.()
    expect(foundNames).toEqual([...ids.slice(1, 3), liveId])
    return foundNames
  }

  test('the graphql-sse client receives past and new events and the errors of an invalid operation', async () => {
    const results = createSseClient().iterate<SubscriptionData>({
      query,
      variables: createVariables(),
    })
    ids.push(...(await readPastAndLive(results)).slice(2))
    const refusal = createSseClient().iterate({ query, variables: { after: 'nowhere' } })
    expect((await refusal.next()).value).toMatchObject({
      errors: [{ extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'after' }] } }],
    })
    expect((await refusal.next()).done).toBe(true)
    const stranger = createClient({
      url: `${world.url}/graphql`,
      headers: { Authorization: 'Bearer dg_wrong' },
      retryAttempts: 0,
    })
    await expect(stranger.iterate({ query }).next()).rejects.toMatchObject({
      response: { status: 401 },
    })
  })

  test('the urql client receives past and new events through its own reader and through graphql-sse', async () => {
    const url = `${world.url}/graphql`
    const clientOptions = {
      url,
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      fetchOptions: () => ({ headers: createHeaders() }),
      preferGetMethod: false as const,
    }
    const client = createSseClient()
    const forwardingExchange = subscriptionExchange({
      forwardSubscription: (request) => ({
        subscribe: (observer) => ({
          unsubscribe: client.subscribe(
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
      const source = new Client(options).subscription<SubscriptionData>(query, {
        ...createVariables(),
      })
      const receivedIds: string[] = []
      const startIndex = ids.length - 1
      const liveEvent = await new Promise<string>((resolve, reject) => {
        let ownEvent = Promise.resolve('')
        const { unsubscribe } = source.subscribe(({ data, error }) => {
          if (error) reject(error)
          receivedIds.push(data?.events.recordId ?? '')
          if (receivedIds.length === startIndex) ownEvent = create('Live')
          if (receivedIds.length === startIndex + 1)
            void ownEvent.then((id) => {
              unsubscribe()
              resolve(id)
            })
        })
      })
      ids.push(liveEvent)
      expect(receivedIds).toEqual(ids.slice(1))
    }
    const refusal = await new Client(clientOptions)
      .subscription(query, { after: 'nowhere' })
      .toPromise()
    expect(refusal.error?.graphQLErrors[0]?.extensions['code']).toBe('VALIDATION_ERROR')
  })
})
