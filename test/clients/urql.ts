import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import type { IntrospectionQuery } from 'graphql'
import { createClient } from 'graphql-sse'

/**
 * urql with graphcache, as its documentation wires it up: the normalised cache by `__typename` and
 * `id`, Relay's pages, changes to lists, an answer before it comes, and subscriptions through
 * graphql-sse.
 *
 * @param schema what the introspection query answers: with it, graphcache knows the interfaces and
 * which fields may be null
 */
export function urqlClient(url: string, key: string, schema: IntrospectionQuery): Client {
  const headers = { Authorization: `Bearer ${key}` }
  const sse = createClient({ url, headers })
  const cache = cacheExchange({
    schema: schema as never,
    // What has no id of its own belongs to the record that it stands in.
    keys: { PersonEmail: () => null, PersonPhone: () => null, FieldChange: () => null },
    resolvers: {
      Query: {
        people: relayPagination(),
        deals: relayPagination(),
        // A record that is in the cache already need not be asked for by its id.
        person: (_, { id }, _cache, { error }) =>
          error ? null : { __typename: 'Person', id: String(id) },
      },
      Person: { deals: relayPagination(), tasks: relayPagination(), activities: relayPagination() },
    },
    updates: {
      Mutation: {
        // A new person may stand in any list, wherever its filter and order say: those are asked
        // for again.
        createPerson: (_result, _args, cache) => {
          for (const { fieldName, arguments: args } of cache.inspectFields('Query'))
            if (fieldName === 'people') cache.invalidate('Query', 'people', args)
        },
        deletePerson: (_result, { id }, cache) =>
          cache.invalidate({ __typename: 'Person', id: String(id) }),
      },
    },
    optimistic: {
      updatePerson: ({ id, input }) => ({
        ...(input as object),
        __typename: 'Person',
        id: String(id),
      }),
    },
  })
  const live = subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({ unsubscribe: sse.subscribe({ query, variables }, sink as never) }),
    }),
  })
  return new Client({ url, fetchOptions: { headers }, exchanges: [cache, fetchExchange, live] })
}
