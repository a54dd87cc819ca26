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
import { apolloClient, possibleTypesOf, reconnecting } from './clients/apollo.ts'
import { introspect } from './clients/introspect.ts'
import { createFivePeople, eventually, type FivePeople } from './support/five-people.ts'

interface Named {
  __typename: 'Person'
  id: string
  firstName: string
}
interface Page {
  people: { edges: { node: Named }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}

const pageQuery: TypedDocumentNode<Page, { first: number; after?: string | null; tag?: string }> =
  gql`
  query PeoplePage($first: Int!, $after: String, $tag: String) {
    people(first: $first, after: $after, where: { tag: $tag }) {
      edges { cursor node { id firstName } }
      pageInfo { hasNextPage endCursor }
    }
  }
`
const update: TypedDocumentNode<{ updatePerson: Named }> = gql`
  mutation Rename($id: ID!, $firstName: PersonName!) { updatePerson(id: $id, input: { firstName: $firstName }) { id firstName } }
`
const nodeQuery: TypedDocumentNode<{ node: Named | null }, { id: string }> = gql`
  query Again($id: ID!) { node(id: $id) { id ... on Record { version } ... on Person { firstName } } }
`

describe('Apollo Client', () => {
  let front: FivePeople
  const warned = vi.spyOn(console, 'warn')
  beforeAll(async () => {
    front = await createFivePeople()
  })
  afterAll(() => front.world.stop())
  afterEach(() => expect(warned).not.toHaveBeenCalled())

  const connect = async (link?: ApolloLink) =>
    apolloClient(
      front.url,
      front.key,
      possibleTypesOf(await introspect(front.url, front.key)),
      link,
    )

  /** A list as a component shows it: its current records, and all pages so far. */
  async function shownList(link?: ApolloLink) {
    const client = await connect(link)
    const list = client.watchQuery({ query: pageQuery, variables: { first: 2 } })
    const stream = list.subscribe(() => undefined)
    await eventually(() => expect(list.getCurrentResult().dataState).toBe('complete'))
    const names = () =>
      (list.getCurrentResult().data as Page | undefined)?.people.edges.map(
        ({ node }) => node.firstName,
      )
    return { client, list, names, hide: () => stream.unsubscribe() }
  }

  test('Apollo Client merges the pages of a list and keeps each filter separate', async () => {
    const { client, list, names, hide } = await shownList()
    expect(names()).toEqual(['Five', 'Four'])
    for (let more = true; more; ) {
      const { people } = list.getCurrentResult().data as Page
      const { data } = await list.fetchMore({ variables: { after: people.pageInfo.endCursor } })
      more = data?.people.pageInfo.hasNextPage ?? false
      await eventually(() => expect(names()?.length).toBeGreaterThan(people.edges.length))
    }
    expect(names()).toEqual(['Five', 'Four', 'Three', 'Two', 'One'])
    const filtered = await client.query({ query: pageQuery, variables: { first: 2, tag: 'vip' } })
    expect(filtered.data?.people.edges.map(({ node }) => node.firstName)).toEqual(['Two'])
    expect(names()).toHaveLength(5)
    hide()
  })

  test('Apollo Client updates a record everywhere after a mutation and reads it from its cache by id', async () => {
    const { client, names, hide } = await shownList()
    await client.mutate({ mutation: update, variables: { id: front.ids[1], firstName: 'Fourth' } })
    await eventually(() => expect(names()).toEqual(['Five', 'Fourth']))
    const cached = await client.query({
      query: gql`query One($id: ID!) { person(id: $id) { id firstName } }`,
      variables: { id: front.ids[1] },
      fetchPolicy: 'cache-only',
    })
    expect(cached.data).toMatchObject({ person: { __typename: 'Person', firstName: 'Fourth' } })
    await front.rename(front.ids[1], 'Four')
    const repeated = await client.query({
      query: nodeQuery,
      variables: { id: front.ids[1] },
      fetchPolicy: 'network-only',
    })
    expect(repeated.data?.node).toMatchObject({
      __typename: 'Person',
      id: front.ids[1],
      firstName: 'Four',
      version: 3,
    })
    await eventually(() => expect(names()).toEqual(['Five', 'Four']))
    hide()
  })

  test('Apollo Client adds a new record to a list and removes a deleted one from all lists', async () => {
    const { client, names, hide } = await shownList()
    const create: TypedDocumentNode<{ createPerson: Named }> =
      gql`mutation { createPerson(input: { firstName: "Six" }) { id firstName } }`
    const { data } = await client.mutate({
      mutation: create,
      update: (cache, { data }) =>
        cache.updateQuery({ query: pageQuery, variables: { first: 2 } }, (page) =>
          page && data
            ? {
                people: {
                  ...page.people,
                  edges: [
                    { __typename: 'PersonEdge', cursor: '', node: data.createPerson },
                    ...page.people.edges,
                  ],
                },
              }
            : undefined,
        ),
    })
    await eventually(() => expect(names()?.[0]).toBe('Six'))
    const remove: TypedDocumentNode<{ deletePerson: { id: string } }> =
      gql`mutation($id: ID!) { deletePerson(id: $id) { id } }`
    await client.mutate({
      mutation: remove,
      variables: { id: data?.createPerson.id },
      update: (cache, { data }) => {
        cache.evict({
          id: cache.identify({ __typename: 'Person', id: data?.deletePerson.id ?? '' }) as string,
        })
      },
    })
    await eventually(() => expect(names()).toEqual(['Five', 'Four']))
    hide()
  })

  test('Apollo Client receives subscriptions through its own link and graphql-sse and updates its records', async () => {
    for (const [firstName, link] of [
      ['Fifth', undefined],
      ['Five', reconnecting(front.url, front.key)],
    ] as const) {
      const { client, names, hide } = await shownList(link)
      const types: string[] = []
      const follow: TypedDocumentNode<{ events: { type: string } }> = gql`
        subscription($after: String) { events(types: ["person.*"], after: $after) { type cursor record { id ... on Person { firstName } } } }
      `
      const stream = client
        .subscribe({ query: follow, variables: { after: await front.now() } })
        .subscribe(({ data }) => types.push(data?.events.type ?? ''))
      await front.rename(front.ids[0], firstName)
      await eventually(() =>
        expect([types, names()]).toEqual([['person.updated'], [firstName, 'Four']]),
      )
      stream.unsubscribe()
      hide()
    }
  })

  test.each([false, true])(
    'Apollo Client works with persisted queries and falls back to sending the query (by GET: %s)',
    async (useGETForHashedQueries) => {
      const sent: string[] = []
      const http = new HttpLink({
        uri: front.url,
        headers: { Authorization: `Bearer ${front.key}` },
        fetch: (uri, options) => {
          sent.push(`${options?.method} ${String(options?.body ?? uri).includes('query ')}`)
          return fetch(uri, options)
        },
      })
      const persisted = new PersistedQueryLink({
        sha256: (text) => createHash('sha256').update(text).digest('hex'),
        useGETForHashedQueries,
      })
      const client = await connect(persisted.concat(http))
      const page = () =>
        client.query({
          query: pageQuery,
          variables: { first: 2 },
          fetchPolicy: 'network-only',
        })
      for (const { data } of [await page(), await page()])
        expect(data?.people.edges.map(({ node }) => node.firstName)).toEqual(['Five', 'Four'])
      // The first request sends only the hash, all later ones send the query.
      expect(sent).toEqual([
        `${useGETForHashedQueries ? 'GET' : 'POST'} false`,
        'POST true',
        'POST true',
      ])
    },
  )

  test('Apollo Client reports GraphQL errors with code and details, and an invalid key as a server error', async () => {
    const client = await connect()
    const invalid = client.mutate({
      mutation: update,
      variables: { id: front.ids[0], firstName: 'x'.repeat(101) },
    })
    const error = await invalid.catch((thrown: unknown) => thrown)
    expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'firstName', code: 'TOO_LONG' }],
    })
    const partial = await client.query({
      query: gql`query($id: ID!) { person(id: $id) { id } me { email } }`,
      variables: { id: 'person_01jzzzzzzzzzzzzzzzzzzzzzzz' },
      errorPolicy: 'all',
    })
    expect([partial.data, partial.error]).toMatchObject([
      { person: null, me: { email: 'owner@acme.test' } },
      expect.anything(),
    ])
    const locked = await apolloClient(front.url, 'dg_wrong')
      .query({ query: pageQuery, variables: { first: 1 } })
      .catch((thrown: unknown) => thrown)
    expect([ServerError.is(locked), CombinedGraphQLErrors.is(locked), locked]).toMatchObject([
      false,
      true,
      { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
    ])
  })
})
