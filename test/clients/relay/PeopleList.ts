import { graphql } from 'relay-runtime'

/**
 * A list of people as in Relay's documentation. relay-compiler reads this file and writes
 * `__generated__`. An application build replaces each `graphql` tag with its generated module.
 */
export const listQuery = graphql`
  query PeopleListQuery($count: Int!, $where: PersonWhere) {
    ...PeopleList_query @arguments(count: $count, where: $where)
  }
`

export const peopleFragment = graphql`
  fragment PeopleList_query on Query
  @refetchable(queryName: "PeopleListPageQuery")
  @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }, where: { type: "PersonWhere" }) {
    people(first: $count, after: $cursor, where: $where) @connection(key: "PeopleList_people", filters: ["where"]) {
      edges { node { id firstName ...PeopleList_person } }
    }
  }
`

/** A person that Relay refetches through `node`. */
export const personFragment = graphql`
  fragment PeopleList_person on Person @refetchable(queryName: "PeopleListPersonQuery") {
    firstName
    version
    emails { value }
  }
`

export const renameMutation = graphql`
  mutation PeopleListRenameMutation($id: ID!, $firstName: PersonName!) {
    updatePerson(id: $id, input: { firstName: $firstName }) { person { ...PeopleList_person } }
  }
`

export const createMutation = graphql`
  mutation PeopleListCreateMutation($input: CreatePersonInput!, $connections: [ID!]!) {
    createPerson(input: $input) {
      person @prependNode(connections: $connections, edgeTypeName: "PersonEdge") { id ...PeopleList_person }
    }
  }
`

export const deleteEdgeMutation = graphql`
  mutation PeopleListDeleteEdgeMutation($id: ID!, $connections: [ID!]!) {
    deletePerson(id: $id) { deletedId @deleteEdge(connections: $connections) }
  }
`

export const deleteRecordMutation = graphql`
  mutation PeopleListDeleteRecordMutation($id: ID!) {
    deletePerson(id: $id) { deletedId @deleteRecord }
  }
`

export const eventsSubscription = graphql`
  subscription PeopleListEventsSubscription($after: String) {
    events(types: ["person.*"], after: $after) { type record { id ...PeopleList_person @alias } }
  }
`
