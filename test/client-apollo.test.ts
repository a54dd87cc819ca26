import { createHash } from 'node:crypto'
import {
  type ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  ServerError,
  type TypedDocumentNode,
} from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApolloClient, createReconnectingLink, getPossibleTypes } from './clients/apollo.ts'
import { introspect } from './clients/introspect.ts'
import { createFivePeople, type FivePeople, waitForExpectation } from './support/five-people.ts'

interface Person {
  __typename: 'Person'
  id: string
  firstName: string
}
interface Page {
  people: {
    edges: { node: Person }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const pageQuery: TypedDocumentNode<Page, { first: number; after?: string | null; tag?: string }> =
  gql`
  query PeoplePage($first: Int!, $after: String, $tag: String) {
    people(first: $first, after: $after, where: { tags: { has: $tag } }) {
      edges { cursor node { id firstName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`
const renameMutation: TypedDocumentNode<{ updatePerson: { person: Person } }> = gql`
  mutation Rename($id: ID!, $firstName: PersonName!) { updatePerson(id: $id, input: { firstName: $firstName }) { person { id firstName } } }
`
const nodeQuery: TypedDocumentNode<{ node: Person | null }, { id: string }> = gql`
  query Again($id: ID!) { node(id: $id) { id ... on Record { version } ... on Person { firstName } } }
`

describe('Apollo Client', () => {
  let fixture: FivePeople
  const warnSpy = vi.spyOn(console, 'warn')
  beforeAll(async () => {
    fixture = await createFivePeople()
  })
  afterAll(() => fixture.world.stop())
  afterEach(() => expect(warnSpy).not.toHaveBeenCalled())

  const createClient = async (link?: ApolloLink) =>
    createApolloClient(
      fixture.url,
      fixture.key,
      getPossibleTypes(await introspect(fixture.url, fixture.key)),
      link,
    )

  /**
   * Watches a list as a component does. Returns the client, the watched list, and functions that
   * read the displayed names and stop watching.
   */
  async function showList(link?: ApolloLink) {
    const client = await createClient(link)
    const watchedList = client.watchQuery({ query: pageQuery, variables: { first: 2 } })
    const subscription = watchedList.subscribe(() => undefined)
    await waitForExpectation(() =>
      expect(watchedList.getCurrentResult().dataState).toBe('complete'),
    )
    const getNames = () =>
      (watchedList.getCurrentResult().data as Page | undefined)?.people.edges.map(
        ({ node }) => node.firstName,
      )
    return { client, list: watchedList, getNames, stopWatching: () => subscription.unsubscribe() }
  }

  test('Apollo Client merges the pages of a list and caches the lists of different filters separately', async () => {
    const { client, list, getNames, stopWatching } = await showList()
    expect(getNames()).toEqual(['Five', 'Four'])
    for (let hasMore = true; hasMore; ) {
      const { people } = list.getCurrentResult().data as Page
      const { data } = await list.fetchMore({ variables: { after: people.pageInfo.endCursor } })
      hasMore = data?.people.pageInfo.hasNextPage ?? false
      await waitForExpectation(() =>
        expect(getNames()?.length).toBeGreaterThan(people.edges.length),
      )
    }
    expect(getNames()).toEqual(['Five', 'Four', 'Three', 'Two', 'One'])
    const vipPage = await client.query({ query: pageQuery, variables: { first: 2, tag: 'vip' } })
    expect(vipPage.data?.people.edges.map(({ node }) => node.firstName)).toEqual(['Two'])
    expect(getNames()).toHaveLength(5)
    stopWatching()
  })

  test('Apollo Client updates a record in a displayed list after a mutation or a query of the record, and reads the record from its cache by id', async () => {
    const { client, getNames, stopWatching } = await showList()
    await client.mutate({
      mutation: renameMutation,
      variables: { id: fixture.ids[1], firstName: 'Fourth' },
    })
    await waitForExpectation(() => expect(getNames()).toEqual(['Five', 'Fourth']))
    const cachedResult = await client.query({
      query: gql`query One($id: ID!) { person(id: $id) { id firstName } }`,
      variables: { id: fixture.ids[1] },
      fetchPolicy: 'cache-only',
    })
    expect(cachedResult.data).toMatchObject({
      person: { __typename: 'Person', firstName: 'Fourth' },
    })
    await fixture.renamePerson(fixture.ids[1], 'Four')
    const networkResult = await client.query({
      query: nodeQuery,
      variables: { id: fixture.ids[1] },
      fetchPolicy: 'network-only',
    })
    expect(networkResult.data?.node).toMatchObject({
      __typename: 'Person',
      id: fixture.ids[1],
      firstName: 'Four',
      version: 3,
    })
    await waitForExpectation(() => expect(getNames()).toEqual(['Five', 'Four']))
    stopWatching()
  })

  test('Apollo Client adds a new record to a list and removes a deleted record from the list', async () => {
    const { client, getNames, stopWatching } = await showList()
    const createMutation: TypedDocumentNode<{ createPerson: { person: Person } }> =
      gql`mutation { createPerson(input: { firstName: "Six" }) { person { id firstName } } }`
    const { data } = await client.mutate({
      mutation: createMutation,
      update: (cache, { data }) =>
        cache.updateQuery({ query: pageQuery, variables: { first: 2 } }, (page) =>
          page && data
            ? {
                people: {
                  ...page.people,
                  edges: [
                    { __typename: 'PersonEdge', cursor: '', node: data.createPerson.person },
                    ...page.people.edges,
                  ],
                },
              }
            : undefined,
        ),
    })
    await waitForExpectation(() => expect(getNames()?.[0]).toBe('Six'))
    const deleteMutation: TypedDocumentNode<{ deletePerson: { deletedId: string } }> =
      gql`mutation($id: ID!) { deletePerson(id: $id) { deletedId } }`
    await client.mutate({
      mutation: deleteMutation,
      variables: { id: data?.createPerson.person.id },
      update: (cache, { data }) => {
        cache.evict({
          id: cache.identify({
            __typename: 'Person',
            id: data?.deletePerson.deletedId ?? '',
          }) as string,
        })
      },
    })
    await waitForExpectation(() => expect(getNames()).toEqual(['Five', 'Four']))
    stopWatching()
  })

  test('Apollo Client updates records from subscriptions through its default link and through graphql-sse', async () => {
    for (const [firstName, link] of [
      ['Fifth', undefined],
      ['Five', createReconnectingLink(fixture.url, fixture.key)],
    ] as const) {
      const { client, getNames, stopWatching } = await showList(link)
      const eventTypes: string[] = []
      const eventSubscription: TypedDocumentNode<{ events: { type: string } }> = gql`
        subscription($after: String) { events(types: ["person.*"], after: $after) { type cursor record { id ... on Person { firstName } } } }
      `
      const subscription = client
        .subscribe({
          query: eventSubscription,
          variables: { after: await fixture.readLatestCursor() },
        })
        .subscribe(({ data }) => eventTypes.push(data?.events.type ?? ''))
      await fixture.renamePerson(fixture.ids[0], firstName)
      await waitForExpectation(() =>
        expect([eventTypes, getNames()]).toEqual([['person.updated'], [firstName, 'Four']]),
      )
      subscription.unsubscribe()
      stopWatching()
    }
  })

  test.each([false, true])(
    'Apollo Client sends full queries after the server rejects a persisted query hash (hash sent by GET: %s)',
    async (useGETForHashedQueries) => {
      const sentRequests: string[] = []
      const httpLink = new HttpLink({
        uri: fixture.url,
        headers: { Authorization: `Bearer ${fixture.key}` },
        fetch: (uri, options) => {
          sentRequests.push(`${options?.method} ${String(options?.body ?? uri).includes('query ')}`)
          return fetch(uri, options)
        },
      })
      const persistedQueryLink = new PersistedQueryLink({
        sha256: (text) => createHash('sha256').update(text).digest('hex'),
        useGETForHashedQueries,
      })
      const client = await createClient(persistedQueryLink.concat(httpLink))
      const fetchPage = () =>
        client.query({
          query: pageQuery,
          variables: { first: 2 },
          fetchPolicy: 'network-only',
        })
      for (const { data } of [await fetchPage(), await fetchPage()])
        expect(data?.people.edges.map(({ node }) => node.firstName)).toEqual(['Five', 'Four'])
      // Only the first request omits the query and sends just its hash.
      expect(sentRequests).toEqual([
        `${useGETForHashedQueries ? 'GET' : 'POST'} false`,
        'POST true',
        'POST true',
      ])
    },
  )

  test('Apollo Client reports invalid input and an invalid API key as GraphQL errors with codes, and returns the other fields if a record is missing', async () => {
    const client = await createClient()
    const invalidMutation = client.mutate({
      mutation: renameMutation,
      variables: { id: fixture.ids[0], firstName: 'x'.repeat(101) },
    })
    const mutationError = await invalidMutation.catch((thrown: unknown) => thrown)
    expect(
      CombinedGraphQLErrors.is(mutationError) && mutationError.errors[0]?.extensions,
    ).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.firstName', code: 'TOO_LONG' }],
    })
    const partialResult = await client.query({
      query: gql`query($id: ID!) { person(id: $id) { id } me { email } }`,
      variables: { id: 'person_01jzzzzzzzzzzzzzzzzzzzzzzz' },
      errorPolicy: 'all',
    })
    expect([partialResult.data, partialResult.error]).toMatchObject([
      { person: null, me: { email: 'owner@acme.test' } },
      expect.anything(),
    ])
    const invalidKeyError = await createApolloClient(fixture.url, 'dg_wrong')
      .query({ query: pageQuery, variables: { first: 1 } })
      .catch((thrown: unknown) => thrown)
    expect([
      ServerError.is(invalidKeyError),
      CombinedGraphQLErrors.is(invalidKeyError),
      invalidKeyError,
    ]).toMatchObject([false, true, { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] }])
  })
})
