import type { Group } from './example.ts'

export const search: Group = {
  title: 'Search',
  examples: [
    {
      title: 'By name',
      about: 'Any part of it, without accents, words in any order; one typo per word is forgiven.',
      query: `query FindByName($name: String!) {
  searchPeople(name: $name, first: 5) {
    nodes { id fullName stage { name } phones { value } }
  }
}`,
      variables: { name: 'mul' },
    },
    {
      title: 'By phone or email',
      about: 'However the number is written; an email counts whole.',
      query: `query FindByPhoneOrEmail($phone: String, $email: String) {
  byPhone: searchPeople(phone: $phone) { nodes { id fullName phones { value } } }
  byEmail: searchPeople(email: $email) { nodes { id fullName emails { value } } }
}`,
      variables: { phone: '(206) 555-0142', email: 'ada.lindqvist@example.com' },
    },
    {
      title: 'Any record by its id',
      about: 'An id says what kind of record it names; a hidden or unknown one is null.',
      query: `query AnyRecord($id: ID!, $ids: [ID!]!) {
  node(id: $id) { __typename id ... on Deal { title } }
  nodes(ids: $ids) { __typename id ... on Person { fullName } ... on Task { title } }
}`,
      variables: { id: '$deal', ids: ['$person', '$task'] },
    },
  ],
}
