import { graphql } from './gql/index.ts'
import { addTaskMutation, connectClient, formatCard } from './graphql.ts'

const twoFieldsQuery = graphql(/* GraphQL */ `
  query TwoFields($id: ID!) { person(id: $id) { id firstName lastActivityAt } }
`)

/** Code that the compiler must reject; it is never executed. */
export async function useTypesWrongly(): Promise<void> {
  const client = connectClient('', '')
  await client.mutate({
    mutation: addTaskMutation,
    // @ts-expect-error: a task has no field `dueOn`
    variables: { input: { title: 'Call', dueOn: '2030-05-17' } },
  })
  // @ts-expect-error: the title is required
  await client.mutate({ mutation: addTaskMutation, variables: { input: { priority: 'high' } } })
  await client.mutate({
    mutation: addTaskMutation,
    // @ts-expect-error: the value is not a priority
    variables: { input: { title: 'Call', priority: 'HIGH' } },
  })
  // @ts-expect-error: the id is required
  await client.query({ query: twoFieldsQuery, variables: {} })
  const { data } = await client.query({ query: twoFieldsQuery, variables: { id: 'person_1' } })
  // @ts-expect-error: the field is not selected
  data?.person?.lastName
  // @ts-expect-error: the person can be null
  data?.person.firstName
  // @ts-expect-error: the last activity can be null
  data?.person?.lastActivityAt.slice(0, 10)
  // @ts-expect-error: the selection does not contain the card's fields
  if (data?.person) formatCard(data.person)
}
