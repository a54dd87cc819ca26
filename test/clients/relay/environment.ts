import { createClient } from 'graphql-sse'
import {
  Environment,
  type FetchFunction,
  Network,
  Observable,
  RecordSource,
  Store,
  type SubscribeFunction,
} from 'relay-runtime'

/**
 * Creates a Relay environment as Relay's documentation recommends, with subscriptions through
 * graphql-sse.
 */
export function createRelayEnvironment(url: string, key: string): Environment {
  const headers = { Authorization: `Bearer ${key}` }
  const sse = createClient({ url, headers })
  const request: FetchFunction = async ({ text }, variables) => {
    const body = JSON.stringify({ query: text, variables })
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
    return await response.json()
  }
  const subscribe: SubscribeFunction = ({ text }, variables) =>
    Observable.create((sink) => sse.subscribe({ query: text ?? '', variables }, sink as never))
  return new Environment({
    network: Network.create(request, subscribe),
    store: new Store(new RecordSource()),
  })
}
