import {
  ApolloClient,
  ApolloLink,
  HttpLink,
  InMemoryCache,
  Observable,
  type PossibleTypesMap,
} from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { type IntrospectionQuery, OperationTypeNode, print } from 'graphql'
import { createClient } from 'graphql-sse'

/**
 * Creates an Apollo Client as its documentation recommends: with a cache that is normalized by
 * `__typename` and `id`, Relay pagination, and subscriptions.
 *
 * @param possibleTypes the types of each interface, for fragments on `Node` and `Record`; see
 * `getPossibleTypes`
 * @param link the transport: `HttpLink` is sufficient; see also `createReconnectingLink`
 */
export function createApolloClient(
  url: string,
  key: string,
  possibleTypes: PossibleTypesMap = {},
  link: ApolloLink = createHttpLink(url, key),
): ApolloClient {
  return new ApolloClient({
    link,
    cache: new InMemoryCache({
      possibleTypes,
      typePolicies: {
        Query: {
          fields: {
            // Each filter and order has its own cached list, into which pages are merged.
            people: relayStylePagination(['where', 'orderBy', 'includeTrash']),
            deals: relayStylePagination(['where', 'orderBy']),
            // A record that is in the cache is not requested again by id.
            person: (existingReference, { args, toReference }) =>
              existingReference === undefined
                ? toReference({ __typename: 'Person', id: args?.['id'] })
                : existingReference,
          },
        },
        Person: {
          fields: {
            deals: relayStylePagination(),
            tasks: relayStylePagination(),
            activities: relayStylePagination(),
          },
        },
      },
    }),
  })
}

const createHttpLink = (uri: string, key: string) =>
  new HttpLink({ uri, headers: { Authorization: `Bearer ${key}` } })

/**
 * Returns a link that resumes an interrupted subscription through graphql-sse. With the argument
 * `after`, a subscription misses no event, but receives the last event again.
 */
export function createReconnectingLink(url: string, key: string): ApolloLink {
  const sse = createClient({ url, headers: { Authorization: `Bearer ${key}` } })
  const sseLink = new ApolloLink(
    ({ query, ...operation }) =>
      new Observable((observer) =>
        sse.subscribe<Record<string, unknown>>(
          { ...operation, query: print(query) },
          observer as never,
        ),
      ),
  )
  return ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    sseLink,
    createHttpLink(url, key),
  )
}

/** Returns the types of each interface and union of a schema. */
export const getPossibleTypes = ({ __schema }: IntrospectionQuery): PossibleTypesMap =>
  Object.fromEntries(
    __schema.types.flatMap((type) =>
      'possibleTypes' in type && type.possibleTypes
        ? [[type.name, type.possibleTypes.map(({ name }) => name)]]
        : [],
    ),
  )
