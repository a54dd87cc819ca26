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
 * What a mutation answers about a record has the record's id, but is not the record: `Deleted`,
 * `SuspendUserResult`, `IssuedApiKey` …
 */
export const isAboutRecord = (type: string): boolean =>
  /^(Deleted|Issued\w+|Merged\w+|\w+Result)$/.test(type)

/** Relay's environment, as its documentation makes it, with subscriptions through graphql-sse. */
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
  const follow: SubscribeFunction = ({ text }, variables) =>
    Observable.create((sink) => sse.subscribe({ query: text ?? '', variables }, sink as never))
  const getDataID = ({ id }: { id?: string }, type: string) =>
    isAboutRecord(type) ? undefined : id
  return new Environment({
    network: Network.create(request, follow),
    store: new Store(new RecordSource()),
    getDataID,
  })
}
