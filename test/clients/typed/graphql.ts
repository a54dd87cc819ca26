import { ApolloClient, HttpLink, InMemoryCache, type PossibleTypesMap } from '@apollo/client'
// graphql-codegen generates the `gql` folder; see `codegen.ts`.
import { type FragmentType, graphql, useFragment } from './gql/index.ts'

export const connectClient = (
  uri: string,
  key: string,
  possibleTypes: PossibleTypesMap = {},
): ApolloClient =>
  new ApolloClient({
    link: new HttpLink({ uri, headers: { Authorization: `Bearer ${key}` } }),
    cache: new InMemoryCache({ possibleTypes }),
  })

const personCardFragment = graphql(/* GraphQL */ `
  fragment PersonCard on Person { id fullName price createdAt }
`)

const peopleQuery = graphql(/* GraphQL */ `
  query PeopleWith($where: PersonWhere, $after: String) {
    people(first: 2, after: $after, where: $where) {
      edges { node { ...PersonCard } }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

export const addTaskMutation = graphql(/* GraphQL */ `
  mutation AddTask($input: CreateTaskInput!) { createTask(input: $input) { task { id title priority dueDate person { fullName } } } }
`)

const anyRecordQuery = graphql(/* GraphQL */ `
  query AnyRecord($id: ID!) { node(id: $id) { __typename id ... on Task { title } ... on Person { ...PersonCard } } }
`)

/** Formats a person's card. The fragment type permits only the fields that the fragment selects. */
export function formatCard(person: FragmentType<typeof personCardFragment>): string {
  const { fullName, price } = useFragment(personCardFragment, person)
  return `${fullName}: ${price?.toFixed(2) ?? 'no price'}`
}

/** Reads the cards of all people above a minimum price and without the tag `lost`, page by page. */
export async function readCards(client: ApolloClient, minPrice: number): Promise<string[]> {
  const cards: string[] = []
  let after: string | null | undefined
  do {
    const { data, error } = await client.query({
      query: peopleQuery,
      variables: { where: { price: { gte: minPrice }, not: { tags: { has: 'lost' } } }, after },
    })
    if (!data) throw error
    cards.push(...data.people.edges.map(({ node }) => formatCard(node)))
    after = data.people.pageInfo.hasNextPage ? data.people.pageInfo.endCursor : null
  } while (after)
  return cards
}

export async function createReminder(
  client: ApolloClient,
  personId: string,
): Promise<[title: string, priority: string, foundTitle: string]> {
  const { data } = await client.mutate({
    mutation: addTaskMutation,
    variables: {
      input: { title: 'Call back', priority: 'high', personId, dueDate: '2030-05-17T09:30:00Z' },
    },
  })
  const { id = '', title = '', priority = 'low' } = data?.createTask.task ?? {}
  const recordResult = await client.query({ query: anyRecordQuery, variables: { id } })
  const node = recordResult.data?.node
  return [title, priority, node?.__typename === 'Task' ? node.title : '']
}
