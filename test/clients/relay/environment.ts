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
 * Returns whether a type is a payload, such as `Deleted`, `SuspendUserResult` or `IssuedApiKey`,
 * which has the id of a record without being the record.
 */
export const isPayload = (type: string): boolean =>
  /^(Deleted|Issued\w+|Merged\w+|\w+Result)$/.test(type)

/** Creates Relay's environment as documented, with subscriptions through graphql-sse. */
export function relayEnvironment(url: string, key: string): Environment {
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
  const getDataID = ({ id }: { id?: string }, type: string) => (isPayload(type) ? undefined : id)
  return new Environment({
    network: Network.create(request, subscribe),
    store: new Store(new RecordSource()),
    getDataID,
  })
}
