import { graphql } from './gql/index.ts'
import { addTask, card, connect } from './graphql.ts'

const twoFields = graphql(/* GraphQL */ `
  query TwoFields($id: ID!) { person(id: $id) { id firstName lastActivityAt } }
`)

/** What a compiler has to refuse; never run. */
export async function wrong(): Promise<void> {
  const client = connect('', '')
  await client.mutate({
    mutation: addTask,
    // @ts-expect-error: a task has no such field
    variables: { input: { title: 'Call', dueOn: '2030-05-17' } },
  })
  // @ts-expect-error: a title is required
  await client.mutate({ mutation: addTask, variables: { input: { priority: 'high' } } })
  await client.mutate({
    mutation: addTask,
    // @ts-expect-error: no such priority
    variables: { input: { title: 'Call', priority: 'HIGH' } },
  })
  // @ts-expect-error: the id is required
  await client.query({ query: twoFields, variables: {} })
  const { data } = await client.query({ query: twoFields, variables: { id: 'person_1' } })
  // @ts-expect-error: it was not asked for
  data?.person?.lastName
  // @ts-expect-error: there may be no such person
  data?.person.firstName
  // @ts-expect-error: nobody may have spoken to them
  data?.person?.lastActivityAt.slice(0, 10)
  // @ts-expect-error: what was asked for does not fill the card
  if (data?.person) card(data.person)
}
