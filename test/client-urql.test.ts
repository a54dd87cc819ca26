import { type Client, gql, type TypedDocumentNode } from '@urql/core'
import type { IntrospectionQuery } from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { introspect } from './clients/introspect.ts'
import { createUrqlClient } from './clients/urql.ts'
import { createFivePeople, type FivePeople, waitForExpectation } from './support/five-people.ts'

interface Person {
  id: string
  firstName: string
}
interface Page {
  people: {
    edges: { node: Person }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const pageQuery: TypedDocumentNode<
  Page,
  { first: number; after?: string | null | undefined; tag?: string }
> = gql`
  query PeoplePage($first: Int!, $after: String, $tag: String) {
    people(first: $first, after: $after, where: { tags: { has: $tag } }) {
      edges { cursor node { id firstName emails { value isPrimary } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`
const renameMutation: TypedDocumentNode<{ updatePerson: { person: Person } }> = gql`
  mutation Rename($id: ID!, $firstName: PersonName!) { updatePerson(id: $id, input: { firstName: $firstName }) { person { id firstName } } }
`

describe('urql with graphcache', () => {
  let fixture: FivePeople
  let schema: IntrospectionQuery
  const consoleSpies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  beforeAll(async () => {
    fixture = await createFivePeople()
    schema = await introspect(fixture.url, fixture.key)
  })
  afterAll(() => fixture.world.stop())
  afterEach(() => expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([]))

  const createClient = (key = fixture.key) => createUrqlClient(fixture.url, key, schema)

  /** Displays a list as a component does, and records the names in each received result. */
  function showList(client: Client) {
    const displayedNames: string[][] = []
    const { unsubscribe } = client.query(pageQuery, { first: 2 }).subscribe(({ data }) => {
      if (data) displayedNames.push(data.people.edges.map(({ node }) => node.firstName))
    })
    return {
      displayedNames,
      unmount: unsubscribe,
      expectNames: (...expected: string[]) =>
        waitForExpectation(() => expect(displayedNames.at(-1)).toEqual(expected)),
    }
  }

  test('urql merges the pages of a list and caches the lists of different filters separately', async () => {
    const client = createClient()
    let page = (await client.query(pageQuery, { first: 2 })).data?.people
    expect(page?.edges.map(({ node }) => node.firstName)).toEqual(['Five', 'Four'])
    while (page?.pageInfo.hasNextPage)
      page = (await client.query(pageQuery, { first: 2, after: page.pageInfo.endCursor })).data
        ?.people
    expect(page?.edges.map(({ node }) => node.firstName)).toEqual([
      'Five',
      'Four',
      'Three',
      'Two',
      'One',
    ])
    const filteredPage = await client.query(pageQuery, { first: 2, tag: 'vip' })
    expect(filteredPage.data?.people.edges.map(({ node }) => node.firstName)).toEqual(['Two'])
  })

  test('urql shows an optimistic update of a record, then the server response, and reads the record from its cache by id', async () => {
    const client = createClient()
    const peopleList = showList(client)
    await peopleList.expectNames('Five', 'Four')
    await client.mutation(renameMutation, { id: fixture.ids[1], firstName: '  Fourth  ' })
    await peopleList.expectNames('Five', 'Fourth')
    expect(peopleList.displayedNames.at(-2)).toEqual(['Five', '  Fourth  '])
    const cachedResult = await client.query(
      gql`query($id: ID!) { person(id: $id) { id firstName } }`,
      { id: fixture.ids[1] },
      { requestPolicy: 'cache-only' },
    )
    expect(cachedResult.data?.person).toMatchObject({ id: fixture.ids[1], firstName: 'Fourth' })
    await fixture.renamePerson(fixture.ids[1], 'Four')
    const nodeQuery = gql`query($id: ID!) { node(id: $id) { id ... on Record { version } ... on Person { firstName } } }`
    const { data } = await client.query(
      nodeQuery,
      { id: fixture.ids[1] },
      { requestPolicy: 'network-only' },
    )
    expect(data?.node).toMatchObject({ firstName: 'Four', version: 3 })
    await peopleList.expectNames('Five', 'Four')
    const rejectedResult = await client.mutation(renameMutation, {
      id: fixture.ids[1],
      firstName: 'x'.repeat(101),
    })
    expect(rejectedResult.error?.graphQLErrors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'input.firstName', code: 'TOO_LONG' }],
    })
    await peopleList.expectNames('Five', 'Four')
    peopleList.unmount()
  })

  test('urql refetches a list after a person is created or deleted', async () => {
    const client = createClient()
    const peopleList = showList(client)
    await peopleList.expectNames('Five', 'Four')
    const { data } = await client.mutation(
      gql`mutation { createPerson(input: { firstName: "Six" }) { person { id firstName } } }`,
      {},
    )
    await peopleList.expectNames('Six', 'Five')
    await client.mutation(gql`mutation($id: ID!) { deletePerson(id: $id) { deletedId } }`, {
      id: data.createPerson.person.id,
    })
    await peopleList.expectNames('Five', 'Four')
    peopleList.unmount()
  })

  test('urql updates displayed records from a subscription', async () => {
    const client = createClient()
    const peopleList = showList(client)
    await peopleList.expectNames('Five', 'Four')
    const eventTypes: string[] = []
    const eventSubscription = gql`
      subscription($after: String) { events(types: ["person.*"], after: $after) { id type cursor record { id ... on Person { firstName } } } }
    `
    const { unsubscribe } = client
      .subscription(eventSubscription, { after: await fixture.readLatestCursor() })
      .subscribe(({ data }) => eventTypes.push(data.events.type))
    await fixture.renamePerson(fixture.ids[0], 'Fifth')
    await peopleList.expectNames('Fifth', 'Four')
    expect(eventTypes).toEqual(['person.updated'])
    unsubscribe()
    peopleList.unmount()
  })

  test('urql reports an invalid API key as a CombinedError with the error code, and returns the other fields if a record is missing', async () => {
    const unauthorizedResult = await createClient('dg_wrong').query(pageQuery, { first: 1 })
    expect([
      unauthorizedResult.error?.response.status,
      unauthorizedResult.error?.graphQLErrors[0]?.extensions['code'],
    ]).toEqual([401, 'UNAUTHORIZED'])
    const partialResult = await createClient().query(
      gql`query($id: ID!) { person(id: $id) { id } me { id email } }`,
      { id: 'person_01jzzzzzzzzzzzzzzzzzzzzzzz' },
    )
    expect([partialResult.data, partialResult.error?.graphQLErrors[0]]).toMatchObject([
      { person: null, me: { email: 'owner@acme.test' } },
      { path: ['person'] },
    ])
  })
})
