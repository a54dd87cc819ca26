import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import type { IntrospectionQuery } from 'graphql'
import { createClient } from 'graphql-sse'

/**
 * Creates a urql client with graphcache as its documentation recommends: with a cache that is
 * normalized by `__typename` and `id`, Relay pagination, list updates, optimistic results, and
 * subscriptions through graphql-sse.
 *
 * @param schema the result of the introspection query, which describes interfaces and nullability
 * to graphcache
 */
export function createUrqlClient(url: string, key: string, schema: IntrospectionQuery): Client {
  const headers = { Authorization: `Bearer ${key}` }
  const sse = createClient({ url, headers })
  const cache = cacheExchange({
    schema: schema as never,
    // Objects without an id are stored in their parent record.
    keys: { PersonEmail: () => null, PersonPhone: () => null, FieldChange: () => null },
    resolvers: {
      Query: {
        people: relayPagination(),
        deals: relayPagination(),
        // A record that is in the cache is not requested again by id.
        person: (_, { id }, _cache, { error }) =>
          error ? null : { __typename: 'Person', id: String(id) },
      },
      Person: { deals: relayPagination(), tasks: relayPagination(), activities: relayPagination() },
    },
    updates: {
      Mutation: {
        // A new person can belong to any list, depending on the list's filter and order, so all
        // lists are refetched.
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
        __typename: 'UpdatePersonPayload',
        person: { ...(input as object), __typename: 'Person', id: String(id) },
      }),
    },
  })
  const subscriptions = subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({ unsubscribe: sse.subscribe({ query, variables }, sink as never) }),
    }),
  })
  return new Client({
    url,
    fetchOptions: { headers },
    exchanges: [cache, fetchExchange, subscriptions],
  })
}
