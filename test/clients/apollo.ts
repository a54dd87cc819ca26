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
 * Apollo Client, as its documentation wires it up: the normalised cache by `__typename` and `id`,
 * Relay's pages, subscriptions.
 *
 * @param possibleTypes which types an interface has, for fragments on `Node` and `Record`: see
 * `possibleTypesOf`
 * @param link how it reaches the server: `HttpLink` is enough; see `reconnecting`
 */
export function apolloClient(
  url: string,
  key: string,
  possibleTypes: PossibleTypesMap = {},
  link: ApolloLink = httpLink(url, key),
): ApolloClient {
  return new ApolloClient({
    link,
    cache: new InMemoryCache({
      possibleTypes,
      typePolicies: {
        Query: {
          fields: {
            // Each filter and order is a list of its own; the pages of one are put together.
            people: relayStylePagination(['where', 'orderBy', 'includeTrash']),
            deals: relayStylePagination(['where', 'orderBy']),
            // A record that is in the cache already need not be asked for by its id.
            person: (asked, { args, toReference }) =>
              asked === undefined ? toReference({ __typename: 'Person', id: args?.['id'] }) : asked,
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

const httpLink = (uri: string, key: string) =>
  new HttpLink({ uri, headers: { Authorization: `Bearer ${key}` } })

/**
 * A link that asks again for a subscription that was cut, through graphql-sse: with an `after`,
 * what was told is told once more, and nothing is missing.
 */
export function reconnecting(url: string, key: string): ApolloLink {
  const sse = createClient({ url, headers: { Authorization: `Bearer ${key}` } })
  const follow = new ApolloLink(
    ({ query, ...operation }) =>
      new Observable((sink) =>
        sse.subscribe<Record<string, unknown>>(
          { ...operation, query: print(query) },
          sink as never,
        ),
      ),
  )
  return ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    follow,
    httpLink(url, key),
  )
}

/** Which types each interface and union of a schema has. */
export const possibleTypesOf = ({ __schema }: IntrospectionQuery): PossibleTypesMap =>
  Object.fromEntries(
    __schema.types.flatMap((type) =>
      'possibleTypes' in type && type.possibleTypes
        ? [[type.name, type.possibleTypes.map(({ name }) => name)]]
        : [],
    ),
  )
