import type { Group } from './example.ts'

export const smartLists: Group = {
  title: 'Smart lists',
  examples: [
    {
      title: 'All smart lists',
      about: 'Saved filters: those of the caller, and those that are shared.',
      query: `query AllSmartLists {
  smartLists(first: 10) { nodes { id name count shared owner { fullName } } }
}`,
    },
    {
      title: 'Save a smart list',
      about: 'A filter of people, kept by name; whoever fits is in it.',
      query: `mutation CreateSmartList($input: CreateSmartListInput!) {
  createSmartList(input: $input) { id name count where }
}`,
      variables: {
        input: {
          name: 'Quiet for a month',
          description: 'Leads with an open deal whom nobody has spoken to.',
          shared: true,
          where: {
            deals: { some: { status: 'open' } },
            activities: { none: { createdAt: { inLastDays: 30 } } },
          },
          orderBy: { field: 'lastActivityAt', direction: 'asc' },
        },
      },
    },
    {
      title: 'Who is in a smart list',
      about: 'Its people, as the caller sees them now.',
      query: `query OneSmartList($id: ID!) {
  smartList(id: $id) {
    name
    count
    people(first: 10) { nodes { fullName lastActivityAt } }
  }
}`,
      variables: { id: '$smartList' },
    },
    {
      title: 'Change a smart list',
      about: 'Another name; the filter stays.',
      query: `mutation UpdateSmartList($id: ID!, $input: UpdateSmartListInput!) {
  updateSmartList(id: $id, input: $input) { id name shared }
}`,
      variables: { id: '$smartList', input: { name: 'Quiet for too long' } },
    },
    {
      title: 'Delete a smart list',
      about: 'The people in it stay.',
      query: `mutation DeleteSmartList($id: ID!) {
  deleteSmartList(id: $id) { id }
}`,
      variables: { id: '$smartList' },
    },
  ],
}
