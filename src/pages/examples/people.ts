import type { Group } from './example.ts'

export const people: Group = {
  title: 'People',
  examples: [
    {
      title: 'People at a glance',
      about: 'The newest people with what hangs on them: one statement for each edge, whatever the page size.',
      query: `query PeopleAtAGlance {
  people(first: 5) {
    totalCount
    nodes { id fullName }
  }
}
`,
    },
    {
      title: 'One person',
      about: 'All of one.',
      query: `query OnePerson($id: ID!) {
  person(id: $id) { id fullName }
}
`,
      variables: { id: '$me' },
    },
  ],
}
